"""The events of Ultimate War (sections 2.3, 2.9), and who may know them.  `at` is ms since the
game started.  If a hidden card takes part without being shown, only its zone is given and `card`
is NONE."""

from typing import Annotated

from games.rules.events import CARD, HIDDEN, OWN, SEAT, Event, event
from games.rules.ultimate.state import End, Force, Zone


@event
class Draw(Event):
    """A card moves from the stack to the hand."""

    at: int
    seat: Annotated[int, SEAT]
    card: Annotated[int, CARD, OWN]


@event
class Play(Event):
    """A card moves from the hand to the field."""

    at: int
    seat: Annotated[int, SEAT]
    card: Annotated[int, CARD]


@event
class Deploy(Event):
    """A card moves from the stack to the field."""

    at: int
    seat: Annotated[int, SEAT]
    card: Annotated[int, CARD]


@event
class Confront(Event):
    """A card strikes a field card."""

    at: int
    seat: Annotated[int, SEAT]
    zone: Zone
    card: Annotated[int, CARD]
    target: Annotated[int, SEAT]
    struck: Annotated[int, CARD]


@event
class Challenge(Event):
    """A challenge to a hidden card (`into` hand or stack); `options` may be fought instead.
    Without an answer it is accepted at `until`."""

    at: int
    number: int
    seat: Annotated[int, SEAT]
    zone: Zone
    card: Annotated[int, CARD]
    target: Annotated[int, SEAT]
    into: Zone
    options: Annotated[tuple[int, ...], CARD]
    until: int


@event
class Accept(Event):
    """The challenge is accepted: both cards are shown.  `silent`: no answer came in time."""

    at: int
    number: int
    seat: Annotated[int, SEAT]
    card: Annotated[int, CARD]
    target: Annotated[int, SEAT]
    struck: Annotated[int, CARD]
    silent: bool


@event
class Option(Event):
    """The challenged player fights an option card instead; the challenger's card stays hidden."""

    at: int
    number: int
    seat: Annotated[int, SEAT]
    zone: Zone
    card: Annotated[int, CARD]
    target: Annotated[int, SEAT]
    struck: Annotated[int, CARD]


@event
class Propose(Event):
    """The challenged player offers another card; without consent by `until` it is refused."""

    at: int
    number: int
    seat: Annotated[int, SEAT]
    zone: Zone
    card: Annotated[int, CARD]
    until: int


@event
class Agree(Event):
    """The challenger takes the proposed card: both are shown."""

    at: int
    number: int
    seat: Annotated[int, SEAT]
    card: Annotated[int, CARD]
    target: Annotated[int, SEAT]
    struck: Annotated[int, CARD]


@event
class Disagree(Event):
    """The proposed card is refused (`seat` NONE: no answer); an answer is due by `until`."""

    at: int
    number: int
    seat: Annotated[int, SEAT]
    until: int


@event
class Void(Event):
    """The challenge of `seat` has lost its options, source or target, and ends without effect."""

    at: int
    number: int
    seat: Annotated[int, SEAT]
    target: Annotated[int, SEAT]


@event
class CallWar(Event):
    """A war on a player without field cards."""

    at: int
    seat: Annotated[int, SEAT]
    target: Annotated[int, SEAT]


@event
class Multi(Event):
    """The whole table is called to a confrontation, until `until`."""

    at: int
    seat: Annotated[int, SEAT]
    zone: Zone
    card: Annotated[int, CARD]
    force: Force
    until: int


@event
class Join(Event):
    """A card is put into a call of the table."""

    at: int
    seat: Annotated[int, SEAT]
    zone: Zone
    card: Annotated[int, CARD]


@event
class Decline(Event):
    """A seat declines to join the call: no card is put in."""

    at: int
    seat: Annotated[int, SEAT]


@event
class Forced(Event):
    """A field card is put in for a player who did not join."""

    at: int
    seat: Annotated[int, SEAT]
    card: Annotated[int, CARD]


@event
class MultiVoid(Event):
    """A war of several that nobody joined: the card goes back."""

    at: int


@event
class Muster(Event):
    """A muster: after too long without a confrontation everyone shows a card."""

    at: int


@event
class Reveal(Event):
    """The cards of a confrontation of several players, one per seat."""

    at: int
    seats: Annotated[tuple[int, ...], SEAT]
    cards: Annotated[tuple[int, ...], CARD]


@event
class War(Event):
    """A war between these seats; `depth` counts the wars of this confrontation."""

    at: int
    seats: Annotated[tuple[int, ...], SEAT]
    depth: int


@event
class Lay(Event):
    """The cards of a war.  `up` NONE: no card left, the tied card stands."""

    at: int
    seat: Annotated[int, SEAT]
    down: Annotated[tuple[int, ...], CARD, HIDDEN]
    up: Annotated[int, CARD]


@event
class Win(Event):
    """A confrontation is won, with `size` cards; `spoils` lay face down, if shown."""

    at: int
    seat: Annotated[int, SEAT]
    size: int
    spoils: Annotated[tuple[int, ...], CARD]


@event
class Take(Event):
    """The packet, in the order in which it goes under the winner's stack."""

    at: int
    seat: Annotated[int, SEAT]
    cards: Annotated[tuple[int, ...], CARD, HIDDEN]


@event
class Carry(Event):
    """A tie that nobody has cards to break: the pot, now `size` cards, waits in the centre."""

    at: int
    size: int


@event
class Deadlock(Event):
    """A tie in which nobody has a card left."""

    at: int
    seats: Annotated[tuple[int, ...], SEAT]


@event
class Out(Event):
    """This seat has no card left."""

    at: int
    seat: Annotated[int, SEAT]


@event
class Resign(Event):
    """This seat resigned; `cards` of theirs go to the centre."""

    at: int
    seat: Annotated[int, SEAT]
    cards: int


@event
class Handed(Event):
    """A seat has handed in its act for the next pulse."""

    at: int
    seat: Annotated[int, SEAT]


@event
class Pulse(Event):
    """A pulse: the acts handed in are done, in this order."""

    at: int
    seats: Annotated[tuple[int, ...], SEAT]


@event
class Refused(Event):
    """A seat's act could not be done at the pulse; it costs nothing."""

    at: int
    seat: Annotated[int, SEAT]
    code: Annotated[str, OWN]


@event
class GameOver(Event):
    """The end, with the winners and the place of every seat."""

    at: int
    end: End
    winners: Annotated[tuple[int, ...], SEAT]
    places: tuple[int, ...]
