"""The events of a game, and their words.  `number` is the heap."""

from collections.abc import Sequence
from typing import Annotated

from games.rules import words
from games.rules.cards import NONE
from games.rules.events import CARD, SEAT, Event, event
from games.rules.game import Line
from games.rules.phrases import ENGLISH, Language, ngettext_noop
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


def _lay(e: Lay, to: words.Reader) -> Line:
    text, own = _("{name} lays {card}."), _("You lay {card}.")
    return Line(e.number, to.say_of(e.seat, text, own, card=words.braced(e.card)))


def _take(e: Take, to: words.Reader) -> Line:
    texts = ngettext_noop("{name} takes {count} card.", "{name} takes {count} cards.")
    own = ngettext_noop("You take {count} card.", "You take {count} cards.")
    return Line(e.number, to.say_count(e.size, texts, {e.seat: own}, name=to.names[e.seat]))


WORDS: words.Words = {
    Deal: lambda e, to: Line(0, to.lang.gettext("The cards are dealt.")),
    Lay: _lay,
    Take: _take,
    Resign: lambda e, to: Line(
        e.number, to.say_of(e.seat, _("{name} gives up."), _("You give up.")), "note"
    ),
    GameOver: lambda e, to: Line(e.number, words.win(e.winners, to, ENDS[e.end]), "end"),
}


def describe(
    events: Sequence[Event], names: Sequence[str], lang: Language = ENGLISH, you: int = NONE
) -> list[Line]:
    """One line for each event."""
    return words.describe(WORDS, events, words.Reader(names, lang, you))
