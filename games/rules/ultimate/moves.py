"""What a seat could do, from what it knows: for lighting up targets and for bots."""

from typing import Any

from games.rules.cards import NONE, name, one
from games.rules.game import Act
from games.rules.ultimate.acts import Kind, source_word
from games.rules.ultimate.legal import may_act
from games.rules.ultimate.options import Options
from games.rules.ultimate.state import HAND, STACK, Reject, Table, field_cards
from games.rules.ultimate.zones import challenger_of, has_source, locked, usable

FAR = 1 << 50  # a time at which every pause is over
_MOVES = {"draw": Kind.DRAW, "play": Kind.PLAY, "deploy": Kind.DEPLOY}
# Refusals that a page may have to explain though no row of the view holds them now.
_EXPLAINED = {
    code.name for code in (Reject.OPTION_NEEDED, Reject.COOLDOWN, Reject.TOO_SOON, Reject.NO_SOURCE)
}


def code(why: Reject) -> str:
    """ "" for yes, else the code of the refusal."""
    return "" if why == Reject.OK else why.name


def may(t: Table, o: Options, p: int) -> dict[str, Any]:
    """For seat p, who is in: the code that refuses each move, source and target ("" = allowed;
    `why` has the sentences), apart from the pauses, which are given as times.  `offers`: which
    of his field cards can be options of a challenge (never the one he fights with)."""
    moves = {word: code(may_act(t, o, FAR, p, Act(int(kind)))) for word, kind in _MOVES.items()}
    own = [STACK, HAND, *field_cards(t.seats[p])]
    sources = {source_word(s): code(usable(t, p, s, 0)) for s in own}
    offers = {name(s): code(usable(t, p, s, 0)) for s in own if s < HAND}
    targets = [target(t, o, p, q) for q in range(t.players) if q != p]
    answers = answer(t, o, p, own)
    codes = {*moves.values(), *sources.values(), *_EXPLAINED}
    codes |= {row[key] for row in targets for key in ("field", "stack", "hand", "war")}
    for key in ("option", "change"):
        codes |= set(answers[key].values()) if answers else set()
    return {
        "moves": moves,
        "sources": sources,
        "offers": offers,
        "targets": targets,
        "answer": answers,
        "ready_at": t.seats[p].ready_at,
        "call_at": max(t.seats[p].call_at, t.seats[p].ready_at) if o.multi else None,
        "why": {word: Reject[word].sentence for word in sorted(codes - {""})},
    }


def target(t: Table, o: Options, p: int, q: int) -> dict[str, Any]:
    """What p may do to q: strike his field cards, challenge his stack or hand (with an option
    and a source of his own), call a war (from `war_at` of his seat on)."""
    war = may_act(t, o, FAR, p, Act(int(Kind.WAR), q))
    return {
        "seat": q + 1,
        "field": code(Reject.TABLE_CALLED if t.multi.open else Reject.OK),
        "stack": code(challengeable(t, p, q, STACK)),
        "hand": code(challengeable(t, p, q, HAND)),
        "war": code(war),
    }


def challengeable(t: Table, p: int, q: int, zone: int) -> Reject:
    """Why p cannot challenge this zone of q, whatever he fights with."""
    if t.multi.open:
        return Reject.TABLE_CALLED
    if not has_source(t.seats[q], zone):
        return Reject.TARGET_GONE
    if locked(t, q) >> zone & 1:
        return Reject.TARGET_LOCKED
    if t.seats[p].challenge.number:
        return Reject.ONE_AT_A_TIME
    return Reject.OK if challenger_of(t, q) < 0 else Reject.TARGET_BUSY


def answer(t: Table, o: Options, p: int, own: list[int]) -> dict[str, Any] | None:
    """With what p may answer the challenge against him: fight an option card, or offer another
    card instead (`change`; empty if that is not played, or done already)."""
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
