"""The events of a game, and their words.  `number` is the heap."""

from collections.abc import Sequence
from typing import Annotated

from games.rules import words
from games.rules.events import CARD, SEAT, Event, event
from games.rules.game import Line
from games.rules.phrases import ENGLISH, Language
from games.rules.phrases import gettext_noop as _
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
    """A seat takes the heap: the other one has paid for its court card."""

    number: int
    seat: Annotated[int, SEAT]
    size: int


@event
class Resign(Event):
    """This seat resigned."""

    number: int
    seat: Annotated[int, SEAT]


@event
class GameOver(Event):
    """The end, with the winners and the place of every seat."""

    number: int
    end: End
    winners: Annotated[tuple[int, ...], SEAT]
    places: tuple[int, ...]


ENDS = {
    End.ALL: _("the other cannot pay"),
    End.CAP: _("most cards at the limit"),
    End.RESIGN: _("the other gave up"),
    End.AGREED: _("ended by agreement"),
    End.ABANDONED: _("everyone left"),
    End.LIMIT: _("most cards at the time limit"),
}


def _lay(e: Lay, names: words.Names, lang: Language) -> Line:
    text = lang.gettext("{name} lays {card}.")
    return Line(e.number, text.format(name=names[e.seat], card=words.braced(e.card)))


def _take(e: Take, names: words.Names, lang: Language) -> Line:
    text = lang.ngettext("{name} takes {count} card.", "{name} takes {count} cards.", e.size)
    return Line(e.number, text.format(name=names[e.seat], count=e.size))


WORDS: words.Words = {
    Deal: lambda e, names, lang: Line(0, lang.gettext("The cards are dealt.")),
    Lay: _lay,
    Take: _take,
    Resign: lambda e, names, lang: Line(
        e.number, lang.gettext("{name} gives up.").format(name=names[e.seat]), "note"
    ),
    GameOver: lambda e, names, lang: Line(
        e.number, words.win(e.winners, names, ENDS[e.end], lang), "end"
    ),
}


def describe(events: Sequence[Event], names: Sequence[str], lang: Language = ENGLISH) -> list[Line]:
    """One line for each event."""
    return words.describe(WORDS, events, names, lang)
