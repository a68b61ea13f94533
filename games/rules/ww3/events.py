"""What happens in a game of World War III (section 3.10), and who may know it.  `number` is the
round."""

from typing import Annotated

from games.rules.events import CARD, HIDDEN, OWN, SEAT, Event, event
from games.rules.ww3.state import Cause, End, How, Source, Why


@event
class Deal(Event):
    """The countdown after the deal is over; cards in each pick-up pile and in the centre."""

    counts: tuple[int, ...]
    centre: int


@event
class Round(Event):
    """A round begins."""

    number: int
    seat: Annotated[int, SEAT]


@event
class Refill(Event):
    """A hand is filled up; only its owner sees with which cards."""

    number: int
    seat: Annotated[int, SEAT]
    source: Source
    cards: Annotated[tuple[int, ...], CARD, OWN]


@event
class Declare(Event):
    """A two from the hand is laid open: it may be used to decline."""

    number: int
    seat: Annotated[int, SEAT]
    card: Annotated[int, CARD]


@event
class Play(Event):
    """A seat lays its highest card."""

    number: int
    seat: Annotated[int, SEAT]
    card: Annotated[int, CARD]


@event
class Decline(Event):
    """A seat that cannot beat gives up a declared two instead of fighting."""

    number: int
    seat: Annotated[int, SEAT]
    card: Annotated[int, CARD]


@event
class War(Event):
    """A war begins: the first seat could not beat the second, or chose it with a joker."""

    number: int
    why: Why
    seats: Annotated[tuple[int, ...], SEAT]


@event
class WarDraw(Event):
    """Cards are turned; seats that hold turn none."""

    number: int
    stage: int
    seats: Annotated[tuple[int, ...], SEAT]
    cards: Annotated[tuple[int, ...], CARD]


@event
class Hold(Event):
    """A card is held.  `eff`: reaction in ms, 0 without a race."""

    number: int
    seat: Annotated[int, SEAT]
    card: Annotated[int, CARD]
    how: How
    eff: int


@event
class Late(Event):
    """A call that the other player had made earlier: it counts for nothing."""

    number: int
    seat: Annotated[int, SEAT]
    eff: int


@event
class Reset(Event):
    """The war goes back to World War I."""

    number: int
    why: Cause


@event
class JokerDead(Event):
    """A joker against a held card does nothing."""

    number: int
    seat: Annotated[int, SEAT]


@event
class CannotDraw(Event):
    """A seat has no card to turn and loses the war."""

    number: int
    seat: Annotated[int, SEAT]


@event
class WarEnd(Event):
    """A war is won; or drawn, if there is no winner."""

    number: int
    winner: Annotated[int, SEAT]
    loser: Annotated[int, SEAT]
    size: int


@event
class Take(Event):
    """The winner takes the loser's discard pile, in the order in which it goes under his pile."""

    number: int
    seat: Annotated[int, SEAT]
    cards: Annotated[tuple[int, ...], CARD, HIDDEN]


@event
class Uncontested(Event):
    """Everybody else declined: this seat leads again."""

    number: int
    seat: Annotated[int, SEAT]


@event
class LapEnd(Event):
    """Nobody failed in one lap: this seat, whose card is the highest, leads."""

    number: int
    seat: Annotated[int, SEAT]


@event
class Out(Event):
    """A seat's pick-up pile is gone.  Its cards are `removed`, or go under the centre in the
    order of `packet`."""

    number: int
    seat: Annotated[int, SEAT]
    removed: Annotated[tuple[int, ...], CARD]
    packet: Annotated[tuple[int, ...], CARD, HIDDEN]


@event
class Resign(Event):
    """A seat gave up.  Its cards are `removed`, or go under the centre in the order of
    `packet`."""

    number: int
    seat: Annotated[int, SEAT]
    removed: Annotated[tuple[int, ...], CARD]
    packet: Annotated[tuple[int, ...], CARD, HIDDEN]


@event
class GameOver(Event):
    """The end, its winners and the place of every seat."""

    number: int
    end: End
    winners: Annotated[tuple[int, ...], SEAT]
    places: tuple[int, ...]
