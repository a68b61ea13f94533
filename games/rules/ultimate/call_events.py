"""The events of Ultimate War in which players are asked for an answer: challenges, and calls of the
whole table."""

from typing import Annotated

from games.rules.cards import NONE
from games.rules.events import CARD, SEAT, event
from games.rules.phrases import Language
from games.rules.phrases import gettext_noop as _
from games.rules.ultimate.events import Timed
from games.rules.ultimate.state import Force, Zone
from games.rules.words import Reader, braced, listed_words


def source_words(zone: Zone, field_card: int, lang: Language) -> str:
    """The source that a player fights with, in words that follow `with`."""
    if zone == Zone.FIELD:
        return braced(field_card)
    if zone == Zone.STACK:
        return lang.pgettext("fights with", "the top of the stack")
    return lang.pgettext("fights with", "the hand card")


_CHALLENGES_STACK = (
    _("{name} challenges {opponent}'s stack with {source}. At stake: {options}."),
    _("You challenge {opponent}'s stack with {source}. At stake: {options}."),
    _("{name} challenges your stack with {source}. At stake: {options}."),
)


_CHALLENGES_HAND = (
    _("{name} challenges {opponent}'s hand with {source}. At stake: {options}."),
    _("You challenge {opponent}'s hand with {source}. At stake: {options}."),
    _("{name} challenges your hand with {source}. At stake: {options}."),
)


@event
class Challenge(Timed):
    """A challenge to a hidden card (`into` hand or stack).  One of the `options` may be fought
    instead.  Without an answer the challenge is accepted at `until`."""

    number: int
    seat: Annotated[int, SEAT]
    zone: Zone
    card: Annotated[int, CARD]
    target: Annotated[int, SEAT]
    into: Zone
    options: Annotated[tuple[int, ...], CARD]
    until: int

    kind = "note"

    def says(self, to: Reader) -> str:
        texts = _CHALLENGES_HAND if self.into == Zone.HAND else _CHALLENGES_STACK
        options = listed_words([braced(card) for card in self.options], to.lang)
        return to.say_to(
            self.seat,
            self.target,
            texts,
            source=source_words(self.zone, self.card, to.lang),
            options=options,
        )


def _pair(e: "Accept | Agree", to: Reader) -> str:
    return to.shown([(e.seat, e.card), (e.target, e.struck)])


@event
class Accept(Timed):
    """The challenge is accepted: both cards are shown.  `silent`: no answer came in time."""

    number: int
    seat: Annotated[int, SEAT]
    card: Annotated[int, CARD]
    target: Annotated[int, SEAT]
    struck: Annotated[int, CARD]
    silent: bool

    def says(self, to: Reader) -> str:
        text, own = _("{name} accepts: {cards}."), _("You accept: {cards}.")
        if self.silent:
            text = _("{name} does not answer, so the challenge stands: {cards}.")
            own = _("You do not answer, so the challenge stands: {cards}.")
        return to.say_of(self.target, text, own, cards=_pair(self, to))


@event
class Option(Timed):
    """The challenged player fights an option card instead; the challenger's hidden card stays
    hidden."""

    number: int
    seat: Annotated[int, SEAT]
    zone: Zone
    card: Annotated[int, CARD]
    target: Annotated[int, SEAT]
    struck: Annotated[int, CARD]

    def says(self, to: Reader) -> str:
        text = _("{name} strikes the card at stake: {card} against {struck}.")
        own = _("You strike the card at stake: {card} against {struck}.")
        return to.say_of(self.seat, text, own, card=braced(self.card), struck=braced(self.struck))


@event
class Propose(Timed):
    """The challenged player offers another card, which is refused unless the challenger accepts it
    by `until`."""

    number: int
    seat: Annotated[int, SEAT]
    zone: Zone
    card: Annotated[int, CARD]
    until: int

    kind = "note"

    def says(self, to: Reader) -> str:
        if self.zone == Zone.FIELD:
            text, own = _("{name} offers {card} instead."), _("You offer {card} instead.")
        elif self.zone == Zone.STACK:
            text = _("{name} offers the top of the stack instead.")
            own = _("You offer the top of the stack instead.")
        else:
            text = _("{name} offers the hand card instead.")
            own = _("You offer the hand card instead.")
        return to.say_of(self.seat, text, own, card=braced(self.card))


@event
class Agree(Timed):
    """The challenger accepts the offered card: both cards are shown."""

    number: int
    seat: Annotated[int, SEAT]
    card: Annotated[int, CARD]
    target: Annotated[int, SEAT]
    struck: Annotated[int, CARD]

    def says(self, to: Reader) -> str:
        text, own = _("{name} agrees: {cards}."), _("You agree: {cards}.")
        return to.say_of(self.seat, text, own, cards=_pair(self, to))


@event
class Disagree(Timed):
    """The offered card is refused (`seat` NONE: without an answer).  The challenged player has to
    answer by `until`."""

    number: int
    seat: Annotated[int, SEAT]
    until: int

    kind = "note"

    def says(self, to: Reader) -> str:
        if self.seat == NONE:
            return to.lang.gettext("No answer: the challenge stands as it was.")
        text = _("{name} does not agree: the challenge stands as it was.")
        return to.say_of(self.seat, text, _("You do not agree: the challenge stands as it was."))


_VOID = (
    _("{name}'s challenge to {opponent} is void: the card is gone."),
    _("Your challenge to {opponent} is void: the card is gone."),
    _("{name}'s challenge to you is void: the card is gone."),
)


@event
class Void(Timed):
    """The challenge of `seat` ends without effect, because its options, source or target are
    gone."""

    number: int
    seat: Annotated[int, SEAT]
    target: Annotated[int, SEAT]

    kind = "note"

    def says(self, to: Reader) -> str:
        return to.say_to(self.seat, self.target, _VOID)


_FORCES = {
    Force.LOWEST: (
        _("{name} calls the table with {source}; players who pass put in their lowest field card."),
        _("You call the table with {source}; players who pass put in their lowest field card."),
    ),
    Force.HIGHEST: (
        _(
            "{name} calls the table with {source}; "
            "players who pass put in their highest field card."
        ),
        _("You call the table with {source}; players who pass put in their highest field card."),
    ),
    Force.NONE: (
        _("{name} calls the table with {source}; players who pass put in nothing."),
        _("You call the table with {source}; players who pass put in nothing."),
    ),
}


@event
class Multi(Timed):
    """A player calls the whole table to a confrontation, which is open until `until`."""

    seat: Annotated[int, SEAT]
    zone: Zone
    card: Annotated[int, CARD]
    force: Force
    until: int

    kind = "note"

    def says(self, to: Reader) -> str:
        return to.say_of(
            self.seat, *_FORCES[self.force], source=source_words(self.zone, self.card, to.lang)
        )


@event
class Join(Timed):
    """A seat puts a card into a call of the table."""

    seat: Annotated[int, SEAT]
    zone: Zone
    card: Annotated[int, CARD]

    def says(self, to: Reader) -> str:
        text, own = _("{name} joins with {source}."), _("You join with {source}.")
        return to.say_of(self.seat, text, own, source=source_words(self.zone, self.card, to.lang))


@event
class Decline(Timed):
    """A seat passes in a call of the table, and puts in no card."""

    seat: Annotated[int, SEAT]

    def says(self, to: Reader) -> str:
        return to.say_of(self.seat, _("{name} passes."), _("You pass."))


@event
class Forced(Timed):
    """A field card is put in for a player who did not join."""

    seat: Annotated[int, SEAT]
    card: Annotated[int, CARD]

    def says(self, to: Reader) -> str:
        text, own = _("{name} must put in {card}."), _("You must put in {card}.")
        return to.say_of(self.seat, text, own, card=braced(self.card))


@event
class MultiVoid(Timed):
    """The end of a call of the table that nobody joined: the caller's card stays where it was."""

    kind = "note"

    def says(self, to: Reader) -> str:
        return to.lang.gettext("Nobody else joins: the card goes back.")
