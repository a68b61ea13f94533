"""What the table says about the moment: a title and a line of detail, and what a seat is asked."""

from typing import Any

from games.rules.cards import NONE
from games.rules.phrases import ENGLISH
from games.rules.ultimate.make_events import zone_of
from games.rules.ultimate.options import Options
from games.rules.ultimate.state import End, Force, Table, Zone, leaders
from games.rules.ultimate.text.words import ENDS
from games.rules.ultimate.zones import challenger_of
from games.rules.words import SEATS, cards, say, win

ZONES = {Zone.STACK: "stack", Zone.HAND: "hand", Zone.FIELD: "field"}
_FORCED = {
    Force.LOWEST: "If time runs out, you pass and your lowest field card goes in.",
    Force.HIGHEST: "If time runs out, you pass and your highest field card goes in.",
    Force.NONE: "If time runs out, you pass.",
}


def verdict(end: End, winners: list[int]) -> str:
    """Who won and why, in one sentence; winners are seats from 1."""
    return win([seat - 1 for seat in winners], SEATS, ENDS[end], ENGLISH, drawn=end == End.DEADLOCK)


def call(t: Table, o: Options, seat: int | None) -> dict[str, str]:
    """Title and detail for the middle of the table."""
    pot = f"{cards(t.center.size)} in the middle go to the next winner" if t.center.size else ""
    if t.end != End.PLAYING:
        return say("Game over", verdict(t.end, [p + 1 for p in leaders(t)]))
    if t.multi.open:
        who = "You call" if seat == t.multi.caller else f"Seat {t.multi.caller + 1} calls"
        return say(f"{who} the whole table", "Everyone puts in a card or passes")
    if seat is not None:
        against = challenger_of(t, seat)
        if against != NONE:
            zone = ZONES[zone_of(t.seats[against].challenge.zone)]
            return say(f"Seat {against + 1} challenges your {zone}", pot)
    if t.fights == 0 and t.turn == 0:
        return say("The cards are dealt", pot or "There are no turns: act when you like")
    return say("Anyone can act", pot)


def asks(t: Table, o: Options, seat: int | None) -> dict[str, Any] | None:
    """What this seat is asked now: the acts, the label of the button, until when, and what
    happens when time runs out.  Acts that are always open (2.3) are in
    `acts` too, behind an empty label."""
    if seat is None or t.end != End.PLAYING or t.seats[seat].out:
        return None
    me = t.seats[seat]
    if t.multi.open:
        if me.joined != NONE:
            return None
        silence = _FORCED[t.multi.force]
        return asked(t, o, ["join", "pass"], "Join or pass", t.multi.until, silence)
    against = challenger_of(t, seat)
    c = me.challenge
    if against != NONE and t.seats[against].challenge.proposal == NONE:
        c = t.seats[against].challenge
        acts = ["accept", "option"] + (["change"] if o.change and not c.proposed else [])
        silence = "If time runs out, you accept the challenge."
        return asked(t, o, acts, "Answer the challenge", c.until, silence)
    if c.number and c.proposal != NONE:
        label = "Agree to the other card?"
        return asked(
            t, o, ["consent"], label, c.consent_until, "If time runs out, you do not agree."
        )
    return asked(t, o, [], "", None, "")


FREE = ["draw", "play", "deploy", "confront", "challenge", "war"]


def asked(
    t: Table, o: Options, acts: list[str], label: str, until: int | None, silence: str
) -> dict[str, Any]:
    """The row for the page; with pace=pulse everything is due at the pulse."""
    free = [] if t.multi.open else FREE + (["multi"] if o.multi else [])
    due = t.pulse_at if o.pulse else until
    return {"acts": acts + free, "label": label, "until": due, "silence": silence}
