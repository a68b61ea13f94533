"""The events of Ultimate War (sections 2.3, 2.9): their fields, who may know these, and the lines
in the log.  If a hidden card takes part without being shown, only its zone is given, and `card` is
NONE.  The events of challenges and of calls of the table are in `call_events`."""

from dataclasses import dataclass
from typing import Annotated

from games.rules import words
from games.rules.cards import NONE
from games.rules.events import CARD, HIDDEN, OWN, SEAT, Event, event
from games.rules.phrases import gettext_noop as _
from games.rules.phrases import ngettext_noop
from games.rules.ultimate.state import End, Reject, Zone
from games.rules.words import Reader, braced

ENDS = {
    End.ALL: _("all cards taken"),
    End.DEADLOCK: _("tied on the last cards"),
    End.CLOCK: _("most cards when time ran out"),
    End.RESIGN: _("all others resigned"),
    End.AGREED: _("most cards, ended by agreement"),
    End.ABANDONED: _("most cards, game abandoned"),
    End.LIMIT: _("most cards at the time limit"),
}


@dataclass(frozen=True, slots=True)
class Timed(Event):
    """An event with its time in ms since the game started."""

    at: int

    @property
    def place(self) -> int:
        return self.at // 1000


@event
class Draw(Timed):
    """A card moves from the stack to the hand."""

    seat: Annotated[int, SEAT]
    card: Annotated[int, CARD, OWN]

    def says(self, to: Reader) -> str:
        text, own = _("{name} draws a card."), _("You draw a card.")
        if self.card >= 0:
            text, own = _("{name} draws {card}."), _("You draw {card}.")
        return to.say_of(self.seat, text, own, card=braced(self.card))


@event
class Play(Timed):
    """A card moves from the hand to the field."""

    seat: Annotated[int, SEAT]
    card: Annotated[int, CARD]

    def says(self, to: Reader) -> str:
        text, own = (
            _("{name} fields {card} from their hand."),
            _("You field {card} from your hand."),
        )
        return to.say_of(self.seat, text, own, card=braced(self.card))


@event
class Deploy(Timed):
    """A card moves from the stack to the field."""

    seat: Annotated[int, SEAT]
    card: Annotated[int, CARD]

    def says(self, to: Reader) -> str:
        text, own = _("{name} fields {card}."), _("You field {card}.")
        return to.say_of(self.seat, text, own, card=braced(self.card))


# Who strikes whom: as the others read it, as the striker does, and as the one who is struck does.
_STRIKES = {
    Zone.FIELD: (
        _("{name} strikes {opponent}'s {struck} with {card}."),
        _("You strike {opponent}'s {struck} with {card}."),
        _("{name} strikes your {struck} with {card}."),
    ),
    Zone.STACK: (
        _("{name} strikes {opponent}'s {struck} with {card}, the top of the stack."),
        _("You strike {opponent}'s {struck} with {card}, the top of the stack."),
        _("{name} strikes your {struck} with {card}, the top of the stack."),
    ),
    Zone.HAND: (
        _("{name} strikes {opponent}'s {struck} with {card}, the hand card."),
        _("You strike {opponent}'s {struck} with {card}, the hand card."),
        _("{name} strikes your {struck} with {card}, the hand card."),
    ),
}


@event
class Confront(Timed):
    """A card strikes a field card."""

    seat: Annotated[int, SEAT]
    zone: Zone
    card: Annotated[int, CARD]
    target: Annotated[int, SEAT]
    struck: Annotated[int, CARD]

    def says(self, to: Reader) -> str:
        return to.say_to(
            self.seat,
            self.target,
            _STRIKES[self.zone],
            struck=braced(self.struck),
            card=braced(self.card),
        )


_CALLS_WAR = (
    _("{name} calls a war on {opponent}."),
    _("You call a war on {opponent}."),
    _("{name} calls a war on you."),
)


@event
class CallWar(Timed):
    """A player calls a war on a player without field cards."""

    seat: Annotated[int, SEAT]
    target: Annotated[int, SEAT]

    kind = "war"

    def says(self, to: Reader) -> str:
        return to.say_to(self.seat, self.target, _CALLS_WAR)


@event
class Muster(Timed):
    """A muster: after a long time without a confrontation every player shows a card."""

    kind = "note"

    def says(self, to: Reader) -> str:
        return to.lang.gettext("Nobody has fought for a while: everyone shows a card.")


@event
class Reveal(Timed):
    """The cards of a confrontation of several players are shown, one per seat."""

    seats: Annotated[tuple[int, ...], SEAT]
    cards: Annotated[tuple[int, ...], CARD]

    def says(self, to: Reader) -> str:
        return words.opened(zip(self.seats, self.cards, strict=True), to)


@event
class War(Timed):
    """The beginning of a war between these seats; `depth` counts the wars of this confrontation."""

    seats: Annotated[tuple[int, ...], SEAT]
    depth: int

    kind = "war"

    def says(self, to: Reader) -> str:
        text = _("War again: {names}.") if self.depth > 1 else _("War: {names}.")
        return to.lang.gettext(text).format(names=to.listed(self.seats))


@event
class Lay(Timed):
    """The cards that a seat lays in a war.  `up` NONE: no card was left, and the tied card still
    counts."""

    seat: Annotated[int, SEAT]
    down: Annotated[tuple[int, ...], CARD, HIDDEN]
    up: Annotated[int, CARD]

    def says(self, to: Reader) -> str:
        if self.up == NONE:
            text = _("{name} has no cards left: the tied card stands.")
            own = _("You have no cards left: the tied card stands.")
        elif self.down:
            text = _("{name} lays {count} face down and {card}.")
            own = _("You lay {count} face down and {card}.")
        else:
            text, own = _("{name} lays {card}."), _("You lay {card}.")
        return to.say_of(self.seat, text, own, count=len(self.down), card=braced(self.up))


@event
class Win(Timed):
    """The win of a confrontation with `size` cards; `spoils` are the cards that lay face down, if
    they are shown."""

    seat: Annotated[int, SEAT]
    size: int
    spoils: Annotated[tuple[int, ...], CARD]

    def says(self, to: Reader) -> str:
        texts = ngettext_noop("{name} takes {count} card.", "{name} takes {count} cards.")
        own = ngettext_noop("You take {count} card.", "You take {count} cards.")
        text = to.say_count(self.size, texts, {self.seat: own}, name=to.names[self.seat])
        return text + words.face_down(self.spoils, to.lang)


@event
class Take(Timed):
    """The winner takes the packet; `cards` are in the order in which they go under the stack."""

    seat: Annotated[int, SEAT]
    cards: Annotated[tuple[int, ...], CARD, HIDDEN]


@event
class Carry(Timed):
    """A tie that no player has cards to break: the pot, now of `size` cards, stays in the
    centre."""

    size: int

    kind = "war"

    def says(self, to: Reader) -> str:
        text = to.lang.ngettext(
            "Tied: {count} card waits in the middle.",
            "Tied: {count} cards wait in the middle.",
            self.size,
        )
        return text.format(count=self.size)


@event
class Deadlock(Timed):
    """A tie of players who have no cards left."""

    seats: Annotated[tuple[int, ...], SEAT]

    kind = "war"

    def says(self, to: Reader) -> str:
        return words.tied(self.seats, to)


@event
class Out(Timed):
    """A seat that has no card left is out."""

    seat: Annotated[int, SEAT]

    kind = "note"

    def says(self, to: Reader) -> str:
        return words.out(self.seat, to)


@event
class Resign(Timed):
    """A seat resigns, and `cards` of its cards go to the centre."""

    seat: Annotated[int, SEAT]
    cards: int

    kind = "note"

    def says(self, to: Reader) -> str:
        return words.resigns(self.seat, self.cards, to)


@event
class Handed(Timed):
    """A seat has handed in its act for the next pulse."""

    seat: Annotated[int, SEAT]


@event
class Pulse(Timed):
    """A pulse: the acts that were handed in are done, in this order of seats."""

    seats: Annotated[tuple[int, ...], SEAT]

    def says(self, to: Reader) -> str:
        text = to.lang.gettext("Pulse: {names}.")
        return text.format(names=to.listed(self.seats)) if self.seats else ""


@event
class Refused(Timed):
    """A seat's act could not be done at the pulse, and has no effect."""

    seat: Annotated[int, SEAT]
    code: Annotated[str, OWN]

    kind = "note"

    def says(self, to: Reader) -> str:
        if self.code not in Reject.__members__:
            return ""
        # The reason is said to the player, so the others read it as a quotation.
        text = _("{name}'s move was not possible: “{why}”")
        own = _("Your move was not possible. {why}")
        return to.say_of(self.seat, text, own, why=to.lang.gettext(Reject[self.code].sentence))


@event
class GameOver(Timed):
    """The end of the game, with the winners and the place of every seat."""

    end: End
    winners: Annotated[tuple[int, ...], SEAT]
    places: tuple[int, ...]

    kind = "end"

    def says(self, to: Reader) -> str:
        return words.win(self.winners, to, ENDS[self.end], is_draw=self.end == End.DEADLOCK)
