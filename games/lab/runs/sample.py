"""A sample of single games of a run.  Games are dealt independently, so consecutive games are a
random sample."""

from typing import NamedTuple

from games.lab.counting.accumulator import Sums
from games.lab.runs.spec import RunSpec

MOST, ALWAYS = 200, 20  # games of War in a sample, and of the slowest game


class Sampled(NamedTuple):
    """A game of a run: its number, its length, and the seat that won; `=1+3` if several seats
    won."""

    game: int
    length: int
    winner: str


def most_of(spec: RunSpec) -> int:
    """The number of games that can be requested at once.  Games are played in plain Python while
    the visitor waits."""
    return min(spec.games, max(ALWAYS, MOST // spec.adapter.cost))


def sample(spec: RunSpec, first: int, games: int) -> list[Sampled]:
    """Some games of a run, from game number `first` on, which are played again."""
    last = min(first + games, spec.games)
    return [play_again(spec, game) for game in range(first, last)]


def play_again(spec: RunSpec, game: int) -> Sampled:
    rules, adapter, o = spec.rules, spec.adapter, spec.o
    t, notes = adapter.fresh(o, spec.levels, spec.seed, game, spec.begins)
    adapter.play_on(t, notes, UNREAD, o, spec.levels, game)
    result = rules.result(t, o)
    assert result is not None, "simulated games are played to their end"
    return Sampled(game, rules.standing(t, o)["number"], result.text)


UNREAD = Sums()  # playing counts, but a sample needs no sums
