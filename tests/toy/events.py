"""The events of a game, with their words."""

from dataclasses import dataclass
from typing import Annotated

from games.rules import words
from games.rules.events import CARD, SEAT, Event, event
from games.rules.phrases import gettext_noop as _
from games.rules.phrases import ngettext_noop
from tests.toy.state import End

ENDS = {
    End.ALL: _("the other cannot pay"),
    End.CAP: _("most cards at the limit"),
    End.RESIGN: _("the other gave up"),
    End.AGREED: _("ended by agreement"),
    End.ABANDONED: _("everyone left"),
    End.LIMIT: _("most cards at the time limit"),
}


@event
class Deal(Event):
    """The countdown after the deal is over."""

    counts: tuple[int, ...]

    def says(self, to: words.Reader) -> str:
        return to.lang.gettext("The cards are dealt.")


@dataclass(frozen=True, slots=True)
class AtHeap(Event):
    """An event of the heap with this number."""

    number: int

    @property
    def place(self) -> int:
        return self.number


@event
class Lay(AtHeap):
    """A seat lays its top card."""

    seat: Annotated[int, SEAT]
    card: Annotated[int, CARD]

    def says(self, to: words.Reader) -> str:
        text, own = _("{name} lays {card}."), _("You lay {card}.")
        return to.say_of(self.seat, text, own, card=words.braced(self.card))


@event
class Take(AtHeap):
    """A seat takes the heap: the other one has paid for its court card."""

    seat: Annotated[int, SEAT]
    size: int

    def says(self, to: words.Reader) -> str:
        texts = ngettext_noop("{name} takes {count} card.", "{name} takes {count} cards.")
        own = ngettext_noop("You take {count} card.", "You take {count} cards.")
        return to.say_count(self.size, texts, {self.seat: own}, name=to.names[self.seat])


@event
class Resign(AtHeap):
    """This seat resigned."""

    seat: Annotated[int, SEAT]

    kind = "note"

    def says(self, to: words.Reader) -> str:
        return to.say_of(self.seat, _("{name} gives up."), _("You give up."))


@event
class GameOver(AtHeap):
    """The end, with the winners and the place of every seat."""

    end: End
    winners: Annotated[tuple[int, ...], SEAT]
    places: tuple[int, ...]

    kind = "end"

    def says(self, to: words.Reader) -> str:
        return words.win(self.winners, to, ENDS[self.end])
