"""The acts of Ultimate War, and the conditions under which they are legal (section 2.3).  The card
to fight with (`src`) is "stack", "hand" or the code of one's own field card.  Seats count from 1
outside the rules.  Targets are named by card, so a late click never hits a different card.  Whether
an act is legal depends on the state when the act is taken from the queue."""

from enum import IntEnum
from typing import Any

from games.rules.acts import CARD, ActTable, Param, Reader, between, one_of
from games.rules.cards import NONE, card, name, one
from games.rules.game import Act
from games.rules.jit import jit
from games.rules.ultimate.options import Options
from games.rules.ultimate.state import HAND, SEATS, STACK, End, Force, Reject, Table
from games.rules.ultimate.zones import (
    challenger_of,
    field_set,
    has_source,
    locked,
    open_challenge,
    place_in,
    supply,
    usable,
)


class Kind(IntEnum):
    """The kinds of acts, with the meaning of the numbers a..d; only the server sends STOP."""

    DRAW = 0
    PLAY = 1
    DEPLOY = 2
    CONFRONT = 3  # source, seat, card
    CHALLENGE = 4  # source, seat, zone, set of options
    ACCEPT = 5  # number
    OPTION = 6  # number, source, card
    CHANGE = 7  # number, source
    CONSENT = 8  # number, 1 yes 0 no
    WAR = 9  # seat
    MULTI = 10  # source, force
    JOIN = 11  # source
    PASS = 12
    RESIGN = 13
    STOP = 14  # AGREED, ABANDONED or LIMIT of End


ZONES = {"hand": HAND, "stack": STACK}
_NUMBER = between(1, SEATS)


def source(value: Any) -> int:
    """The source that a client names: HAND, STACK or a card.

    Raises:
        ValueError: the value is none of these.
    """
    return ZONES[value] if value in ("hand", "stack") else one_card(value)


def source_word(number: int) -> str:
    """The name of a source, as clients write it."""
    return {HAND: "hand", STACK: "stack"}.get(number) or name(number)


def one_card(value: Any) -> int:
    """The card with this code.

    Raises:
        ValueError: the value is not the code of a card.
    """
    number = card(value) if isinstance(value, str) else -1
    if number < 0:
        raise ValueError(value)
    return number


def card_set(value: Any) -> int:
    """The set of these cards: at most three, and no card twice.

    Raises:
        ValueError: the value is not a list of this kind.
    """
    if not isinstance(value, list) or len(value) > 3:
        raise ValueError(value)
    cards = [one_card(code) for code in value]
    if len(set(cards)) < len(cards):
        raise ValueError(value)
    return sum(one(c) for c in cards)


def set_codes(cards: int) -> list[str]:
    return [name(c) for c in range(52) if cards >> c & 1]


def _seat(value: Any) -> int:
    return _NUMBER(value) - 1


def _yes(value: Any) -> int:
    if not isinstance(value, bool):
        raise ValueError(value)
    return int(value)


_FORCES = {word: int(Force[word.upper()]) for word in ("lowest", "highest", "none")}
_ENDS = {word: int(End[word.upper()]) for word in ("agreed", "abandoned", "limit")}
_CARDS = {"type": "array", "items": CARD, "maxItems": 3, "uniqueItems": True}
_SRC = Param("src", Reader(source, {"anyOf": [{"enum": list(ZONES)}, CARD]}), source_word)
_SEAT = Param("seat", Reader(_seat, _NUMBER.schema), lambda number: number + 1)
_CARD = Param("card", Reader(one_card, CARD), name)
# Not "id": in a client's message that is the id of the command.
_ID = Param("challenge", between(1, 10**6), int)
_STORED: dict[Kind, tuple[Param, ...]] = {
    Kind.DRAW: (),
    Kind.PLAY: (),
    Kind.DEPLOY: (),
    Kind.CONFRONT: (_SRC, _SEAT, _CARD),
    Kind.CHALLENGE: (
        _SRC,
        _SEAT,
        Param("zone", one_of(ZONES), source_word),
        Param("options", Reader(card_set, _CARDS), set_codes),
    ),
    Kind.ACCEPT: (_ID,),
    Kind.OPTION: (_ID, _SRC, _CARD),
    Kind.CHANGE: (_ID, _SRC),
    Kind.CONSENT: (_ID, Param("yes", Reader(_yes, {"type": "boolean"}), bool)),
    Kind.WAR: (_SEAT,),
    Kind.MULTI: (
        _SRC,
        Param("force", one_of(_FORCES), lambda number: Force(number).name.lower()),
    ),
    Kind.JOIN: (_SRC,),
    Kind.PASS: (),
    Kind.RESIGN: (),
    Kind.STOP: (Param("end", one_of(_ENDS), lambda number: End(number).name.lower()),),
}
_ASKED = {kind: params for kind, params in _STORED.items() if kind != Kind.STOP}
ACTS = ActTable(Kind, _ASKED, _STORED)


@jit
def may_draw(t: Table, p: int) -> Reject:
    """Whether p may move the top of the stack to the hand."""
    if t.seats[p].hand != NONE:
        return Reject.HAND_FULL
    if t.seats[p].stack.size == 0:
        return Reject.STACK_EMPTY
    return Reject.LOCKED if locked(t, p) & one(STACK) != 0 else Reject.OK


@jit
def may_play(t: Table, p: int) -> Reject:
    """Whether p may move the hand card to the field."""
    if t.seats[p].hand == NONE:
        return Reject.HAND_EMPTY
    if t.seats[p].field.size >= 3:
        return Reject.FIELD_FULL
    return Reject.LOCKED if locked(t, p) & one(HAND) != 0 else Reject.OK


@jit
def may_deploy(t: Table, p: int) -> Reject:
    """Whether p may move the top of the stack to the field."""
    if t.seats[p].stack.size == 0:
        return Reject.STACK_EMPTY
    if t.seats[p].field.size >= 3:
        return Reject.FIELD_FULL
    return Reject.LOCKED if locked(t, p) & one(STACK) != 0 else Reject.OK


@jit
def is_other(t: Table, p: int, q: int) -> bool:
    """Whether q is another seat of this table."""
    return 0 <= q < t.players and q != p


@jit
def may_confront(t: Table, now: int, p: int, act: Act) -> Reject:
    """Whether p may use a source to strike a card that is in a field now."""
    why = usable(t, p, act.a, 0)
    if why != Reject.OK:
        return why
    if not is_other(t, p, act.b):
        return Reject.BAD_PARAM
    if place_in(t.seats[act.b].field, act.c) == NONE:
        return Reject.TARGET_GONE
    return Reject.COOLDOWN if now < t.seats[p].ready_at else Reject.OK


@jit
def good_options(t: Table, p: int, source: int, options: int) -> Reject:
    """Whether these field cards can be p's options: at least one card, no bound card, and not the
    card to challenge with."""
    mine = field_set(t.seats[p].field)
    if options == 0 or options & ~mine != 0 or options & one(source) != 0:
        return Reject.OPTION_NEEDED
    return Reject.LOCKED if options & locked(t, p) != 0 else Reject.OK


@jit
def may_challenge(t: Table, now: int, p: int, act: Act) -> Reject:
    """Whether p may challenge another player's hand or stack with a source, offering field cards as
    options."""
    why = usable(t, p, act.a, 0)
    if why != Reject.OK:
        return why
    if not is_other(t, p, act.b) or (act.c != HAND and act.c != STACK):
        return Reject.BAD_PARAM
    if not has_source(t.seats[act.b], act.c):
        return Reject.TARGET_GONE
    if locked(t, act.b) & one(act.c) != 0:
        return Reject.TARGET_LOCKED
    why = good_options(t, p, act.a, act.d)
    if why != Reject.OK:
        return why
    if t.seats[p].challenge.number > 0:
        return Reject.ONE_AT_A_TIME
    if challenger_of(t, act.b) != NONE:
        return Reject.TARGET_BUSY
    return Reject.COOLDOWN if now < t.seats[p].ready_at else Reject.OK


@jit
def may_answer(t: Table, o: Options, p: int, act: Act) -> Reject:
    """Whether p may accept a challenge, fight an option, or propose a card: only the challenged
    player may, and may propose only one card."""
    challenger = open_challenge(t, act.a)
    if challenger == NONE or t.seats[challenger].challenge.target != p:
        return Reject.NO_CHALLENGE
    c = t.seats[challenger].challenge
    if act.kind == Kind.CHANGE and not o.change:
        return Reject.NOT_PLAYED
    if c.proposal != NONE:
        return Reject.WRONG_PHASE if act.kind != Kind.CHANGE else Reject.ALREADY_PROPOSED
    if act.kind == Kind.ACCEPT:
        return Reject.OK
    if act.kind == Kind.OPTION:
        if not 0 <= act.c < HAND:
            return Reject.BAD_PARAM
        if c.options & one(act.c) == 0:
            return Reject.TARGET_GONE
        return usable(t, p, act.b, one(c.zone))
    if c.proposed:
        return Reject.ALREADY_PROPOSED
    if act.b == c.zone:
        return Reject.BAD_PARAM
    return usable(t, p, act.b, 0)


@jit
def may_consent(t: Table, p: int, act: Act) -> Reject:
    """Whether p may accept or refuse the proposed card: only the challenger may, while the proposal
    is open."""
    c = t.seats[p].challenge
    if act.a <= 0 or c.number != act.a or c.proposal == NONE:
        return Reject.NO_CHALLENGE
    return Reject.OK if 0 <= act.b <= 1 else Reject.BAD_PARAM


@jit
def may_war(t: Table, now: int, p: int, act: Act) -> Reject:
    """Whether p may call war on a player who has had no field card for too long; that player cannot
    refuse (2.6)."""
    if not is_other(t, p, act.a):
        return Reject.BAD_PARAM
    target = t.seats[act.a]
    if target.out:
        return Reject.TARGET_GONE
    if target.field.size > 0:
        return Reject.HAS_FIELD
    if now < target.bare_at:
        return Reject.TOO_SOON
    if challenger_of(t, act.a) != NONE:
        return Reject.TARGET_BUSY
    if supply(t, p) == 0 or supply(t, act.a) == 0:
        return Reject.NO_SOURCE
    return Reject.COOLDOWN if now < t.seats[p].ready_at else Reject.OK


@jit
def may_call(t: Table, o: Options, now: int, p: int, act: Act) -> Reject:
    if not o.multi:
        return Reject.NOT_PLAYED
    why = usable(t, p, act.a, 0)
    if why != Reject.OK:
        return why
    if not Force.LOWEST <= act.b <= Force.NONE:
        return Reject.BAD_PARAM
    if now < t.seats[p].ready_at or now < t.seats[p].call_at:
        return Reject.COOLDOWN
    return Reject.OK


@jit
def may_join(t: Table, p: int, act: Act) -> Reject:
    """Whether p may put a card into the call of the table, or pass, which is allowed once."""
    if not t.multi.open:
        return Reject.WRONG_PHASE
    if t.seats[p].joined != NONE:
        return Reject.ALREADY
    return usable(t, p, act.a, 0) if act.kind == Kind.JOIN else Reject.OK


@jit
def may_move(t: Table, p: int, kind: int) -> Reject:
    """Whether p may move a card: stack to hand, hand to field, or stack to field."""
    if kind == Kind.DRAW:
        return may_draw(t, p)
    if kind == Kind.PLAY:
        return may_play(t, p)
    return may_deploy(t, p)


@jit
def may_act(t: Table, o: Options, now: int, p: int, act: Act) -> Reject:
    """Whether p, who is still in, may do this act of section 2.3."""
    if t.multi.open and act.kind != Kind.JOIN and act.kind != Kind.PASS:
        return Reject.TABLE_CALLED
    if act.kind <= Kind.DEPLOY:
        return may_move(t, p, act.kind)
    if act.kind == Kind.CONFRONT:
        return may_confront(t, now, p, act)
    if act.kind == Kind.CHALLENGE:
        return may_challenge(t, now, p, act)
    if act.kind <= Kind.CHANGE:
        return may_answer(t, o, p, act)
    if act.kind == Kind.CONSENT:
        return may_consent(t, p, act)
    if act.kind == Kind.WAR:
        return may_war(t, now, p, act)
    if act.kind == Kind.MULTI:
        return may_call(t, o, now, p, act)
    return may_join(t, p, act)


@jit
def well_formed(t: Table, act: Act) -> bool:
    """Whether these numbers form an act, whether or not it is legal now."""
    k = act.kind
    if k == Kind.CONFRONT:
        return 0 <= act.a <= STACK and 0 <= act.b < t.players and 0 <= act.c < HAND
    if k == Kind.CHALLENGE:
        target = 0 <= act.b < t.players and HAND <= act.c <= STACK
        return 0 <= act.a <= STACK and target and 0 <= act.d < one(HAND)
    if k == Kind.WAR:
        return 0 <= act.a < t.players
    if k == Kind.MULTI:
        return 0 <= act.a <= STACK and Force.LOWEST <= act.b <= Force.NONE
    if k == Kind.JOIN:
        return 0 <= act.a <= STACK
    if k == Kind.OPTION:
        return act.a > 0 and 0 <= act.b <= STACK and 0 <= act.c < HAND
    if k == Kind.CHANGE:
        return act.a > 0 and 0 <= act.b <= STACK
    if k == Kind.CONSENT:
        return act.a > 0 and 0 <= act.b <= 1
    return act.a > 0 if k == Kind.ACCEPT else True


@jit
def legal(t: Table, o: Options, now: int, p: int, act: Act) -> Reject:
    """Whether seat p (NONE: the server) may do this act at time `now`.  Changes nothing.  With
    pace=pulse the acts of section 2.3 are only handed in, and judged at the pulse."""
    server = act.kind == Kind.STOP
    if server != (p == NONE) or not NONE <= p < t.players:
        return Reject.NOT_YOUR_SEAT
    if t.end != End.PLAYING:
        return Reject.GAME_OVER
    if server:
        return Reject.OK if End.AGREED <= act.a <= End.LIMIT else Reject.BAD_PARAM
    if t.seats[p].out:
        return Reject.YOU_ARE_OUT
    if not 0 <= act.kind < Kind.STOP:
        return Reject.BAD_PARAM
    if act.kind == Kind.RESIGN:
        return Reject.OK
    if o.pulse:
        return Reject.OK if well_formed(t, act) else Reject.BAD_PARAM
    return may_act(t, o, now, p, act)
