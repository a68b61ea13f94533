"""The form for a new tournament, and for changes."""

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rules.catalogue import GAMES, find
from games.rules.options import BadOptions, pairs
from games.table.reading.history_form import full_preset
from games.tournaments import formats
from games.tournaments.declared import Choice, Flag, Moment, Setting, Whole, declared
from games.tournaments.models import Stage, Tournament
from games.tournaments.refusals import Refused
from games.tournaments.settings import FormatKey, Settings
from games.tournaments.terms import Moments, Names, Terms
from games.tournaments.writer.life import STILL_OPEN

OF_STAGE = ("game", "format", "size", "rounds", "minutes", "games", "third", "seeding")
NOT_ALWAYS = {"rounds", "minutes", "third"}  # some formats have no such setting
MOMENTS = ("opens", "starts")
TERMS = declared(Terms)
ALL = declared(Settings) | TERMS
ORDER = (  # pairs beside each other, as many settings belong together
    *("name", "description", "game", "options", "format", "size", "rounds", "minutes"),
    *("games", "seeding", "best", "most_entrants", "account_days", "games_played"),
    *("third", "guests", "bots", "link_only", "invited", "opens", "starts", "checkin_min"),
    *("pace", "times", "break_s", "call_s", "grace_s", "limit_min", "rated", "agree", "review"),
    *("hold_min", "reason"),
)
FIELDS = {"least": "size", "most": "size", "take": "best"}  # where other settings are chosen
AT = "%Y-%m-%dT%H:%M"
LINE = "%Y-%m-%d %H:%M"


class LinesField(forms.CharField):
    """Lines of text, or none; browsers end them as Windows does."""

    widget = forms.Textarea({"rows": 3})

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)

    def to_python(self, value: Any) -> str:
        return str(super().to_python(value) or "").replace("\r\n", "\n")


def field_of(setting: Setting) -> forms.Field:
    """How a form asks for a setting.  An empty field means the default."""
    words: dict[str, Any] = {
        "label": lazy_text(setting.label),
        "help_text": lazy_text(setting.hint),
    }
    match setting:
        case FormatKey():
            return forms.ChoiceField(choices=format_choices, **words)
        case Choice():
            offered = [(key, lazy_text(label)) for key, label in setting.choices.items() if label]
            return forms.ChoiceField(choices=offered, **words)
        case Flag():
            return forms.BooleanField(required=False, **words)
        case Moment():  # sent in UTC; a script lets people type it on their own clock (_field.html)
            widget = forms.DateTimeInput({"type": "datetime-local", "data-utc": ""}, format=AT)
            return forms.DateTimeField(required=False, widget=widget, **words)
        case Whole():
            words |= {"min_value": setting.low, "max_value": setting.high}
            return forms.IntegerField(required=False, **words)
        case Moments():
            return LinesField(widget=forms.Textarea({"rows": 3, "data-utc": ""}), **words)
        case Names():
            return LinesField(**words)
    return forms.CharField(required=False, max_length=400, **words)


def lazy_text(text: str) -> Any:
    """A marked text in the language of the reader, or none."""
    return text and gettext_lazy(text)


def format_choices() -> list[Any]:
    return [(key, _(formats.find(key).label)) for key in formats.ENTRIES]


def game_choices() -> list[Any]:
    """The presets of each game; the name of a game alone leaves its rules to `options`."""
    own = _("House rules as written below")
    return [
        (_(game.name), [*((f"{key}.{one.key}", _(one.name)) for one in game.presets), (key, own)])
        for key, game in GAMES.items()
    ]


class TournamentForm(forms.Form):
    """Empty fields have the defaults of the rules."""

    name = forms.CharField(max_length=80, label=gettext_lazy("Name"))
    description = LinesField(max_length=2000, label=gettext_lazy("Description"))
    game = forms.ChoiceField(choices=game_choices, label=gettext_lazy("Game"))
    best = forms.IntegerField(
        required=False,
        min_value=2,
        max_value=256,
        label=gettext_lazy("Players who advance to a knockout"),
        help_text=gettext_lazy("A second stage. Leave empty for none."),
    )
    reason = forms.CharField(required=False, max_length=300, label=gettext_lazy("Reason"))

    def __init__(self, *args: Any, announced: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offered = {key: setting for key, setting in ALL.items() if setting.label}
        self.fields |= {key: field_of(setting) for key, setting in offered.items()}
        self.fields["size"].required = True
        self.order_fields(ORDER)
        self.announced = announced
        if announced:  # the rest is settled (1.9)
            kept = STILL_OPEN | {"reason"}
            self.fields = {key: one for key, one in self.fields.items() if key in kept}

    def clean_times(self) -> list[int]:
        try:
            lines = self.cleaned_data["times"].splitlines()
            found = [datetime.strptime(line.strip(), LINE) for line in lines if line.strip()]
            return [ms(at) for at in found]
        except ValueError:
            text = _("Write each time as 2026-11-30 20:00.")
            raise forms.ValidationError(text) from None

    def clean_opens(self) -> int | None:
        return ms_or_none(self.cleaned_data["opens"])

    def clean_starts(self) -> int | None:
        return ms_or_none(self.cleaned_data["starts"])

    def clean_invited(self) -> list[str]:
        return [line.strip() for line in self.cleaned_data["invited"].splitlines() if line.strip()]

    def refuse(self, refused: Refused) -> None:
        """Say it beside the setting it is about."""
        named = FIELDS.get(refused.field, refused.field)
        field = named if named in self.fields else None
        said = refused.sentence.removeprefix(f"{refused.field}: ") if field else refused.sentence
        self.add_error(field, said)

    # What the writer takes ---------------------------------------------------------------

    def changes(self) -> dict[str, Any]:
        """Texts and terms; of an announced tournament those that differ from what was shown."""
        data, terms = self.cleaned_data, TERMS
        chosen = {key: data[key] for key in ("name", "description", *terms) if key in data}
        if self.announced:
            chosen |= {"rounds": data["rounds"]} if data["rounds"] else {}
            return {key: value for key, value in chosen.items() if key in self.changed_data}
        return {
            key: value for key, value in chosen.items() if value is not None or TERMS[key].optional
        }

    def stages(self) -> list[dict[str, Any]]:
        """One, or two with the knockout of the best."""
        data = self.cleaned_data
        first = {key: data[key] for key in OF_STAGE if data[key] not in (None, "")}
        first |= {"game": self.chosen_game()[0], "options": self.options_text()}
        choices = formats.find(first["format"]).choices(first["size"] == 2)
        first = {key: first[key] for key in first if key not in NOT_ALWAYS - choices}
        if not data["best"]:
            return [first]
        kept = {key: first[key] for key in ("game", "size", "options")}
        return [first, kept | {"format": "elimination", "take": data["best"]}]

    def chosen_game(self) -> tuple[str, str]:
        """The game, and its preset or ""."""
        game, _dot, preset = self.cleaned_data["game"].partition(".")
        return game, preset

    def options_text(self) -> str:
        """The preset with the additions.  Cards turn by themselves, as nobody is waited for."""
        key, preset = self.chosen_game()
        game = find(key)
        try:
            chosen = dict(pairs({one.key: one.options for one in game.presets}.get(preset, "")))
            chosen |= dict(pairs(self.cleaned_data["options"].strip()))
            chosen.pop(game.seats_key, None)
            seats = {game.seats_key: str(self.cleaned_data["size"])}
            if "pace" not in chosen and game.waits_for_hands(game.options(chosen | seats)):
                chosen["pace"] = "auto"
        except BadOptions:  # the writer says why
            return str(self.cleaned_data["options"].strip())
        return ";".join(f"{key}={value}" for key, value in chosen.items())


def ms_or_none(at: datetime | None) -> int | None:
    return None if at is None else ms(at)


def ms(at: datetime) -> int:
    """A moment in UTC as epoch ms."""
    return int((at if at.tzinfo else at.replace(tzinfo=UTC)).timestamp() * 1000)


def minute(value: int) -> datetime:
    """As precise as the form."""
    return datetime.fromtimestamp(value // 60_000 * 60, UTC)


# What the form starts with ---------------------------------------------------------------


def usual() -> dict[str, Any]:
    """A Swiss of War for two, in five rounds."""
    terms = initial_terms({})
    stage = {"game": full_preset("standard", "war"), "format": "swiss"}
    return terms | stage | {"size": 2, "rounds": 5, "games": 1, "seeding": "random"}


def initial_terms(stored: dict[str, Any]) -> dict[str, Any]:
    """The terms as the form shows them."""
    terms = asdict(Terms()) | stored
    terms |= {key: minute(terms[key]) for key in MOMENTS if terms[key] is not None}
    terms["times"] = "\n".join(minute(at).strftime(LINE) for at in terms["times"])
    terms["invited"] = "\n".join(terms["invited"])
    return terms


def initial(tournament: Tournament) -> dict[str, Any]:
    """A stored tournament as the form shows it; `rounds` are those that `life.edit` changes."""
    stages: list[Stage] = list(tournament.stages.order_by("number"))
    first = {key: stages[0].settings[key] for key in OF_STAGE if key in stages[0].settings}
    texts = {"name": tournament.name, "description": tournament.description}
    last = stages[-1].settings
    running = tournament.last_stage() or stages[-1]
    more = {
        "options": stages[0].settings.get("options", ""),
        "best": last.get("take"),
        "seeding": first.get("seeding", "random"),
        "rounds": (running if tournament.state != "draft" else stages[0]).settings.get("rounds"),
    }
    return initial_terms(tournament.terms) | first | texts | more
