"""Functions that make the events of Ultimate War from its state; never compiled."""

from games.rules.cards import NONE, listed, one
from games.rules.game import Act
from games.rules.ultimate import call_events as calls
from games.rules.ultimate import events as ev
from games.rules.ultimate.options import Options
from games.rules.ultimate.state import (
    HAND,
    SEATS,
    STACK,
    Reject,
    Table,
    Zone,
    field_cards,
    leaders,
    places,
)


def zone_of(source: int) -> Zone:
    return {HAND: Zone.HAND, STACK: Zone.STACK}.get(source, Zone.FIELD)


def open_card(source: int) -> int:
    """The card of a source if the source is open; NONE if it is hidden."""
    return source if source < HAND else NONE


def confronted(t: Table, p: int, source: int, card: int, q: int, struck: int) -> ev.Confront:
    """The event of p's card striking a field card of q."""
    return ev.Confront(t.now, p, zone_of(source), card, q, struck)


def challenged(t: Table, p: int) -> calls.Challenge:
    c = t.seats[p].challenge
    options = tuple(card for card in field_cards(t.seats[p]) if c.options & one(card))
    return calls.Challenge(
        t.now,
        c.number,
        p,
        zone_of(c.source),
        open_card(c.source),
        c.target,
        zone_of(c.zone),
        options,
        c.until,
    )


def accepted(t: Table, number: int, p: int, q: int, silent: bool) -> calls.Accept:
    """The event of an accepted challenge, in which the committed cards of p and q are compared."""
    return calls.Accept(t.now, number, p, t.seats[p].up, q, t.seats[q].up, silent)


def agreed(t: Table, number: int, p: int, q: int) -> calls.Agree:
    """The event of a challenge in which the challenger has accepted the card that q proposed."""
    return calls.Agree(t.now, number, p, t.seats[p].up, q, t.seats[q].up)


def option_taken(t: Table, q: int, act: Act, card: int, p: int) -> calls.Option:
    """The event of q fighting an option card of p instead of accepting the challenge."""
    return calls.Option(t.now, act.a, q, zone_of(act.b), card, p, act.c)


def proposed(t: Table, p: int) -> calls.Propose:
    """The event of another card offered in p's challenge."""
    c = t.seats[p].challenge
    zone = zone_of(c.proposal)
    return calls.Propose(t.now, c.number, c.target, zone, open_card(c.proposal), c.consent_until)


def refused_change(t: Table, challenger: int, who: int) -> calls.Disagree:
    """The event of a refused proposal; `who` is NONE after no answer, or after the loss of the
    card."""
    c = t.seats[challenger].challenge
    return calls.Disagree(t.now, c.number, who, c.until)


def voided(t: Table, p: int) -> calls.Void:
    c = t.seats[p].challenge
    return calls.Void(t.now, c.number, p, c.target)


def called(t: Table, p: int) -> calls.Multi:
    m, source = t.multi, t.seats[p].joined
    return calls.Multi(t.now, p, zone_of(source), open_card(source), m.force, m.until)


def joined(t: Table, p: int) -> calls.Join:
    source = t.seats[p].joined
    return calls.Join(t.now, p, zone_of(source), open_card(source))


def revealed(t: Table) -> ev.Reveal:
    """The event that shows the cards of all seats in a confrontation."""
    seats = tuple(p for p in range(t.players) if t.seats[p].fights)
    return ev.Reveal(t.now, seats, tuple(t.seats[p].up for p in seats))


def war_begun(t: Table, first: int, depth: int) -> ev.War:
    """The event of a war between all seats that still contend."""
    around = [(first + i) % SEATS for i in range(SEATS)]
    return ev.War(t.now, tuple(p for p in around if t.seats[p].fights), depth)


def laid(t: Table, p: int, count: int) -> ev.Lay:
    """The event of seat p laying this many cards in a war, the last one face up."""
    if count == 0:
        return ev.Lay(t.now, p, (), NONE)
    played = t.seats[p].played
    cards = listed(played, played.size - count)
    return ev.Lay(t.now, p, tuple(cards[:-1]), cards[-1])


def won(t: Table, o: Options, winner: int) -> ev.Win:
    """The event of a win, before any card is collected."""
    cards = [card for seat in t.seats for card in listed(seat.played)]
    spoils = tuple(card for card in cards if o.spoils_shown and t.face_down & one(card))
    return ev.Win(t.now, winner, len(cards) + t.center.size, spoils)


def taken(t: Table, winner: int, before: int) -> ev.Take:
    """The event of the winner taking the packet, which lies in the stack from position `before`
    on."""
    return ev.Take(t.now, winner, tuple(listed(t.seats[winner].stack, before)))


def carried(t: Table) -> ev.Carry:
    return ev.Carry(t.now, t.center.size)


def deadlocked(t: Table) -> ev.Deadlock:
    return ev.Deadlock(t.now, tuple(p for p in range(t.players) if t.seats[p].fights))


def fell(t: Table, p: int) -> ev.Out:
    return ev.Out(t.now, p)


def not_done(t: Table, p: int, why: Reject) -> ev.Refused:
    """The event of an act of p that could not be done at the pulse."""
    return ev.Refused(t.now, p, why.name)


def over(t: Table) -> ev.GameOver:
    return ev.GameOver(t.now, t.end, leaders(t), places(t))
