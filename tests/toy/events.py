"""What happens in a game, and its words.  `number` is the heap."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any

from games.rules import words
from games.rules.events import CARD, SEAT, Event, event
from games.rules.game import Line
from tests.toy.state import End


@event
class Deal(Event):
    """The countdown after the deal is over."""

    counts: tuple[int, ...]


@event
class Lay(Event):
    """A seat lays its top card."""

    number: int
    seat: Annotated[int, SEAT]
    card: Annotated[int, CARD]


@event
class Take(Event):
    """A seat takes the heap: the other has paid for its court card."""

    number: int
    seat: Annotated[int, SEAT]
    size: int


@event
class Resign(Event):
    """A seat gave up."""

    number: int
    seat: Annotated[int, SEAT]


@event
class GameOver(Event):
    """The end, its winners and the place of every seat."""

    number: int
    end: End
    winners: Annotated[tuple[int, ...], SEAT]
    places: tuple[int, ...]


ENDS = {
    End.ALL: "the other cannot pay",
    End.CAP: "most cards at the limit",
    End.RESIGN: "the other gave up",
    End.AGREED: "ended by agreement",
    End.ABANDONED: "everyone left",
}
WORDS: dict[type[Event], Callable[[Any, words.Names], Line]] = {
    Deal: lambda e, names: Line(0, "The cards are dealt."),
    Lay: lambda e, names: Line(e.number, f"{names[e.seat]} lays {words.braced(e.card)}."),
    Take: lambda e, names: Line(e.number, f"{names[e.seat]} takes {words.cards(e.size)}."),
    Resign: lambda e, names: Line(e.number, f"{names[e.seat]} gives up.", "note"),
    GameOver: lambda e, names: Line(
        e.number, f"{words.who(e.winners, names)}: {ENDS[e.end]}.", "end"
    ),
}


def describe(events: Sequence[Event], names: Sequence[str]) -> list[Line]:
    """One line for each event."""
    return words.describe(WORDS, events, names)
