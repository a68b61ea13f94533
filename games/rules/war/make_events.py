"""Functions that make the events of War from its state; never compiled."""

from games.rules.cards import NONE, listed, one
from games.rules.war import events as ev
from games.rules.war.options import Options
from games.rules.war.state import Reason, Table, leaders, places, pot_size


def dealt(t: Table, o: Options) -> ev.Deal:
    return ev.Deal(tuple(t.seats[p].pile.size for p in range(o.players)), t.center.size)


def flipped(t: Table, o: Options) -> ev.Flip:
    cards = tuple(s.up if s.fights else NONE for s in t.seats[: o.players])
    return ev.Flip(t.battles, cards)


def laid(t: Table, p: int, down: int) -> ev.Lay:
    """The event of seat p laying `down` cards face down and one face up in a war, or keeping its
    open card."""
    seat = t.seats[p]
    if not seat.fresh:
        return ev.Lay(t.battles, p, (), NONE)
    cards = listed(seat.played, seat.played.size - down - 1)
    return ev.Lay(t.battles, p, tuple(cards[:-1]), cards[-1])


def slap_opened(t: Table, o: Options) -> ev.SlapOpen:
    ranks = (o.slap, o.slap2)
    cards = tuple(s.up for s in t.seats if s.fresh and s.up >> 2 in ranks)
    return ev.SlapOpen(t.battles, t.reveal, cards, t.show_at, t.show_at + o.slap_window)


def slap_closed(t: Table, o: Options, who: int) -> ev.Slap | ev.SlapTimeout:
    effs = tuple(seat.eff for seat in t.seats[: o.players])
    if who == NONE:
        return ev.SlapTimeout(t.battles, effs)
    return ev.Slap(t.battles, who, t.seats[who].eff, effs)


def war_begun(t: Table, reason: Reason) -> ev.War:
    """The event of a war between all seats that still contend."""
    fighting = tuple(p for p, seat in enumerate(t.seats) if seat.fights)
    return ev.War(t.battles, reason, fighting, t.depth)


def deadlocked(t: Table) -> ev.Deadlock:
    return ev.Deadlock(t.battles, tuple(p for p, seat in enumerate(t.seats) if seat.fights))


def looked_at(t: Table, p: int) -> tuple[int, ...]:
    """The face-down cards of seat p that count for the underdog rule, in the order laid."""
    seat = t.seats[p]
    return tuple(card for card in listed(seat.played) if seat.down & one(card))


def checked(t: Table, o: Options, p: int) -> ev.UnderdogCheck:
    """The event of seat p looking for the underdog; everyone sees a hit, and a miss if spoils are
    shown (1.10)."""
    seat = t.seats[p]
    cards = looked_at(t, p)
    visible = cards if seat.hit or o.spoils_shown else ()
    return ev.UnderdogCheck(t.battles, p, seat.hit, cards, visible)


def countered(t: Table) -> ev.Counter:
    return ev.Counter(t.battles, t.winner)


def won(t: Table, o: Options) -> ev.Win:
    spoils: tuple[int, ...] = ()
    if o.spoils_shown:
        laid = [card for seat in t.seats for card in listed(seat.played)]
        spoils = tuple(card for card in laid if t.face_down & one(card))
    return ev.Win(t.battles, t.winner, t.reason, pot_size(t), spoils)


def taken(t: Table, before: int) -> ev.Take:
    """The event of the winner taking the packet, which lies in the pile from position `before`
    on."""
    packet = listed(t.seats[t.winner].pile, before)
    return ev.Take(t.battles, t.winner, tuple(packet))


def fell(t: Table, p: int) -> ev.Out:
    return ev.Out(t.battles, p)


def over(t: Table, o: Options) -> ev.GameOver:
    return ev.GameOver(t.battles, t.end, leaders(t), places(t, o.players))
