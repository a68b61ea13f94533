"""The events of War (section 1.10), and who may know them.  `number` is the battle."""

from typing import Annotated

from games.rules.cards import NONE, listed, one
from games.rules.events import CARD, HIDDEN, OWN, SEAT, Event, event
from games.rules.war.options import Options
from games.rules.war.state import End, Reason, Table, leaders, places, pot_size


@event
class Deal(Event):
    """The countdown after the deal is over.  `counts`: cards per seat; `leftover`: in the
    centre."""

    counts: tuple[int, ...]
    leftover: int


@event
class Flip(Event):
    """A battle begins.  One card per seat; NONE: not in this battle."""

    number: int
    cards: Annotated[tuple[int, ...], CARD]


@event
class SlapOpen(Event):
    """A slap card is open and may be slapped from `show_at` to `until` (ms of the game)."""

    number: int
    reveal: int
    cards: Annotated[tuple[int, ...], CARD]
    show_at: int
    until: int


@event
class Slap(Event):
    """The slap window is judged: this seat was first.  `effs`: reactions in ms, NONE = no slap."""

    number: int
    seat: Annotated[int, SEAT]
    eff: int
    effs: tuple[int, ...]


@event
class SlapTimeout(Event):
    """The slap window is judged: nobody was first (no slap, or a dead heat)."""

    number: int
    effs: tuple[int, ...]


@event
class FalseSlap(Event):
    """A slap with nothing to slap, or faster than anyone can react."""

    number: int
    seat: Annotated[int, SEAT]
    eff: int
    burned: Annotated[tuple[int, ...], CARD, HIDDEN]


@event
class War(Event):
    """A war begins between these seats."""

    number: int
    reason: Reason
    seats: Annotated[tuple[int, ...], SEAT]
    depth: int


@event
class Lay(Event):
    """The cards of a war.  `up` NONE: no card left, the open card stands."""

    number: int
    seat: Annotated[int, SEAT]
    down: Annotated[tuple[int, ...], CARD, HIDDEN]
    up: Annotated[int, CARD]


@event
class UnderdogCheck(Event):
    """A loser of a war looks at their face-down cards: the seat sees `cards`, everyone sees
    `shown`."""

    number: int
    seat: Annotated[int, SEAT]
    hit: bool
    cards: Annotated[tuple[int, ...], CARD, OWN]
    shown: Annotated[tuple[int, ...], CARD]


@event
class Counter(Event):
    """The winner also has the underdog card and keeps the win."""

    number: int
    seat: Annotated[int, SEAT]


@event
class Win(Event):
    """A battle is won, with `size` cards; `spoils` are those that lay face down, if shown."""

    number: int
    seat: Annotated[int, SEAT]
    reason: Reason
    size: int
    spoils: Annotated[tuple[int, ...], CARD]


@event
class Take(Event):
    """The winner takes the packet, in the order in which it goes under the pile."""

    number: int
    seat: Annotated[int, SEAT]
    cards: Annotated[tuple[int, ...], CARD, HIDDEN]


@event
class Deadlock(Event):
    """A tie in which nobody has a card left."""

    number: int
    seats: Annotated[tuple[int, ...], SEAT]


@event
class Out(Event):
    """This seat has no cards left."""

    number: int
    seat: Annotated[int, SEAT]


@event
class Resign(Event):
    """This seat resigned; `cards` of theirs go to the centre."""

    number: int
    seat: Annotated[int, SEAT]
    cards: int


@event
class GameOver(Event):
    """The end, with the winners and the place of every seat."""

    number: int
    end: End
    winners: Annotated[tuple[int, ...], SEAT]
    places: tuple[int, ...]


# Made from the state; never compiled.


def dealt(t: Table, o: Options) -> Deal:
    return Deal(tuple(t.seats[p].pile.size for p in range(o.players)), t.center.size)


def flipped(t: Table, o: Options) -> Flip:
    cards = tuple(s.up if s.fights else NONE for s in t.seats[: o.players])
    return Flip(t.battles, cards)


def laid(t: Table, p: int, down: int) -> Lay:
    """The event of seat p having laid `down` cards and one face up, or standing with its last
    card."""
    seat = t.seats[p]
    if not seat.fresh:
        return Lay(t.battles, p, (), NONE)
    cards = listed(seat.played, seat.played.size - down - 1)
    return Lay(t.battles, p, tuple(cards[:-1]), cards[-1])


def slap_opened(t: Table, o: Options) -> SlapOpen:
    ranks = (o.slap, o.slap2)
    cards = tuple(s.up for s in t.seats if s.fresh and s.up >> 2 in ranks)
    return SlapOpen(t.battles, t.reveal, cards, t.show_at, t.show_at + o.slap_window)


def slap_closed(t: Table, o: Options, who: int) -> Slap | SlapTimeout:
    effs = tuple(seat.eff for seat in t.seats[: o.players])
    if who == NONE:
        return SlapTimeout(t.battles, effs)
    return Slap(t.battles, who, t.seats[who].eff, effs)


def war_begun(t: Table, reason: Reason) -> War:
    """The event of a war between everyone still contending."""
    fighting = tuple(p for p, seat in enumerate(t.seats) if seat.fights)
    return War(t.battles, reason, fighting, t.depth)


def deadlocked(t: Table) -> Deadlock:
    return Deadlock(t.battles, tuple(p for p, seat in enumerate(t.seats) if seat.fights))


def looked_at(t: Table, p: int) -> tuple[int, ...]:
    """The face-down cards of seat p that count for the underdog rule, in the order laid."""
    seat = t.seats[p]
    return tuple(card for card in listed(seat.played) if seat.down & one(card))


def checked(t: Table, o: Options, p: int) -> UnderdogCheck:
    """The event of seat p having looked; everyone sees a hit, and a miss if spoils are shown
    (1.10)."""
    seat = t.seats[p]
    cards = looked_at(t, p)
    visible = cards if seat.hit or o.spoils_shown else ()
    return UnderdogCheck(t.battles, p, seat.hit, cards, visible)


def countered(t: Table) -> Counter:
    return Counter(t.battles, t.winner)


def won(t: Table, o: Options) -> Win:
    spoils: tuple[int, ...] = ()
    if o.spoils_shown:
        laid = [card for seat in t.seats for card in listed(seat.played)]
        spoils = tuple(card for card in laid if t.face_down & one(card))
    return Win(t.battles, t.winner, t.reason, pot_size(t), spoils)


def taken(t: Table, before: int) -> Take:
    """The event of the packet having gone under the winner's pile, from position `before` on."""
    packet = listed(t.seats[t.winner].pile, before)
    return Take(t.battles, t.winner, tuple(packet))


def fell(t: Table, p: int) -> Out:
    return Out(t.battles, p)


def over(t: Table, o: Options) -> GameOver:
    return GameOver(t.battles, t.end, leaders(t), places(t, o.players))
