"""The state of a game of World War III (sections 3.2, 3.10), its cards and piles (3.1, 3.4).  A
pack has 56 cards: 52 and four jokers.  Cards are numbers 0..111: rank * 4 + suit, ranks 0 (two)
.. 12 (ace), 13 (joker), and 56 more in the second pack."""

from enum import IntEnum
from typing import Annotated

from games.rules.cards import NONE, UNKNOWN, BigPile, swap
from games.rules.jit import inline, jit
from games.rules.records import Byte, Flag, Int, Record, Time, Word

JOKER, TWO = 13, 0  # ranks
PACK = 56  # cards in one pack
HAND = 5  # cards in a full hand


class Row(Record):
    """A row of at most 8 cards: a hand, or the declared twos."""

    size: Byte
    cards: Annotated[list[int], 8]


def pack(packs: int) -> list[int]:
    """The cards of one or two packs in canonical order (0.2)."""
    deck = [4 * rank + suit for suit in range(4) for rank in range(13)] + [52, 53, 54, 55]
    return [card + PACK * i for i in range(packs) for card in deck]


@inline
def worth(card: int) -> int:
    """The value of a card for comparisons: 0 (two) .. 12 (ace), 13 (joker)."""
    return (card if card < PACK else card - PACK) >> 2


@jit
def reverse(pile: BigPile, first: int) -> None:
    """Reverse the cards from position `first` on."""
    last = pile.size - 1
    while first < last:
        swap(pile, first, last)
        first += 1
        last -= 1


@inline
def add(row: Row, card: int) -> None:
    row.cards[row.size] = card
    row.size += 1


@jit
def take(row: Row, i: int) -> int:
    """Remove the i-th card, and return it; the later cards move up."""
    card = row.cards[i]
    row.size -= 1
    for k in range(i, row.size):
        row.cards[k] = row.cards[k + 1]
    return card


@inline
def precedence(card: int) -> int:
    """The rank of a card in the order of a hand: by worth, and then by code (ASCII).  Cards of
    equal worth are ordered only so that a log determines which card is laid."""
    small = card < PACK  # lower-case suits; jokers of the second pack have greater numbers
    if worth(card) == JOKER:
        small = not small
    return worth(card) * 8 + (card & 3) + (4 if small else 0)


@jit
def highest(row: Row) -> int:
    """The index of the highest card.  The row must not be empty."""
    best = 0
    for i in range(1, row.size):
        if precedence(row.cards[i]) > precedence(row.cards[best]):
            best = i
    return best


def row(cards: Row) -> list[int]:
    """The cards of a row as a list; for views and events only."""
    return cards.cards[: cards.size]


def fill_row(cards: Row, these: list[int]) -> None:
    cards.size = 0
    for card in these:
        add(cards, card)


def hide(cards: BigPile | Row) -> None:
    """Replace every card with UNKNOWN; for views and blinded states only."""
    cards.cards = [UNKNOWN] * len(cards.cards)


SEATS = 6


class Phase(IntEnum):
    """The phases of a game (3.10)."""

    DEALT = 0  # the countdown runs
    TURN = 1  # seat `at` lays their highest card, fights, or declines
    TARGET = 2  # seat `at` has laid a joker and chooses an opponent
    DRAW = 3  # a war: both turn a card, unless one holds
    HOLD = 4  # a war: seats may call hold
    JOKER = 5  # a war: one joker was turned; the other player may hold before it resets
    ROUND_END = 6  # a pause
    OVER = 7


class End(IntEnum):
    """The way in which a game ended (0.7)."""

    PLAYING = 0
    ALL = 1
    ALL_OUT = 2
    CAP = 3
    RESIGN = 4
    AGREED = 5
    ABANDONED = 6
    LIMIT = 7


class Why(IntEnum):
    BEATEN = 0
    JOKER = 1


class Cause(IntEnum):
    """The cause of a return to World War I."""

    TIE = 0
    JOKER = 1
    DOUBLE_HOLD = 2


class How(IntEnum):
    """The reason why a card is held."""

    CALL = 0
    SECOND = 1  # against a card held since an earlier stage
    BOTH = 2  # both at the same time
    BEFORE_JOKER = 3  # before the joker could reset
    FORCED = 4  # no card left to draw


class Source(IntEnum):
    """The source of the cards that fill a hand (3.4)."""

    CENTRE = 0
    PICKUP = 1


class Answer(IntEnum):
    """The answer of a player in a window of a war; secret until the window is judged."""

    OPEN = 0
    DRAW = 1
    HOLD = 2
    RESET = 3


class Seat(Record):
    """One seat of a table.  Unused seats are `out`."""

    pickup: BigPile  # face down, hidden from everyone
    discard: BigPile  # open, oldest card first
    hand: Row
    shown: Row  # declared twos
    captured: Int  # cards taken in wars
    owned: Byte  # cards on going out
    out: Flag
    resigned: Flag
    fell: Byte  # went out with the n-th elimination; 0: still in
    acted: Flag  # has had a turn in this round
    auto: Flag  # the table makes forced moves at once
    ready: Flag  # wants the next cards of the war turned
    # in a war
    current: Byte  # the current card; NONE: none
    fresh: Flag  # it was turned just now
    holds: Flag
    called: Flag  # holds by a call, not by force
    answer: Annotated[Answer, "i1"]
    eff: Int  # ms: the reaction time of the call


class Duel(Record):
    """A war between seat `a`, which could not beat the card or laid a joker, and seat `b`."""

    a: Byte
    b: Byte
    why: Annotated[Why, "i1"]
    stage: Byte  # 1, 2, 3
    joker: Byte  # the seat whose joker may reset, in phase JOKER
    from_a: Byte  # index in the discard pile of `a` where this war's cards begin
    from_b: Byte
    # for the page: the run since World War I, until the next one begins
    cards_a: Annotated[list[int], 3]  # the card turned at each stage; NONE: none
    cards_b: Annotated[list[int], 3]
    held_a: Byte  # the stage whose card is held; 0: none
    held_b: Byte
    back: Byte  # the Cause that ended this run and restarts the war; NONE: it goes on
    over: Flag  # the war is over, but its round is still shown


class Laid(Record):
    """The cards laid in this round, in order, with their seats.  Each card beats the previous one,
    so 16 places are enough."""

    size: Byte
    cards: Annotated[list[int], 16]
    seats: Annotated[list[int], 16]


class Table(Record):
    """The state of a game of World War III.  Times are ms since the game started."""

    phase: Annotated[Phase, "i1"]
    end: Annotated[End, "i1"]
    leader: Byte  # leader of this round; in ROUND_END of the next one
    at: Byte  # the seat whose turn it is
    top: Byte  # the card to beat; NONE: none laid yet
    owner: Byte  # the seat that laid it
    rounds: Int
    wars: Int
    falls: Byte  # eliminations so far; players who go out together count once
    duel: Duel
    laid: Laid
    centre: BigPile
    removed: BigPile
    seats: Annotated[list[Seat], SEATS]
    rng: Word
    # the previous war, for the page
    last_winner: Byte
    last_loser: Byte
    last_size: Byte
    # pacing (3.10) and races (1.9)
    turn: Int  # decisions opened so far
    since: Time  # when the current one opened
    until: Time  # when its timer fires; NONE: never
    reveal: Int  # number of the last cards turned in a war
    show_at: Time  # when they are shown
    lead: Int  # how long before that they are sent
    hurry: Flag  # a fast-forward was agreed


def alive(t: Table) -> list[int]:
    return [p for p, seat in enumerate(t.seats) if not seat.out]


def cards_of(seat: Seat) -> int:
    return seat.pickup.size + seat.discard.size + seat.hand.size + seat.shown.size


def in_war(t: Table, p: int) -> bool:
    """Whether seat p fights the current war."""
    return Phase.DRAW <= t.phase <= Phase.JOKER and p in (t.duel.a, t.duel.b)


def mark(t: Table, p: int) -> tuple[int, int, int]:
    """The numbers that rank players who are still in, or who went out together (3.8): captured
    cards, then owned cards.  A player who resigned ranks last."""
    seat = t.seats[p]
    if seat.resigned:
        return (0, 0, 0)
    return (1, seat.captured, seat.owned if seat.out else cards_of(seat))


def leaders(t: Table, players: int) -> tuple[int, ...]:
    """The winners of a finished game: the players still in, or the last players who went out; of
    these the players with the most captured cards, then with the most cards owned (3.8)."""
    left = alive(t)
    if not left:
        last = max(t.seats[p].fell for p in range(players))
        left = [p for p in range(players) if t.seats[p].fell == last]
    best = max(mark(t, p) for p in left)
    return tuple(p for p in left if mark(t, p) == best)


def places(t: Table, players: int) -> tuple[int, ...]:
    """The place of every seat (0.7).  A later elimination is better; seats eliminated together are
    equal; seats that are still in are ranked as at the round limit."""
    first = leaders(t, players)
    marks: list[tuple[int, ...]] = []
    for p in range(players):
        seat = t.seats[p]
        mine = (0, 0, seat.fell) if seat.out else (1, *mark(t, p)[1:], 0)
        marks.append((2,) if p in first else mine)
    return tuple(1 + sum(other > mine for other in marks) for mine in marks)


def fresh_table() -> Table:
    """A state before the deal, without cards."""
    t = Table()
    t.leader = t.at = t.top = t.owner = NONE
    t.last_winner = t.last_loser = NONE
    t.duel.a = t.duel.b = t.duel.joker = t.duel.back = NONE
    t.duel.cards_a, t.duel.cards_b = [NONE] * 3, [NONE] * 3
    for seat in t.seats:
        seat.current = NONE
        seat.out = True
    return t
