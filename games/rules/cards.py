"""Cards are numbers: rank * 4 + suit, ranks 0 (two) .. 12 (ace), suits c d h s (section 0.1).
Outside the rules a card is a two-character code such as `Kd`.  In games with jokers 52..55 are
`X1`..`X4`, and a second pack is 56..111: suits `C D H S`, jokers `X5`..`X8`."""

from collections.abc import Callable, Iterable
from typing import Annotated, TypeVar

from games.rules.jit import inline
from games.rules.phrases import gettext_noop as _
from games.rules.records import Byte, CardSet, Record

T = TypeVar("T")
RANKS, SUITS = "23456789TJQKA", "cdhs"
NONE = -1  # no card, no seat, no rank
UNKNOWN = -2  # a hidden card
JACK, KING, ACE = 9, 11, 12
RANK_WORDS = [_("two"), _("three"), _("four"), _("five"), _("six"), _("seven"), _("eight")]
RANK_WORDS += [_("nine"), _("ten"), _("jack"), _("queen"), _("king"), _("ace")]
RANK_PLURALS = [_("twos"), _("threes"), _("fours"), _("fives"), _("sixes"), _("sevens")]
RANK_PLURALS += [_("eights"), _("nines"), _("tens"), _("jacks"), _("queens"), _("kings"), _("aces")]
_NAMES = [r + s for r in RANKS for s in SUITS] + [f"X{i}" for i in range(1, 5)]
_NAMES += [r + s.upper() for r in RANKS for s in SUITS] + [f"X{i}" for i in range(5, 9)]
_CARDS = {code: number for number, code in enumerate(_NAMES)}
PACK = [4 * r + suit for suit in range(4) for r in range(13)]  # canonical order, section 0.2


def name(card: int) -> str:
    """The code of a card; `??` if it is hidden."""
    return "??" if card < 0 else _NAMES[card]


def names(cards: Iterable[int]) -> list[str]:
    return ["??" if card < 0 else _NAMES[card] for card in cards]


def card(code: str) -> int:
    """The card with this code.

    Raises:
        ValueError: there is no such card.
    """
    if code == "??":
        return UNKNOWN
    if code not in _CARDS:
        raise ValueError(f"{code!r} is not a card")
    return _CARDS[code]


def parse(text: str) -> list[int]:
    """The cards in a string of codes, such as `"Kd2c"`.

    Raises:
        ValueError: part of the string is not a card.
    """
    return [card(text[i : i + 2]) for i in range(0, len(text), 2)]


def codes(cards: Iterable[int]) -> str:
    """The codes of the cards in a row, as `parse` reads them."""
    return "".join(names(cards))


def parts(text: str, read: Callable[[str], T]) -> dict[str, T]:
    """The parts of a deal in a log, such as `1:<cards>/2:<cards>/c:<cards>`, by name.

    Raises:
        ValueError: a part has no name, occurs twice or cannot be read.
    """
    rows: dict[str, T] = {}
    for part in text.split("/"):
        key, colon, row = part.partition(":")
        if not colon or key in rows:
            raise ValueError(f"{part!r} is no part of a deal")
        rows[key] = read(row)
    return rows


@inline
def rank(card: int) -> int:
    """The rank of a card: 0 (two) .. 12 (ace)."""
    return card >> 2


@inline
def one(card: int) -> CardSet:
    """The set that contains only this card."""
    return 1 << card


@inline
def all_of(rank: int) -> CardSet:
    """The set of all four cards of a rank."""
    return 15 << 4 * rank


class Pile(Record):
    """A sequence of cards; `draw` takes the top card, `put` adds a card at the bottom."""

    top: Byte
    size: Byte
    cards: Annotated[list[int], 64]  # a ring buffer: the top card is cards[top]


class BigPile(Pile):
    """A pile with room for two packs."""

    cards: Annotated[list[int], 128]


@inline
def place(pile: Pile, i: int) -> int:
    """The index of the i-th card in the ring buffer, whose length is a power of two."""
    return (pile.top + i) & (len(pile.cards) - 1)


@inline
def put(pile: Pile, card: int) -> None:
    pile.cards[place(pile, pile.size)] = card
    pile.size += 1


@inline
def draw(pile: Pile) -> int:
    """Take the top card, and return it.  The pile must not be empty."""
    card = pile.cards[pile.top]
    pile.top = place(pile, 1)
    pile.size -= 1
    return card


@inline
def move_all(source: Pile, target: Pile) -> None:
    """Put all cards of `source`, top first, under `target`."""
    while source.size > 0:
        put(target, draw(source))


@inline
def swap(pile: Pile, i: int, j: int) -> None:
    """Swap the i-th and j-th card from the top."""
    a = place(pile, i)
    b = place(pile, j)
    card = pile.cards[a]
    pile.cards[a] = pile.cards[b]
    pile.cards[b] = card


def listed(pile: Pile, first: int = 0) -> list[int]:
    """The cards from position `first` on, top first; for views and events only."""
    return [pile.cards[place(pile, i)] for i in range(first, pile.size)]


def fill(pile: Pile, cards: list[int]) -> None:
    """Replace the cards of the pile with these, top first."""
    pile.top = pile.size = 0
    for c in cards:
        put(pile, c)


def hide(pile: Pile, seen: CardSet = 0) -> None:
    """Make all cards of the pile UNKNOWN except this set; for views and blinded states only."""
    cards = [UNKNOWN] * len(pile.cards)
    for i in range(pile.size if seen else 0):
        at = place(pile, i)
        if pile.cards[at] != UNKNOWN and seen & one(pile.cards[at]):
            cards[at] = pile.cards[at]
    pile.cards = cards
