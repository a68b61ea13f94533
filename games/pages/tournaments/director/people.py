"""Acts of a director for one entrant."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar
from urllib.parse import urlencode

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.accounts.bots import bot_player
from games.accounts.models import Player
from games.pages.tournaments.director.act_form import ActForm, NumbersField
from games.rules.catalogue import BOTS
from games.tournaments import terms
from games.tournaments.acts import LIVE, State
from games.tournaments.models import Entrant, Tournament
from games.tournaments.scoring.record import Kind
from games.tournaments.writer import entries
from games.untrusted import whole_number

MOST_BOTS = 64  # at once


class PersonForm(ActForm):
    """The form of an act about an entrant.  `act`: the function of the writer that performs it."""

    act: ClassVar[Callable[..., Entrant]]

    has_preview = False

    who = forms.CharField(max_length=60, label=gettext_lazy("Name, or number of the entrant"))

    def clean_who(self) -> str:
        text: str = self.cleaned_data["who"].strip()
        number = whole_number(text, 0, 999_999)
        if number is not None:
            entrant = Entrant.objects.filter(tournament=self.tournament, number=number)
            player = Player.objects.filter(entrants__in=entrant).first()
        else:
            player = Player.objects.named(text).filter(erased=False).first()
        if player is None:
            raise forms.ValidationError(_("No player is called “%(name)s”.") % {"name": text})
        self.player = player
        return text

    @property
    def subject(self) -> str:
        """The entrant as a parameter in the addresses of other acts."""
        return urlencode({"who": self.initial.get("who", "")})

    def others(self) -> list[tuple[str, Any]]:
        """The other acts about an entrant who was chosen by number."""
        number = whole_number(self.initial.get("who", ""))
        entrant = self.tournament.entrants.filter(number=number or 0).first()
        if entrant is None:
            return []
        acts = acts_about(entrant, possible(self.tournament))
        return [(key, label) for key, label in acts if key != self.key]

    def more(self) -> dict[str, Any]:
        """The further arguments of the act."""
        return {}

    def perform(self) -> object:
        return type(self).act(self.as_order(), self.player, **self.more())


class EnterForm(PersonForm):
    key, label, act = "enter", gettext_lazy("Enter"), entries.enter


class BotsForm(ActForm):
    """The form to enter a number of bots of one level."""

    key, label, logged = "bots", gettext_lazy("Enter bots"), "enter"
    has_preview = False
    number = forms.IntegerField(
        min_value=1, max_value=MOST_BOTS, initial=1, label=gettext_lazy("How many")
    )
    level = forms.ChoiceField(label=gettext_lazy("Level"))

    def __init__(self, tournament: Tournament, by: Player, **kwargs: Any) -> None:
        super().__init__(tournament, by, **kwargs)
        self.game = tournament.stages.get(number=1).settings["game"]
        bots = BOTS[self.game]
        levels = self.fields["level"]
        levels.choices = [(key, _(level.name)) for key, level in bots.levels.items()]  # type: ignore[attr-defined]
        levels.initial = bots.usual[0]
        self.fields["reason"].required = State(tournament.state) in LIVE

    @classmethod
    def is_possible(cls, tournament: Tournament) -> bool:
        return terms.resolve(tournament.terms).bots and super().is_possible(tournament)

    def perform(self) -> object:
        for _number in range(self.cleaned_data["number"]):
            entered = self.tournament.entrants.values_list("player", flat=True)
            bot = bot_player(self.cleaned_data["level"], list(entered), self.game)
            entries.enter(self.as_order(), bot)
        return None


class ArriveForm(PersonForm):
    key, label, act = "arrive", gettext_lazy("Check in"), entries.arrive


class LeaveForm(PersonForm):
    key, label, act = "leave", gettext_lazy("Cancel the entry"), entries.leave


class ReturnForm(PersonForm):
    key, label, act = "return", gettext_lazy("Mark as back"), entries.come_back


class AbsentForm(PersonForm):
    key, label, act = "absent", gettext_lazy("Mark as absent"), entries.miss
    rounds = NumbersField(label=gettext_lazy("Numbers of the rounds"))
    kind = forms.ChoiceField(
        label=gettext_lazy("Each counts as"),
        choices=[
            (Kind.HALF, gettext_lazy("half a win, if they have any left")),
            (Kind.FULL, gettext_lazy("a win")),
            (Kind.ABSENT, gettext_lazy("nothing")),
        ],
    )

    def more(self) -> dict[str, Any]:
        return {key: self.cleaned_data[key] for key in ("rounds", "kind")}


class GoneForm(PersonForm):
    """The form of an act after which the entrant is no longer drawn."""

    change: ClassVar[Any]
    has_preview = True

    def preview(self) -> list[str]:
        resigned = _("If %(name)s is playing a game, they resign it.")
        return [text % {"name": self.player.name} for text in (self.change, resigned)]


class WithdrawForm(GoneForm):
    key, label, act = "withdraw", gettext_lazy("Withdraw"), entries.withdraw
    change = gettext_lazy("%(name)s keeps their points but will not be paired again.")


class DisqualifyForm(GoneForm):
    key, label, act = "disqualify", gettext_lazy("Disqualify"), entries.disqualify
    change = gettext_lazy(
        "%(name)s gets no place and cannot come back; opponents keep their points."
    )


PERSON_FORMS: list[type[PersonForm]] = [
    *(ArriveForm, LeaveForm, ReturnForm, AbsentForm, WithdrawForm, DisqualifyForm)
]
OF_STATUS = {
    Entrant.Status.ENTERED: ("arrive", "leave"),
    Entrant.Status.PLAYING: ("absent", "withdraw", "disqualify"),
    Entrant.Status.WITHDRAWN: ("return", "disqualify"),
    Entrant.Status.DROPPED: ("return",),
}


def possible(tournament: Tournament) -> dict[str, Any]:
    """The acts about single entrants that are possible now, with their labels."""
    return {form.key: form.label for form in PERSON_FORMS if form.is_possible(tournament)}


def acts_about(entrant: Entrant, possible: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """The possible acts about this entrant with their labels, the likeliest first."""
    keys = OF_STATUS.get(Entrant.Status(entrant.status), ())
    if entrant.away:
        keys = ("return", *keys)
    is_done = {"arrive"} if entrant.arrived else ()
    return [(key, possible[key]) for key in keys if key in possible and key not in is_done]
