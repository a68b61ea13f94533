"""SplitMix64 random numbers: one stream per (seed, game), the same in compiled and plain rules.  At
live tables the state's word is set from the game's key before every act (0.2)."""

from typing import Protocol

from games.rules.cards import Pile, swap
from games.rules.jit import I64, U64, jit

_ALL = U64(0xFFFFFFFFFFFFFFFF)
_LOW = U64(0xFFFFFFFF)
_GOLDEN = U64(0x9E3779B97F4A7C15)
_K1, _K2 = U64(0xBF58476D1CE4E5B9), U64(0x94D049BB133111EB)
_27, _30, _31, _32, _1 = U64(27), U64(30), U64(31), U64(32), U64(1)


class HasRng(Protocol):
    """A state with a random word of 64 bits."""

    rng: int


@jit
def mix(z: int) -> int:
    z = ((z ^ (z >> _30)) * _K1) & _ALL
    z = ((z ^ (z >> _27)) * _K2) & _ALL
    return z ^ (z >> _31)


@jit
def stream(seed: int, game: int) -> int:
    """The first word of game number `game` of a run."""
    return mix((U64(seed) + (U64(game) + _1) * _GOLDEN) & _ALL)


@jit
def below(t: HasRng, n: int) -> int:
    """A random number from 0 to n-1, without bias (D.  Lemire, Fast Random Integer Generation,
    2019)."""
    size = U64(n)
    while True:
        t.rng = (U64(t.rng) + _GOLDEN) & _ALL
        wide = (mix(U64(t.rng)) >> _32) * size
        low = wide & _LOW
        if low >= size or low >= (_LOW - size + _1) % size:
            return I64(wide >> _32)


@jit
def shuffle(t: HasRng, pile: Pile, first: int) -> None:
    """Shuffle the cards from position `first` down to the bottom (Fisher-Yates)."""
    for i in range(pile.size - 1, first, -1):
        swap(pile, i, first + below(t, i - first + 1))
