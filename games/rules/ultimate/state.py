"""The state of a game of Ultimate War (sections 2.2, 2.5, 2.9)."""

from enum import IntEnum
from typing import Annotated

from games.rules.cards import NONE, Pile
from games.rules.game import Refusal
from games.rules.game import Reject as Common
from games.rules.phrases import gettext_noop as _
from games.rules.records import Byte, CardSet, Flag, Int, Record, Time, Word

SEATS = 8
HAND, STACK = 52, 53  # besides field cards, what a player may fight with
PULSE_MS = 4_000  # pace=pulse: how often each player's secret act is done
GRACE_MS = 3_000  # to answer a challenge after a refused change
MULTI_PAUSE_MS = 60_000  # between two calls of the table by the same player
RULES = 3  # the version of these rules; games keep the one they were dealt under
STOPPED_CLOCKS = 3  # first version in which calls stop every clock, and pots lie as they came
PASSED = -2  # in a call of the table: has declined


class Reject(Refusal):
    OK = Common.OK
    NOT_YOUR_SEAT = Common.NOT_YOUR_SEAT
    GAME_OVER = Common.GAME_OVER
    YOU_ARE_OUT = Common.YOU_ARE_OUT
    WRONG_PHASE = Common.WRONG_PHASE
    BAD_PARAM = Common.BAD_PARAM
    ALREADY = Common.ALREADY
    HAND_FULL = 40, _("Your hand already holds a card.")
    HAND_EMPTY = 41, _("Your hand is empty.")
    STACK_EMPTY = 42, _("Your stack is empty.")
    FIELD_FULL = 43, _("Your field is full: it holds three cards at most.")
    NO_SOURCE = 44, _("There is no such card to fight with.")
    LOCKED = 45, _("That card is locked until a challenge is answered.")
    PLEDGED = 46, _("That card is at stake in your challenge.")
    TARGET_GONE = 47, _("Too late: that card is gone.")
    TARGET_LOCKED = 48, _("That card is locked in another challenge.")
    TARGET_BUSY = 49, _("That player is already being challenged.")
    OPTION_NEEDED = 50, _("Stake a field card as well, not the one you fight with.")
    ONE_AT_A_TIME = 51, _("You already have an open challenge.")
    NO_CHALLENGE = 52, _("That challenge is over.")
    ALREADY_PROPOSED = 53, _("You can propose another card only once in a challenge.")
    HAS_FIELD = 54, _("That player has a field card.")
    TOO_SOON = 55, _("That player has not been without a field card for long enough.")
    COOLDOWN = 56, _("Too fast: you have only just attacked.")
    TABLE_CALLED = 57, _("The whole table has been called: join or pass first.")
    NOT_PLAYED = 58, _("This table does not play with that rule.")


class Zone(IntEnum):
    """The place a card comes from; cards move from stack to hand, and from both to the field."""

    STACK = 0
    HAND = 1
    FIELD = 2


class Force(IntEnum):
    """The rule for field cards that are put in for players who do not join a call of the table
    (2.7)."""

    LOWEST = 0
    HIGHEST = 1
    NONE = 2


class End(IntEnum):
    """The way in which a game ended (0.7)."""

    PLAYING = 0
    ALL = 1
    DEADLOCK = 2
    CLOCK = 3
    RESIGN = 4
    AGREED = 5
    ABANDONED = 6
    LIMIT = 7


class Field(Record):
    """Up to three open cards, oldest first, and the time (ms) at which each card was put down."""

    size: Byte
    cards: Annotated[list[int], 3]
    since: Annotated[list[Annotated[int, "i8"]], 3]


class Challenge(Record):
    """The challenge by the player of this seat, at most one."""

    number: Int  # 0: none open
    source: Byte  # the card they fight with: HAND, STACK or a field card; locked
    target: Byte
    zone: Byte  # HAND or STACK of the target; locked
    options: CardSet  # field cards offered instead; pledged
    opened: Time
    until: Time  # then it is accepted
    proposed: Flag  # the target has offered another card (once)
    proposal: Byte  # that card (HAND, STACK or a field card) while consent is open
    consent_until: Time


class Plan(Record):
    """The act that a player has handed in for the next pulse; `kind` is NONE without an act."""

    kind: Byte
    a: Annotated[int, "i8"]
    b: Annotated[int, "i8"]
    c: Annotated[int, "i8"]
    d: Annotated[int, "i8"]


class Seat(Record):
    """One seat of a table.  Unused seats are `out`."""

    stack: Pile  # face down; only the top card is playable
    hand: Byte
    field: Field
    played: Pile  # committed to the confrontation being resolved, in the order played
    up: Byte  # the one that counts
    fights: Flag  # still a contender
    challenge: Challenge
    joined: Byte  # in a call of the table: the source, PASSED, or NONE: no answer yet
    bare_at: Time  # when an empty field can be called to a war; 0: not empty
    ready_at: Time  # when the next attack is allowed
    call_at: Time  # when they may next stop the table
    plan: Plan
    out: Flag
    resigned: Flag
    fell: Byte  # went out with the n-th elimination; 0: still in
    turn: Int  # decisions so far: their own acts, and what they were asked
    since: Time  # when the current one began
    touched: Time  # when they were last in a confrontation
    fought: Int  # the number of that confrontation


class Multi(Record):
    """A call of the table; while it is open, players may only answer it or resign."""

    open: Flag
    caller: Byte
    force: Annotated[Force, "i1"]
    opened: Time
    until: Time


class Table(Record):
    """The state of a game of Ultimate War.  Times are ms since the game started."""

    rules: Byte  # the version of the rules it is played by
    players: Byte
    now: Time  # time of the last act or timer
    end: Annotated[End, "i1"]
    winner: Byte  # winner of the last confrontation
    fights: Int  # confrontations resolved
    wars: Int
    challenges: Int  # opened so far; the last one's number
    falls: Byte  # eliminations so far; players who go out together count once
    face_down: CardSet  # cards laid face down in the confrontation being resolved
    pot: Pile  # cards of the confrontation being resolved, in the order in which they came
    center: Pile
    seats: Annotated[list[Seat], 8]
    multi: Multi
    stopped: Time  # how long calls of the table have stopped the clocks so far
    stall_at: Time  # when the muster is due
    pulse_at: Time  # when the next pulse is due
    turn: Int  # acts and timers so far
    last_size: Byte  # cards of the last packet won
    rng: Word


def total(seat: Seat) -> int:
    """The number of cards of a seat: stack, hand and field."""
    return seat.stack.size + (seat.hand != NONE) + seat.field.size


def alive(t: Table) -> list[int]:
    return [p for p in range(t.players) if not t.seats[p].out]


def field_cards(seat: Seat) -> list[int]:
    """The cards on the field, oldest first."""
    return seat.field.cards[: seat.field.size]


def leaders(t: Table) -> tuple[int, ...]:
    """The winners: after a deadlock the players tied without a card, otherwise the players still in
    who have the most cards (0.7, 2.9)."""
    if t.end == End.DEADLOCK:
        return tuple(p for p in range(t.players) if t.seats[p].fights)
    left = alive(t)
    most = max(total(t.seats[p]) for p in left)
    return tuple(p for p in left if total(t.seats[p]) == most)


def places(t: Table) -> tuple[int, ...]:
    """The place of every seat (0.7).  A later elimination is better; seats eliminated together are
    equal; seats that are still in are ranked by their cards."""
    first = leaders(t)
    marks = []
    for p in range(t.players):
        seat = t.seats[p]
        mark = (0, total(seat), 0) if not seat.out else (0, -1, seat.fell)
        marks.append((1, 0, 0) if p in first else mark)
    return tuple(1 + sum(other > mine for other in marks) for mine in marks)


def fresh_table(players: int) -> Table:
    """A state before the deal, without cards."""
    t = Table()
    t.rules = RULES
    t.players = players
    t.winner = NONE
    for p, seat in enumerate(t.seats):
        seat.hand = seat.up = seat.joined = seat.plan.kind = seat.challenge.proposal = NONE
        seat.out = p >= players
    return t
