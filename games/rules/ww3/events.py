"""The events of World War III (section 3.10): their fields, who may know these, and the lines in
the log."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from games.rules import words
from games.rules.cards import NONE
from games.rules.events import CARD, COMMON, HIDDEN, OWN, SEAT, Event, event
from games.rules.phrases import Language, ngettext_noop
from games.rules.phrases import gettext_noop as _
from games.rules.words import Reader, braced
from games.rules.ww3.state import Cause, End, How, Source, Why

ENDS = {
    End.ALL: _("last player left"),
    End.ALL_OUT: _("most cards captured, all went out together"),
    End.CAP: _("most cards captured at the round limit"),
    End.RESIGN: _("all others resigned"),
    End.AGREED: _("most cards captured, ended by agreement"),
    End.ABANDONED: _("most cards captured, game abandoned"),
    End.LIMIT: _("most cards captured at the time limit"),
}
STAGES = _("World War I"), _("World War II"), _("World War III")


@dataclass(frozen=True, slots=True)
class InRound(Event):
    """An event of the round with this number."""

    number: int

    @property
    def place(self) -> int:
        return self.number


@event
class Deal(Event):
    """The end of the countdown after the deal.  `counts`: cards in each pick-up pile; `centre`:
    cards in the centre."""

    counts: tuple[int, ...]
    centre: int

    kind = "note"

    def says(self, to: Reader) -> str:
        less, more = min(self.counts), max(self.counts)
        text = to.lang.ngettext(
            "Everyone has five cards in hand and {each} to pick up. {count} card in the centre.",
            "Everyone has five cards in hand and {each} to pick up. {count} cards in the centre.",
            self.centre,
        )
        if less != more:
            text = to.lang.ngettext(
                "Everyone has five cards in hand and {less} or {each} to pick up. "
                "{count} card in the centre.",
                "Everyone has five cards in hand and {less} or {each} to pick up. "
                "{count} cards in the centre.",
                self.centre,
            )
        return text.format(less=less, each=more, count=self.centre)


@event
class Round(InRound):
    seat: Annotated[int, SEAT]

    kind = "note"

    def says(self, to: Reader) -> str:
        text, own = _("Round {number}: {name} leads."), _("Round {number}: you lead.")
        return to.say_of(self.seat, text, own, number=self.number)


@event
class Refill(InRound):
    """New cards fill up a hand; only their owner sees them."""

    seat: Annotated[int, SEAT]
    source: Source
    cards: Annotated[tuple[int, ...], CARD, OWN]


@event
class Declare(InRound):
    """A two from the hand is laid open, and may be used to decline."""

    seat: Annotated[int, SEAT]
    card: Annotated[int, CARD]

    def says(self, to: Reader) -> str:
        text, own = _("{name} declares {card}."), _("You declare {card}.")
        return to.say_of(self.seat, text, own, card=braced(self.card))


@event
class Play(InRound):
    """A seat lays its highest card."""

    seat: Annotated[int, SEAT]
    card: Annotated[int, CARD]

    def says(self, to: Reader) -> str:
        text, own = _("{name} lays {card}."), _("You lay {card}.")
        return to.say_of(self.seat, text, own, card=braced(self.card))


@event
class Decline(InRound):
    """A seat that cannot beat the card gives up a declared two instead of fighting."""

    seat: Annotated[int, SEAT]
    card: Annotated[int, CARD]

    def says(self, to: Reader) -> str:
        text = _("{name} gives {card} and declines the war.")
        own = _("You give {card} and decline the war.")
        return to.say_of(self.seat, text, own, card=braced(self.card))


@event
class War(InRound):
    """The beginning of a war: the first seat could not beat the second, or chose it with a
    joker."""

    why: Why
    seats: Annotated[tuple[int, ...], SEAT]

    kind = "war"

    def says(self, to: Reader) -> str:
        a, b = self.seats
        text = _("War: {name} cannot beat {opponent}.")
        own = {a: _("War: you cannot beat {opponent}."), b: _("War: {name} cannot beat you.")}
        if self.why == Why.JOKER:
            text = _("War: {name} chooses {opponent}.")
            own = {a: _("War: you choose {opponent}."), b: _("War: {name} chooses you.")}
        return to.say(text, own, name=to.names[a], opponent=to.names[b])


@event
class WarDraw(InRound):
    """Cards of a war are turned; seats that hold do not turn a card."""

    stage: int
    seats: Annotated[tuple[int, ...], SEAT]
    cards: Annotated[tuple[int, ...], CARD]

    kind = "war"

    def says(self, to: Reader) -> str:
        rows, lang = to.shown(zip(self.seats, self.cards, strict=True)), to.lang
        text = (
            lang.gettext("{stage}: {cards}.")
            if rows
            else lang.gettext("{stage}: nobody turns a card.")
        )
        return text.format(stage=lang.gettext(STAGES[self.stage - 1]), cards=rows)


# How a card is held: as the others read it, and as the holder does.
_HOW = {
    How.CALL: (_("{name} holds {card}."), _("You hold {card}.")),
    How.SECOND: (_("{name} holds {card} too."), _("You hold {card} too.")),
    How.BOTH: (_("{name} holds {card} at the same time."), _("You hold {card} at the same time.")),
    How.BEFORE_JOKER: (
        _("{name} holds {card} before the joker resets."),
        _("You hold {card} before the joker resets."),
    ),
    How.FORCED: (
        _("{name} has no card to turn, so {card} stands."),
        _("You have no card to turn, so {card} stands."),
    ),
}


_CLOSE = {  # two calls, so their times matter
    How.SECOND: (
        _("{name} holds {card} too, after {ms} ms."),
        _("You hold {card} too, after {ms} ms."),
    ),
    How.BOTH: (
        _("{name} holds {card} at the same time, after {ms} ms."),
        _("You hold {card} at the same time, after {ms} ms."),
    ),
}


@event
class Hold(InRound):
    """A card is held.  `eff`: the reaction in ms; 0 without a race."""

    seat: Annotated[int, SEAT]
    card: Annotated[int, CARD]
    how: How
    eff: int

    kind = "war"

    def says(self, to: Reader) -> str:
        texts = _HOW | _CLOSE if self.eff > 0 else _HOW
        text, own = texts[self.how]
        return to.say_of(self.seat, text, own, card=braced(self.card), ms=self.eff)


@event
class Late(InRound):
    """A call has no effect, because the other player's call came first."""

    seat: Annotated[int, SEAT]
    eff: int

    kind = "note"

    def says(self, to: Reader) -> str:
        text, own = (
            _("{name} calls too late, after {ms} ms."),
            _("You call too late, after {ms} ms."),
        )
        return to.say_of(self.seat, text, own, ms=self.eff)


_CAUSES = {
    Cause.TIE: _("Equal cards: back to World War I."),
    Cause.JOKER: _("A joker: back to World War I."),
    Cause.DOUBLE_HOLD: _("Both hold: back to World War I."),
}


@event
class Reset(InRound):
    """The war returns to World War I."""

    why: Cause

    kind = "war"

    def says(self, to: Reader) -> str:
        return to.lang.gettext(_CAUSES[self.why])


@event
class JokerDead(InRound):
    """A joker has no effect, because the other card is held."""

    seat: Annotated[int, SEAT]

    kind = "war"

    def says(self, to: Reader) -> str:
        text = _("{name}'s joker does nothing against a held card.")
        own = _("Your joker does nothing against a held card.")
        return to.say_of(self.seat, text, own)


@event
class CannotDraw(InRound):
    """A seat has no card to turn and loses the war."""

    seat: Annotated[int, SEAT]

    kind = "war"

    def says(self, to: Reader) -> str:
        text, own = _("{name} has no card to turn."), _("You have no card to turn.")
        return to.say_of(self.seat, text, own)


@event
class WarEnd(InRound):
    """The end of a war, which is won, or drawn if there is no winner."""

    winner: Annotated[int, SEAT]
    loser: Annotated[int, SEAT]
    size: int

    kind = "war"

    def says(self, to: Reader) -> str:
        if self.winner == NONE:
            text = to.lang.gettext("Neither can turn a card: the war is drawn.")
            return text
        texts = ngettext_noop(
            "{name} beats {loser} and takes {count} card.",
            "{name} beats {loser} and takes {count} cards.",
        )
        own = {
            self.winner: ngettext_noop(
                "You beat {loser} and take {count} card.",
                "You beat {loser} and take {count} cards.",
            ),
            self.loser: ngettext_noop(
                "{name} beats you and takes {count} card.",
                "{name} beats you and takes {count} cards.",
            ),
        }
        values = {"name": to.names[self.winner], "loser": to.names[self.loser]}
        return to.say_count(self.size, texts, own, **values)


@event
class Take(InRound):
    """The winner takes the loser's discard pile; `cards` are in the order in which they go under
    the pile."""

    seat: Annotated[int, SEAT]
    cards: Annotated[tuple[int, ...], CARD, HIDDEN]


@event
class Uncontested(InRound):
    """All other seats have declined: this seat leads again."""

    seat: Annotated[int, SEAT]

    def says(self, to: Reader) -> str:
        text, own = _("Nobody fights {name}."), _("Nobody fights you.")
        return to.say_of(self.seat, text, own)


@event
class LapEnd(InRound):
    """A whole lap in which every seat beat the card: the seat with the highest card leads."""

    seat: Annotated[int, SEAT]

    def says(self, to: Reader) -> str:
        text = _("Everyone could beat the card: {name} laid the highest.")
        own = _("Everyone could beat the card: you laid the highest.")
        return to.say_of(self.seat, text, own)


def _fate(removed: Sequence[int], packet: Sequence[int], lang: Language) -> str:
    """A sentence to append about the cards of a player who is out."""

    count = len(packet or removed)
    if not count:
        return ""
    if packet:
        text = lang.ngettext(
            "{count} card goes under the centre.", "{count} cards go under the centre.", count
        )
    else:
        text = lang.ngettext(
            "{count} card leaves the game.", "{count} cards leave the game.", count
        )
    return " " + text.format(count=count)


@event
class Out(InRound):
    """A seat without a pick-up pile is out.  Its cards are `removed`, or go under the centre."""

    seat: Annotated[int, SEAT]
    removed: Annotated[tuple[int, ...], CARD, COMMON]
    packet: Annotated[tuple[int, ...], CARD, HIDDEN]

    kind = "note"

    def says(self, to: Reader) -> str:
        return words.out(self.seat, to) + _fate(self.removed, self.packet, to.lang)


@event
class Resign(InRound):
    """A seat resigns.  Its cards are `removed`, or go under the centre as `packet`."""

    seat: Annotated[int, SEAT]
    removed: Annotated[tuple[int, ...], CARD, COMMON]
    packet: Annotated[tuple[int, ...], CARD, HIDDEN]

    kind = "note"

    def says(self, to: Reader) -> str:
        return words.resigns(self.seat, 0, to) + _fate(self.removed, self.packet, to.lang)


@event
class GameOver(InRound):
    """The end of the game, with the winners and the place of every seat."""

    end: End
    winners: Annotated[tuple[int, ...], SEAT]
    places: tuple[int, ...]

    kind = "end"

    def says(self, to: Reader) -> str:
        return words.win(self.winners, to, ENDS[self.end])
