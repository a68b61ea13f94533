"""The events of War (section 1.10): their fields, who may know these, and the lines in the log."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from games.rules import words
from games.rules.cards import NONE
from games.rules.events import CARD, HIDDEN, OWN, SEAT, Event, event
from games.rules.phrases import gettext_noop as _
from games.rules.phrases import ngettext_noop
from games.rules.war.state import End, Reason
from games.rules.words import Reader, braced

ENDS = {
    End.ALL: _("all cards taken"),
    End.DEADLOCK: _("tied on the last cards"),
    End.CAP: _("most cards at the battle limit"),
    End.RESIGN: _("all others resigned"),
    End.AGREED: _("most cards, ended by agreement"),
    End.ABANDONED: _("most cards, game abandoned"),
    End.LIMIT: _("most cards at the time limit"),
}


@dataclass(frozen=True, slots=True)
class InBattle(Event):
    """An event of the battle with this number."""

    number: int

    @property
    def place(self) -> int:
        return self.number


def _cards(row: Sequence[int]) -> str:
    return " ".join(map(braced, row))


@event
class Deal(Event):
    """The end of the countdown after the deal.  `counts`: cards per seat; `leftover`: cards in the
    centre."""

    counts: tuple[int, ...]
    leftover: int

    kind = "note"

    def says(self, to: Reader) -> str:
        if len(set(self.counts)) > 1:
            each = ", ".join(map(str, self.counts))
            return to.lang.gettext("The cards are dealt: {each}.").format(each=each)
        if not self.leftover:
            text = to.lang.gettext("The cards are dealt: {count} each.")
        else:
            text = to.lang.ngettext(
                "The cards are dealt: {count} each, {left} card in the middle.",
                "The cards are dealt: {count} each, {left} cards in the middle.",
                self.leftover,
            )
        return text.format(count=self.counts[0], left=self.leftover)


@event
class Flip(InBattle):
    """The beginning of a battle: the card of each seat; NONE: the seat is not in this battle."""

    cards: Annotated[tuple[int, ...], CARD]

    def says(self, to: Reader) -> str:
        shown = ((p, card) for p, card in enumerate(self.cards) if card != NONE)
        return words.opened(shown, to)


@event
class SlapOpen(InBattle):
    """A slap card is open and may be slapped from `show_at` to `until` (ms of the game)."""

    reveal: int
    cards: Annotated[tuple[int, ...], CARD]
    show_at: int
    until: int

    kind = "note"

    def says(self, to: Reader) -> str:
        return to.lang.gettext("{cards} can be slapped.").format(cards=_cards(self.cards))


def _effs(effs: Sequence[int], to: Reader) -> str:
    rows = sorted((eff, p) for p, eff in enumerate(effs) if eff != NONE)
    return ", ".join(f"{to.called(p)} {eff} ms" for eff, p in rows)


@event
class Slap(InBattle):
    """The judgement of a slap window in which this seat was first.  `effs`: reactions in ms; NONE:
    no slap."""

    seat: Annotated[int, SEAT]
    eff: int
    effs: tuple[int, ...]

    kind = "note"

    def says(self, to: Reader) -> str:
        rest = _effs([NONE if p == self.seat else eff for p, eff in enumerate(self.effs)], to)
        text = _("{name} slaps first, after {ms} ms.")
        own = _("You slap first, after {ms} ms.")
        if rest:
            text = _("{name} slaps first, after {ms} ms ({others}).")
            own = _("You slap first, after {ms} ms ({others}).")
        return to.say_of(self.seat, text, own, ms=self.eff, others=rest)


@event
class SlapTimeout(InBattle):
    """The judgement of a slap window in which nobody was first: no slap, or a dead heat."""

    effs: tuple[int, ...]

    kind = "note"

    def says(self, to: Reader) -> str:
        heat = _effs(self.effs, to)
        lang = to.lang
        text = lang.gettext("Dead heat: {players}.") if heat else lang.gettext("Nobody slaps.")
        return text.format(players=heat)


@event
class FalseSlap(InBattle):
    """A slap when there was nothing to slap, or faster than anyone can react."""

    seat: Annotated[int, SEAT]
    eff: int
    burned: Annotated[tuple[int, ...], CARD, HIDDEN]

    kind = "note"

    def says(self, to: Reader) -> str:
        text, own = _("{name} makes a false slap."), _("You make a false slap.")
        if self.burned:
            text = _("{name} makes a false slap and loses a card to the pot.")
            own = _("You make a false slap and lose a card to the pot.")
        return to.say_of(self.seat, text, own)


_WAR = _("War: {names}."), _("War again: {names}.")


_WARS = {
    Reason.AUTO: (_("Automatic war: {names}."), _("Automatic war again: {names}.")),
    Reason.CYCLE: (
        _("Each beats another, so war: {names}."),
        _("Each beats another, so war again: {names}."),
    ),
}


@event
class War(InBattle):
    """The beginning of a war between these seats."""

    reason: Reason
    seats: Annotated[tuple[int, ...], SEAT]
    depth: int

    kind = "war"

    def says(self, to: Reader) -> str:
        text = to.lang.gettext(_WARS.get(self.reason, _WAR)[self.depth > 1])
        return text.format(names=to.listed(self.seats))


@event
class Lay(InBattle):
    """The cards that a seat lays in a war.  `up` NONE: no card was left, and the open card still
    counts."""

    seat: Annotated[int, SEAT]
    down: Annotated[tuple[int, ...], CARD, HIDDEN]
    up: Annotated[int, CARD]

    def says(self, to: Reader) -> str:
        if self.up == NONE:
            text = _("{name} has no cards left: the open card stands.")
            own = _("You have no cards left: the open card stands.")
        elif self.down:
            text = _("{name} lays {count} face down and {card}.")
            own = _("You lay {count} face down and {card}.")
        else:
            text, own = _("{name} lays {card}."), _("You lay {card}.")
        return to.say_of(self.seat, text, own, count=len(self.down), card=braced(self.up))


@event
class UnderdogCheck(InBattle):
    """A loser of a war looks at their face-down cards.  The seat sees `cards`, everyone sees
    `shown`."""

    seat: Annotated[int, SEAT]
    hit: bool
    cards: Annotated[tuple[int, ...], CARD, OWN]
    shown: Annotated[tuple[int, ...], CARD]

    @property
    def kind(self) -> str:
        return "war" if self.hit else ""

    def says(self, to: Reader) -> str:
        row = self.shown or self.cards
        if self.hit:
            text, own = _("{name} has the underdog."), _("You have the underdog.")
            if row:
                text = _("{name} has the underdog ({cards}).")
                own = _("You have the underdog ({cards}).")
        else:
            text, own = _("{name} has no underdog."), _("You have no underdog.")
            if row:
                text = _("{name} has no underdog ({cards}).")
                own = _("You have no underdog ({cards}).")
        return to.say_of(self.seat, text, own, cards=_cards(row))


@event
class Counter(InBattle):
    """The winner has the underdog card as well, and keeps the win."""

    seat: Annotated[int, SEAT]

    kind = "war"

    def says(self, to: Reader) -> str:
        text, own = _("{name} has one too: the win stands."), _("You have one too: the win stands.")
        return to.say_of(self.seat, text, own)


# How a battle is won: as the others read it, and as the winner does.
_WIN = (
    ngettext_noop("{name} wins {count} card.", "{name} wins {count} cards."),
    ngettext_noop("You win {count} card.", "You win {count} cards."),
)


_WINS = {
    Reason.ZERO: (
        ngettext_noop(
            "{name} wins {count} card: nobody else can lay a card.",
            "{name} wins {count} cards: nobody else can lay a card.",
        ),
        ngettext_noop(
            "You win {count} card: nobody else can lay a card.",
            "You win {count} cards: nobody else can lay a card.",
        ),
    ),
    Reason.UNDERDOG: (
        ngettext_noop(
            "{name} wins {count} card as the underdog.",
            "{name} wins {count} cards as the underdog.",
        ),
        ngettext_noop(
            "You win {count} card as the underdog.", "You win {count} cards as the underdog."
        ),
    ),
    Reason.SLAP: (
        ngettext_noop(
            "{name} wins {count} card by the slap.", "{name} wins {count} cards by the slap."
        ),
        ngettext_noop("You win {count} card by the slap.", "You win {count} cards by the slap."),
    ),
    Reason.SOLE: (
        ngettext_noop(
            "{name} wins {count} card: nobody else is left in the war.",
            "{name} wins {count} cards: nobody else is left in the war.",
        ),
        ngettext_noop(
            "You win {count} card: nobody else is left in the war.",
            "You win {count} cards: nobody else is left in the war.",
        ),
    ),
}


@event
class Win(InBattle):
    """The win of a battle with `size` cards; `spoils` are the cards that lay face down, if they are
    shown."""

    seat: Annotated[int, SEAT]
    reason: Reason
    size: int
    spoils: Annotated[tuple[int, ...], CARD]

    def says(self, to: Reader) -> str:
        texts, own = _WINS.get(self.reason, _WIN)
        text = to.say_count(self.size, texts, {self.seat: own}, name=to.names[self.seat])
        return text + words.face_down(self.spoils, to.lang)


@event
class Take(InBattle):
    """The winner takes the packet; `cards` are in the order in which they go under the pile."""

    seat: Annotated[int, SEAT]
    cards: Annotated[tuple[int, ...], CARD, HIDDEN]


@event
class Deadlock(InBattle):
    """A tie of players who have no cards left."""

    seats: Annotated[tuple[int, ...], SEAT]

    kind = "war"

    def says(self, to: Reader) -> str:
        return words.tied(self.seats, to)


@event
class Out(InBattle):
    """A seat that has no cards left is out."""

    seat: Annotated[int, SEAT]

    kind = "note"

    def says(self, to: Reader) -> str:
        return words.out(self.seat, to)


@event
class Resign(InBattle):
    """A seat resigns, and `cards` of its cards go to the centre."""

    seat: Annotated[int, SEAT]
    cards: int

    kind = "note"

    def says(self, to: Reader) -> str:
        return words.resigns(self.seat, self.cards, to)


@event
class GameOver(InBattle):
    """The end of the game, with the winners and the place of every seat."""

    end: End
    winners: Annotated[tuple[int, ...], SEAT]
    places: tuple[int, ...]

    kind = "end"

    def says(self, to: Reader) -> str:
        is_draw = self.end == End.DEADLOCK
        return words.win(self.winners, to, ENDS[self.end], is_draw=is_draw)
