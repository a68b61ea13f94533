"""Cards and piles of World War III (sections 3.1, 3.2, 3.4).  A pack has 56 cards: the 52 and four
jokers.  Cards are numbers 0..111: rank * 4 + suit, ranks 0 (two) .. 12 (ace), 13 (joker), and 56
more in the second pack."""

from typing import Annotated

from games.rules.cards import UNKNOWN
from games.rules.jit import inline, jit
from games.rules.records import Byte, Record
from games.rules.rng import HasRng, below

JOKER, TWO = 13, 0  # ranks
PACK = 56  # cards in one pack
HAND = 5  # cards in a full hand
STAGES = ("World War I", "World War II", "World War III")


class BigPile(Record):
    """Cards in a row, up to two packs; `draw` takes the top one, `put` adds one at the bottom."""

    top: Byte
    size: Byte
    cards: Annotated[list[int], 128]  # a ring: the top card is cards[top]


class Row(Record):
    """A few cards lying side by side: a hand, or the declared twos."""

    size: Byte
    cards: Annotated[list[int], 8]


def pack(packs: int) -> list[int]:
    """The cards of one or two packs in canonical order (0.2)."""
    one = [4 * rank + suit for suit in range(4) for rank in range(13)] + [52, 53, 54, 55]
    return [card + PACK * i for i in range(packs) for card in one]


@inline
def worth(card: int) -> int:
    """What a card counts in comparing: 0 (two) .. 12 (ace), 13 (joker)."""
    return (card if card < PACK else card - PACK) >> 2


@inline
def put(pile: BigPile, card: int) -> None:
    """Add a card at the bottom."""
    pile.cards[(pile.top + pile.size) & 127] = card
    pile.size += 1


@inline
def draw(pile: BigPile) -> int:
    """Take the top card; the pile must have one."""
    card = pile.cards[pile.top]
    pile.top = (pile.top + 1) & 127
    pile.size -= 1
    return card


@inline
def move_all(source: BigPile, target: BigPile) -> None:
    """Put every card of `source`, top first, under `target`."""
    while source.size > 0:
        put(target, draw(source))


@inline
def swap(pile: BigPile, i: int, j: int) -> None:
    """Exchange the i-th and j-th card from the top."""
    a = (pile.top + i) & 127
    b = (pile.top + j) & 127
    card = pile.cards[a]
    pile.cards[a] = pile.cards[b]
    pile.cards[b] = card


@jit
def shuffle(t: HasRng, pile: BigPile, first: int) -> None:
    """Shuffle the cards from place `first` down to the bottom (Fisher-Yates)."""
    for i in range(pile.size - 1, first, -1):
        swap(pile, i, first + below(t, i - first + 1))


@jit
def reverse(pile: BigPile, first: int) -> None:
    """Turn the order of the cards from place `first` on round."""
    last = pile.size - 1
    while first < last:
        swap(pile, first, last)
        first += 1
        last -= 1


@inline
def add(row: Row, card: int) -> None:
    """Lay a card beside the others."""
    row.cards[row.size] = card
    row.size += 1


@jit
def take(row: Row, i: int) -> int:
    """Take the i-th card away; the others move up."""
    card = row.cards[i]
    row.size -= 1
    for k in range(i, row.size):
        row.cards[k] = row.cards[k + 1]
    return card


@inline
def precedence(card: int) -> int:
    """Orders the cards of a hand: by worth; of equal cards that with the greatest code (ASCII)
    counts as highest, so that a log says which one is laid.  It has no other effect."""
    small = card < PACK  # small letters; jokers of the second pack have greater numbers
    if worth(card) == JOKER:
        small = not small
    return worth(card) * 8 + (card & 3) + (4 if small else 0)


@jit
def highest(row: Row) -> int:
    """The place of the highest card; the row must have one."""
    best = 0
    for i in range(1, row.size):
        if precedence(row.cards[i]) > precedence(row.cards[best]):
            best = i
    return best


def listed(pile: BigPile, first: int = 0) -> list[int]:
    """The cards from place `first` on, top first; for views and events only."""
    return [pile.cards[(pile.top + i) & 127] for i in range(first, pile.size)]


def row(cards: Row) -> list[int]:
    """The cards of a row; for views and events only."""
    return cards.cards[: cards.size]


def fill(pile: BigPile, cards: list[int]) -> None:
    """Make the pile hold exactly these cards, top first."""
    pile.top = pile.size = 0
    for card in cards:
        put(pile, card)


def fill_row(cards: Row, these: list[int]) -> None:
    """Make the row hold exactly these cards."""
    cards.size = 0
    for card in these:
        add(cards, card)


def hide(cards: BigPile | Row) -> None:
    """Make every card UNKNOWN; for what a seat may see only."""
    cards.cards = [UNKNOWN] * len(cards.cards)
