"""What happens in a game of War (section 1.10), and who may know it.  `number` is the battle."""

from typing import Annotated

from games.rules.events import CARD, HIDDEN, OWN, SEAT, Event, event
from games.rules.war.state import End, Reason


@event
class Deal(Event):
    """The countdown after the deal is over; cards per seat and in the centre."""

    counts: tuple[int, ...]
    leftover: int


@event
class Flip(Event):
    """A battle begins.  One card per seat; NONE: not in this battle."""

    number: int
    cards: Annotated[tuple[int, ...], CARD]


@event
class SlapOpen(Event):
    """A slap card lies open; it may be slapped from `show_at` to `until` (ms of the game)."""

    number: int
    reveal: int
    cards: Annotated[tuple[int, ...], CARD]
    show_at: int
    until: int


@event
class Slap(Event):
    """The window is judged: this seat was first.  `effs`: reaction in ms per seat, NONE (-1) =
    did not slap."""

    number: int
    seat: Annotated[int, SEAT]
    eff: int
    effs: tuple[int, ...]


@event
class SlapTimeout(Event):
    """The window is judged: nobody was first (no slap, or a dead heat)."""

    number: int
    effs: tuple[int, ...]


@event
class FalseSlap(Event):
    """A slap where there was nothing to slap, or faster than anybody can react."""

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
    """Cards of a war.  `up` NONE: he has no card left, his open card stands."""

    number: int
    seat: Annotated[int, SEAT]
    down: Annotated[tuple[int, ...], CARD, HIDDEN]
    up: Annotated[int, CARD]


@event
class UnderdogCheck(Event):
    """A loser of a war looked at his face-down cards: `cards` he knows, `shown` all know."""

    number: int
    seat: Annotated[int, SEAT]
    hit: bool
    cards: Annotated[tuple[int, ...], CARD, OWN]
    shown: Annotated[tuple[int, ...], CARD]


@event
class Counter(Event):
    """The winner holds the underdog card too: his win stands."""

    number: int
    seat: Annotated[int, SEAT]


@event
class Win(Event):
    """A battle is won; `size` cards, `spoils` = those of them that lay face down, if shown."""

    number: int
    seat: Annotated[int, SEAT]
    reason: Reason
    size: int
    spoils: Annotated[tuple[int, ...], CARD]


@event
class Take(Event):
    """The winner takes the packet, in the order in which it goes under his pile."""

    number: int
    seat: Annotated[int, SEAT]
    cards: Annotated[tuple[int, ...], CARD, HIDDEN]


@event
class Deadlock(Event):
    """Tied, and nobody has a card left."""

    number: int
    seats: Annotated[tuple[int, ...], SEAT]


@event
class Out(Event):
    """This seat has no cards left."""

    number: int
    seat: Annotated[int, SEAT]


@event
class Resign(Event):
    """This seat gave up; `cards` of his go to the centre."""

    number: int
    seat: Annotated[int, SEAT]
    cards: int


@event
class GameOver(Event):
    """The end, its winners and the place of every seat."""

    number: int
    end: End
    winners: Annotated[tuple[int, ...], SEAT]
    places: tuple[int, ...]
