"""The state of a game of War (sections 1.1-1.3, 1.10)."""

from enum import IntEnum
from typing import Annotated

from games.rules.cards import NONE, Pile
from games.rules.records import Byte, CardSet, Flag, Int, Record, Time, Word


class Phase(IntEnum):
    """The phases of a game (1.10).  JUDGE and WIN occur only between two stages of a move, never
    after it."""

    DEALT = 0  # the countdown runs
    FLIP = 1  # everyone turns their top card
    LAY = 2  # a war: everyone in it lays cards
    SLAP = 3  # a slap card is open: seats may slap
    JUDGE = 4  # the open cards are compared
    UNDERDOG = 5  # the losers of a war look at their face-down cards
    WIN = 6  # the battle is won
    COLLECT = 7  # the winner takes the cards
    OVER = 8


class Reason(IntEnum):
    """The reason for a win or a war.  The underdog rule may change a win by RANK or ZERO."""

    RANK = 0
    ZERO = 1
    UNDERDOG = 2
    SLAP = 3
    SOLE = 4
    TIE = 5
    AUTO = 6
    CYCLE = 7


class End(IntEnum):
    """The way in which a game ended (0.7)."""

    PLAYING = 0
    ALL = 1
    DEADLOCK = 2
    CAP = 3
    RESIGN = 4
    AGREED = 5
    ABANDONED = 6
    LIMIT = 7


class Seat(Record):
    """One seat of a table.  Unused seats are `out`."""

    pile: Pile  # face down, hidden from everyone
    played: Pile  # on the table, in the order played
    up: Byte  # the open card that counts
    fresh: Flag  # it was turned just now
    fights: Flag  # still a contender in this battle
    fought: Flag  # was in a war of this battle
    checked: Flag  # has looked for the underdog card
    hit: Flag  # has found an underdog card
    down: CardSet  # face-down cards that count for the underdog rule
    out: Flag
    resigned: Flag
    fell: Byte  # went out with the n-th elimination; 0: still in
    ready: Flag  # has turned, laid or checked in this phase
    auto: Flag  # the table turns for them at once
    locked: Int  # may not slap up to and including this battle
    eff: Int  # ms: the reaction in this slap window; NONE: did not slap


class Table(Record):
    """The state of a game of War.  Times are ms since the game started."""

    phase: Annotated[Phase, "i1"]
    end: Annotated[End, "i1"]
    winner: Byte  # winner of the battle; at the end, of the game
    reason: Annotated[Reason, "i1"]
    battles: Int
    wars: Int
    depth: Byte  # wars in this battle so far
    falls: Byte  # eliminations so far; players who go out together count once
    face_down: CardSet  # cards face down on the table
    center: Pile
    seats: Annotated[list[Seat], 3]
    rng: Word
    # the previous battle, for the page
    last_winner: Byte
    last_reason: Annotated[Reason, "i1"]
    last_size: Byte
    # pacing (1.10) and slaps (1.9)
    turn: Int  # decisions opened so far
    since: Time  # when the current one opened
    until: Time  # when its timer fires; NONE: never
    reveal: Int  # number of the last cards turned face up
    show_at: Time  # when they are shown
    lead: Int  # how long before that they are sent
    slappable: Flag  # a slap card is among them
    hurry: Flag  # a fast-forward was agreed
    # Brent's search for a repetition (1.12)
    lap: Int
    power: Int
    kept_sizes: Annotated[list[int], 3]
    kept_ranks: Annotated[list[int], 64]


def alive(t: Table) -> list[int]:
    return [p for p, seat in enumerate(t.seats) if not seat.out]


def pot_size(t: Table) -> int:
    return t.center.size + sum(seat.played.size for seat in t.seats)


def score(t: Table, p: int) -> int:
    """The number of cards of a seat in a stopped game, including its cards on the table."""
    return t.seats[p].pile.size + t.seats[p].played.size


def leaders(t: Table) -> tuple[int, ...]:
    """The winners of a finished game (0.7, 1.6): after a deadlock the tied players, otherwise the
    players still in who have the most cards."""
    left = alive(t)
    if t.end == End.DEADLOCK:
        return tuple(p for p, seat in enumerate(t.seats) if seat.fights)
    most = max(score(t, p) for p in left)
    return tuple(p for p in left if score(t, p) == most)


def places(t: Table, players: int) -> tuple[int, ...]:
    """The place of every seat (0.7).  A later elimination is better; seats eliminated together are
    equal; seats that are still in are ranked by their cards."""
    first = leaders(t)
    marks = []
    for p in range(players):
        seat = t.seats[p]
        winner = 1 if p in first else 0
        still = 1 if not seat.out else 0
        marks.append((winner, still, score(t, p) if still else 0, seat.fell))
    marks = [(1, 0, 0, 0) if m[0] else m for m in marks]
    return tuple(1 + sum(other > mine for other in marks) for mine in marks)


def fresh_table() -> Table:
    """A state before the deal, without cards."""
    t = Table()
    t.winner = t.last_winner = NONE
    for seat in t.seats:
        seat.up = seat.eff = NONE
    return t
