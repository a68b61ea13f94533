"""The view of a seat or a spectator on a game of Ultimate War (sections 0.4, 2.9): all fields, the
sizes of stacks, whether a seat has a hand card, all locks, clocks and open challenges, and the
seat's own hand, but no card of a stack or of another hand.  The view also lists the acts that the
seat may do, as far as the seat knows: pages highlight targets with this list, and bots choose from
it."""

from typing import Any

from games.rules.cards import NONE, UNKNOWN, hide, listed, name, one
from games.rules.game import Act, result_row
from games.rules.ultimate.legal import ACTS, Kind, may_act, set_codes, source_word
from games.rules.ultimate.make_events import zone_of
from games.rules.ultimate.options import Options
from games.rules.ultimate.play import hand_act
from games.rules.ultimate.state import (
    HAND,
    PASSED,
    STACK,
    STOPPED_CLOCKS,
    End,
    Plan,
    Reject,
    Table,
    field_cards,
    leaders,
    places,
    total,
)
from games.rules.ultimate.view_types import (
    AnswerCodes,
    Challenge,
    Clocks,
    FieldCard,
    FightWin,
    HandedAct,
    May,
    OwnHand,
    Proposal,
    Source,
    TableAnswer,
    TableCall,
    Target,
    UltimateSeat,
    UltimateView,
)
from games.rules.ultimate.zones import challenger_of, has_source, locked, pledged, usable
from games.rules.view_types import Asks

FAR = 1 << 50  # a time when every pause is over
_MOVES = {"draw": Kind.DRAW, "play": Kind.PLAY, "deploy": Kind.DEPLOY}


def code(why: Reject) -> str:
    """The code of a refusal; "" for an allowed act."""
    return "" if why == Reject.OK else why.name


def may(t: Table, o: Options, p: int) -> May:
    """The refusal codes ("" = allowed) for each move, source and target of seat p, who is still in.
    Pauses do not count; their ends are given as times.  `offers`: which of p's field cards can be
    options of a challenge (never the card to fight with)."""
    moves = {word: code(may_act(t, o, FAR, p, Act(int(kind)))) for word, kind in _MOVES.items()}
    own = [STACK, HAND, *field_cards(t.seats[p])]
    sources = {source_word(s): code(usable(t, p, s, 0)) for s in own}
    offers = {name(s): code(usable(t, p, s, 0)) for s in own if s < HAND}
    targets = [target(t, o, p, q) for q in range(t.players) if q != p]
    answers = answer(t, o, p, own)
    return {
        "moves": moves,
        "sources": sources,
        "offers": offers,
        "targets": targets,
        "answer": answers,
        "ready_at": t.seats[p].ready_at,
        "call_at": max(t.seats[p].call_at, t.seats[p].ready_at) if o.multi else None,
    }


def target(t: Table, o: Options, p: int, q: int) -> Target:
    """The refusal codes for acts of p against q: to strike field cards, to challenge stack or hand
    (with an option and a source of p's own), and to call a war (from the seat's `war_at` on)."""
    war = may_act(t, o, FAR, p, Act(int(Kind.WAR), q))
    return {
        "seat": q + 1,
        "field": code(Reject.TABLE_CALLED if t.multi.open else Reject.OK),
        "stack": code(challengeable(t, p, q, STACK)),
        "hand": code(challengeable(t, p, q, HAND)),
        "war": code(war),
    }


def challengeable(t: Table, p: int, q: int, zone: int) -> Reject:
    """The reason why p cannot challenge this zone of q with any card; OK if p can."""
    if t.multi.open:
        return Reject.TABLE_CALLED
    if not has_source(t.seats[q], zone):
        return Reject.TARGET_GONE
    if locked(t, q) >> zone & 1:
        return Reject.TARGET_LOCKED
    if t.seats[p].challenge.number:
        return Reject.ONE_AT_A_TIME
    return Reject.OK if challenger_of(t, q) < 0 else Reject.TARGET_BUSY


def answer(t: Table, o: Options, p: int, own: list[int]) -> AnswerCodes | None:
    """The refusal codes for p's answers to a challenge, by source: to fight an option card, or to
    offer another card instead (`change`; empty if the rules do not allow this, or if p has done so
    already).  None without a challenge."""
    against = challenger_of(t, p)
    if against == NONE:
        return None
    c = t.seats[against].challenge
    struck = next((card for card in range(HAND) if c.options & one(card)), NONE)
    option, change = int(Kind.OPTION), int(Kind.CHANGE)
    changes = o.change and not c.proposed
    return {
        "id": c.number,
        "option": {
            source_word(s): code(may_act(t, o, FAR, p, Act(option, c.number, s, struck)))
            for s in own
        },
        "change": {
            source_word(s): code(may_act(t, o, FAR, p, Act(change, c.number, s)))
            for s in own
            if changes and s != c.zone
        },
    }


def view(t: Table, o: Options, seat: int | None) -> UltimateView:
    """The game as `seat` (None: a spectator) may see it, ready for JSON; seats count from 1, times
    are ms of the game.  `turn` counts this viewer's decisions (for a spectator, all events),
    `since` is the time when the latest decision opened, and `touched` the time of the seat's last
    confrontation."""
    over = t.end != End.PLAYING
    mine = None if seat is None else t.seats[seat]
    question = asks(t, o, seat)
    return {
        "game": "ultimate",
        "phase": "over" if over else "multi" if t.multi.open else "running",
        "you": None if seat is None else seat + 1,
        "number": t.fights,
        "wars": t.wars,
        "pot": t.center.size,
        "center": t.center.size,
        "turn": t.turn if mine is None else mine.turn,
        "since": t.now if mine is None else mine.since,
        "touched": None if mine is None else mine.touched,
        "until": question["until"] if question else None,
        "seats": [seat_view(t, o, p, seat) for p in range(t.players)],
        "challenges": challenges(t),
        "multi": multi(t),
        "clocks": clocks(t, o),
        "last": last(t),
        "plan": plan(t, seat),
        "may": None if seat is None or over or t.seats[seat].out else may(t, o, seat),
        "asks": question,
        "result": result_row(t.end, leaders(t), places(t)) if over else None,
    }


FREE = ["draw", "play", "deploy", "confront", "challenge", "war"]


def asks(t: Table, o: Options, seat: int | None) -> Asks | None:
    """The acts open to this seat and their deadlines, which are pulses with pace=pulse.  Answers to
    questions come first, then the acts that are always open (2.3)."""
    if seat is None or t.end != End.PLAYING or t.seats[seat].out:
        return None
    acts, until = FREE + (["multi"] if o.multi else []), None
    against, c = challenger_of(t, seat), t.seats[seat].challenge
    if t.multi.open:
        if t.seats[seat].joined != NONE:
            return None
        acts, until = ["join", "pass"], t.multi.until
    elif against != NONE and t.seats[against].challenge.proposal == NONE:
        c = t.seats[against].challenge
        change = ["change"] if o.change and not c.proposed else []
        acts, until = ["accept", "option", *change, *acts], c.until
    elif c.number and c.proposal != NONE:
        acts, until = ["consent", *acts], c.consent_until
    return {"acts": acts, "until": t.pulse_at if o.pulse else until}


def blind(t: Table, o: Options, seat: int | None) -> Table:
    """A copy of the game in which everything that `seat` (None: a spectator) may not know is
    UNKNOWN: stacks, the cards in the middle, other hands, and acts handed in for the next pulse.
    The view of the copy is the same."""
    new = t.copy()
    hide(new.pot)
    hide(new.center)
    for p, row in enumerate(new.seats):
        hide(row.stack)
        hide(row.played)
        if p != seat and row.hand != NONE:
            row.hand = UNKNOWN
        if p != seat and row.plan.kind != NONE:
            row.plan = Plan()
            row.plan.kind = UNKNOWN
    new.face_down = 0
    new.rng = 0
    return new


def open_view(t: Table, o: Options) -> UltimateView:
    """The view with all cards open, stacks and hands included; for finished games."""
    out = view(t, o, None)
    for p, row in enumerate(out["seats"]):
        row["cards"] = [name(card) for card in listed(t.seats[p].stack)]
        row["hand"] = None if t.seats[p].hand == NONE else name(t.seats[p].hand)
    out["center_cards"] = [name(card) for card in listed(t.center)]
    return out


def seat_view(t: Table, o: Options, p: int, viewer: int | None) -> UltimateSeat:
    """One seat as the viewer sees it.  `war_at`: the time from which a war may be called on the
    seat; None while that clock does not run."""
    seat = t.seats[p]
    over = t.end != End.PLAYING
    bound = locked(t, p) if binds(t) else 0
    stops = t.multi.open and t.rules >= STOPPED_CLOCKS
    bare = not seat.out and not stops and seat.field.size == 0 and challenger_of(t, p) == NONE
    row: UltimateSeat = {
        "seat": p + 1,
        "stack": seat.stack.size,
        "hand": None if seat.hand == NONE else "??",
        "field": field(t, p, bound),
        "locked": [source_word(s) for s in (STACK, HAND) if bound & one(s)] if bound else [],
        "total": total(seat),
        "war_at": seat.bare_at if bare else None,
        "ready": seat.plan.kind != NONE or (t.multi.open and seat.joined != NONE),
        "out": seat.out,
        "place": places(t)[p] if over else None,
        "won": over and p in leaders(t),
    }
    return {**row, **own_fields(t, o, p)} if viewer == p else row


def binds(t: Table) -> bool:
    """Whether any open challenge or call could bind a card, which is rare."""
    for seat in t.seats:
        if seat.challenge.number:
            return True
    return t.multi.open


def own_fields(t: Table, o: Options, p: int) -> OwnHand:
    """The fields of seat p's row that only p may see: the hand card."""
    hand = t.seats[p].hand
    return {} if hand == NONE else {"hand": name(hand)}


def field(t: Table, p: int, bound: int) -> list[FieldCard]:
    """The field cards, oldest first; `since` is the time at which each card was put down."""
    row = t.seats[p].field
    offered = pledged(t, p)
    return [
        {
            "card": name(row.cards[i]),
            "since": row.since[i],
            "locked": bool(bound & one(row.cards[i])),
            "pledged": bool(offered & one(row.cards[i])),
        }
        for i in range(row.size)
    ]


def source(number: int) -> Source:
    """A source as every viewer may know it: its zone, and the card if it is open."""
    card = name(number) if number < HAND else None
    return {"zone": zone_of(number).name.lower(), "card": card}


def challenges(t: Table) -> list[Challenge]:
    """The open challenges, oldest first."""
    rows = list[Challenge]()
    for p in range(t.players):
        c = t.seats[p].challenge
        if c.number:
            rows.append(
                {
                    "id": c.number,
                    "seat": p + 1,
                    "source": source(c.source),
                    "target": c.target + 1,
                    "zone": zone_of(c.zone).name.lower(),
                    "options": set_codes(c.options),
                    "opened": c.opened,
                    "until": c.until,
                    "proposed": c.proposed,
                    "proposal": proposal(t, p),
                }
            )
    return sorted(rows, key=lambda row: row["id"])


def proposal(t: Table, p: int) -> Proposal | None:
    """The card that was offered in p's challenge, or None; `gone`: another player has captured it
    since."""
    c = t.seats[p].challenge
    if c.proposal == NONE:
        return None
    gone = not has_source(t.seats[c.target], c.proposal)
    return {**source(c.proposal), "until": c.consent_until, "gone": gone}


def multi(t: Table) -> TableCall | None:
    """The open call of the table; None without a call."""
    if not t.multi.open:
        return None
    answers = list[TableAnswer]()
    for p in range(t.players):
        joined = t.seats[p].joined
        if joined != NONE and not t.seats[p].out:
            if joined == PASSED:
                answers.append({"seat": p + 1, "act": "pass", "zone": None, "card": None})
            else:
                answers.append({"seat": p + 1, "act": "join", **source(joined)})
    return {
        "seat": t.multi.caller + 1,
        "force": t.multi.force.name.lower(),
        "opened": t.multi.opened,
        "until": t.multi.until,
        "answers": answers,
    }


def last(t: Table) -> FightWin | None:
    """The result of the last confrontation, with the open cards that decided it; None without a
    winner."""
    if t.winner == NONE:
        return None
    number = max(t.seats[p].fought for p in range(t.players))
    seats = [p for p in range(t.players) if t.seats[p].fought == number]
    return {
        "winner": t.winner + 1,
        "size": t.last_size,
        "cards": [{"seat": p + 1, "card": name(t.seats[p].up)} for p in seats],
    }


def clocks(t: Table, o: Options) -> Clocks:
    """The times of the end, the muster and the next pulse (None: never).  A call of the table stops
    the clocks of end and muster; until it is over, the times before the call are shown."""
    return {
        "end": o.clock + t.stopped,
        "muster": t.stall_at if o.stall else None,
        "pulse": t.pulse_at if o.pulse else None,
    }


def plan(t: Table, seat: int | None) -> HandedAct | None:
    """The act that this seat has handed in for the next pulse; None without an act."""
    if seat is None or t.seats[seat].plan.kind == NONE:
        return None
    act, args = ACTS.write_act(hand_act(t.seats[seat].plan))
    return {"act": act, "args": args}


def standing(t: Table, o: Options) -> dict[str, Any]:
    """The facts that lists and the chart of card shares show: cards of each seat and in the centre,
    confrontations, wars."""
    counts = [total(t.seats[p]) for p in range(t.players)]
    return {"counts": counts, "pot": t.center.size, "number": t.fights, "wars": t.wars}
