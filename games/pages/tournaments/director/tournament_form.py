"""The form for a new tournament, and for changes."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from itertools import groupby
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.accounts.models import Player
from games.pages.tournaments.director.act_form import PublicField
from games.pages.tournaments.director.sketch import RULE, Sketch
from games.relations.circles import Circle
from games.rules.options import pairs
from games.tournaments import formats
from games.tournaments.checks import limit_ms
from games.tournaments.declared import (
    MINUTE_MS,
    Choice,
    Flag,
    Moment,
    Setting,
    Whole,
    declared,
    headings,
)
from games.tournaments.models import Stage, Tournament
from games.tournaments.refusals import Refused
from games.tournaments.settings import USUAL, Settings
from games.tournaments.terms import Moments, Players, Terms
from games.tournaments.writer.circle import MOST_ENTRANTS
from games.tournaments.writer.life import STILL_OPEN
from games.tournaments.writer.weekly import name_again

TERMS = declared(Terms)
BY_SKETCH = {"format", "size"}  # chosen by pictures
OFFERED = {
    key: setting
    for key, setting in (declared(Settings) | TERMS).items()
    if setting.label and key not in BY_SKETCH
}
OF_STAGE = [key for key in declared(Settings) if key in OFFERED]
USUAL_STAGE = {key: USUAL[key] for key in OF_STAGE if key in USUAL} | {"seeding": "random"}
MOMENTS = [key for key, setting in TERMS.items() if isinstance(setting, Moment)]
HEADINGS = headings(Settings) | headings(Terms)
HEADINGS["best"] = HEADINGS["format"]
ORDER = ("name", "description", *declared(Settings), "best", *TERMS, "reason")
FIELDS = {"least": "size", "most": "size", "take": "best"}  # where other settings are chosen
STEPS = {"name", "when", "starts", "zone", "audience", "rounds", "minutes"}  # before More
WHEN = {
    "now": gettext_lazy("When I start it"),
    "at": gettext_lazy("At this time"),
    "weekly": gettext_lazy("Every week from this time on"),
}
AT = "%Y-%m-%dT%H:%M"
LINE = "%Y-%m-%d %H:%M"


class LinesField(forms.CharField):
    """A field for lines of text; browsers end lines as Windows does."""

    widget = forms.Textarea({"rows": 3})

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)

    def to_python(self, value: Any) -> str:
        return str(super().to_python(value) or "").replace("\r\n", "\n")


def field_of(setting: Setting) -> forms.Field:
    """The form field for a setting.  An empty field means the default."""
    words: dict[str, Any] = {
        "label": lazy_text(setting.label),
        "help_text": lazy_text(setting.hint),
    }
    match setting:
        case Choice():
            offered = [(key, lazy_text(label)) for key, label in setting.choices.items() if label]
            return forms.TypedChoiceField(
                choices=offered, required=False, empty_value=None, **words
            )
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
        case Players():
            return LinesField(**words)
    return forms.CharField(required=False, max_length=400, **words)


def lazy_text(text: str) -> Any:
    """The translation of a marked text, evaluated when it is rendered; "" for no text."""
    return text and gettext_lazy(text)


class TournamentForm(forms.Form):
    """The form of a tournament.  Empty fields stand for the defaults of the rules, which they
    show.  Without a sketch the tournament has been announced, so most settings are fixed (1.9)."""

    name = forms.CharField(max_length=80, label=gettext_lazy("Name"))
    description = LinesField(max_length=2000, label=gettext_lazy("Description"))
    best = forms.IntegerField(
        required=False,
        min_value=2,
        max_value=256,
        label=gettext_lazy("Players who advance to a knockout"),
        help_text=gettext_lazy("A second stage. Leave empty for none."),
    )
    when = forms.ChoiceField(
        required=False, choices=WHEN.items(), widget=forms.RadioSelect, label=gettext_lazy("Start")
    )
    zone = forms.CharField(required=False, max_length=60, widget=forms.HiddenInput)
    repeats = forms.BooleanField(required=False, label=gettext_lazy("Held again every week"))
    reason = PublicField(required=False, label=gettext_lazy("Reason"))

    def __init__(
        self,
        *args: Any,
        sketch: Sketch | None = None,
        circle: Circle | None = None,
        is_draft: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.sketch = sketch
        self.fields |= {key: field_of(setting) for key, setting in OFFERED.items()}
        self.order_fields(ORDER)
        if sketch is None:
            kept = {*STILL_OPEN, "reason"}
            kept |= {"repeats"} if self.initial.get("repeats") else set()
        else:
            hidden = not_for(circle) | (choices() - sketch.choices) | {"repeats"}
            kept = self.fields.keys() - (hidden if is_draft else hidden | {"reason"})
            self.show_defaults(sketch, circle)
        self.fields = {key: field for key, field in self.fields.items() if key in kept}

    def show_defaults(self, sketch: Sketch, circle: Circle | None) -> None:
        """Show the default values in empty fields."""
        places = str(MOST_ENTRANTS) if circle else _("no limit")
        defaults = {"most_entrants": places, "checkin_min": _("none"), "best": _("none")}
        if (s := sketch.settings) is not None:
            limit = limit_ms(s, Terms(), s.size) // MINUTE_MS
            defaults |= {"limit_min": str(limit), "grace_s": str(s.format.grace_s)}
        for key, text in defaults.items():
            self.fields[key].widget.attrs["placeholder"] = text

    def more(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields outside the steps of the form, in groups with their headings."""
        rest = [field for field in self if field.name not in STEPS]
        groups = groupby(rest, key=lambda field: HEADINGS.get(field.name, ""))
        return [(lazy_text(heading), list(fields)) for heading, fields in groups]

    @property
    def has_errors_in_more(self) -> bool:
        return any(key not in STEPS for key in self.errors)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        when = data.get("when") or ("at" if data.get("starts") else "now")
        if "when" in self.fields:
            if when != "now" and not data.get("starts") and "starts" not in self.errors:
                self.add_error("starts", _("Choose the day and the time."))
            if when == "now":
                data["starts"] = None
            data["weekly"] = (data.get("zone") or "UTC") if when == "weekly" else ""
        return data

    def clean_times(self) -> list[int]:
        try:
            lines = self.cleaned_data["times"].splitlines()
            times = [datetime.strptime(line.strip(), LINE) for line in lines if line.strip()]
            return [ms(at) for at in times]
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
        """Show the refusal beside the setting that it concerns."""
        named = FIELDS.get(refused.field, refused.field)
        self.add_error(named if named in self.fields else None, refused.sentence)

    # What the writer takes ---------------------------------------------------------------

    def changes(self) -> dict[str, Any]:
        """The texts and terms to store; for an announced tournament, only those that the director
        has changed."""
        data = self.cleaned_data
        chosen = {key: data[key] for key in ("name", "description", *TERMS) if key in data}
        if self.sketch is None:
            chosen |= {"rounds": data["rounds"]} if data["rounds"] else {}
            changed = {key: text for key, text in chosen.items() if key in self.changed_data}
            return changed | ({"weekly": ""} if "repeats" in self.changed_data else {})
        return {
            key: value for key, value in chosen.items() if value is not None or TERMS[key].optional
        }

    def stages(self) -> list[dict[str, Any]]:
        """The settings of the stages: one stage, or a second one in which the best play a
        knockout."""
        data, sketch = self.cleaned_data, self.sketch
        assert sketch is not None
        kept = {"game": sketch.game.key, "options": sketch.options, "size": sketch.size}
        own = {key: data[key] for key in OF_STAGE if data.get(key) not in (None, "")}
        first = kept | own | {"format": sketch.format.key}
        if "minutes" in sketch.choices:
            first["minutes"] = data["minutes"] or sketch.length
        if not data.get("best"):
            return [first]
        return [first, kept | {"format": "elimination", "take": data["best"]}]


def not_for(circle: Circle | None) -> set[str]:
    """The settings that do not apply to the site's tournaments, or to events of this circle."""
    if circle is None:
        return {"audience"}
    return {"link_only"} if circle.rated_events else {"link_only", "rated"}


def choices() -> set[str]:
    """The settings that only some formats have."""
    every = map(formats.find, formats.ENTRIES)
    return {key for format in every for two in (True, False) for key in format.choices(two)}


def ms_or_none(at: datetime | None) -> int | None:
    return None if at is None else ms(at)


def ms(at: datetime) -> int:
    """A moment in UTC as epoch ms."""
    return int((at if at.tzinfo else at.replace(tzinfo=UTC)).timestamp() * 1000)


def minute(value: int) -> datetime:
    """The time of `value` (epoch ms) as the form shows it, to the minute."""
    return datetime.fromtimestamp(value // 60_000 * 60, UTC)


# What the form starts with ---------------------------------------------------------------


def usual(circle: Circle | None) -> dict[str, Any]:
    """The initial values for a new tournament; with a circle, those for events of a circle."""
    terms = initial_terms({} if circle is None else {"audience": "circle"})
    return terms | USUAL_STAGE | {"when": "now", "zone": "UTC"}


def initial_terms(stored: dict[str, Any]) -> dict[str, Any]:
    """The terms as the form shows them."""
    terms = asdict(Terms()) | stored
    terms |= {key: minute(terms[key]) for key in MOMENTS if terms[key] is not None}
    terms["times"] = "\n".join(minute(at).strftime(LINE) for at in terms["times"])
    players = Player.objects.in_bulk(terms["invited"])
    terms["invited"] = "\n".join(players[pk].name for pk in terms["invited"] if pk in players)
    return terms


def initial(tournament: Tournament) -> dict[str, Any]:
    """The fields of the form for a stored tournament.  `rounds` is the number that `life.edit`
    changes."""
    stages: list[Stage] = list(tournament.stages.order_by("number"))
    stored = stages[0].settings
    first = USUAL_STAGE | {key: stored[key] for key in OF_STAGE if key in stored}
    last, running = stages[-1].settings, tournament.last_stage() or stages[-1]
    terms = initial_terms(tournament.terms)
    when = "weekly" if terms["weekly"] else "at" if terms["starts"] else "now"
    more = {
        "name": tournament.name,
        "description": tournament.description,
        "best": last.get("take"),
        "rounds": (running if tournament.state != "draft" else stages[0]).settings.get("rounds"),
        "when": when,
        "zone": terms["weekly"] or "UTC",
        "repeats": bool(terms["weekly"]),
    }
    return terms | first | more


def again(tournament: Tournament) -> dict[str, Any]:
    """The fields of a form that repeats a tournament at another time."""
    gone = {"starts": None, "opens": None, "times": "", "when": "now", "repeats": False}
    return initial(tournament) | gone | {"name": name_again(tournament, timezone.now())}


def chosen_in(tournament: Tournament) -> dict[str, str]:
    """The choices of a stored tournament, in the form in which a sketch reads them."""
    s = tournament.stages.get(number=1).settings
    chosen = {key: str(s[key]) for key in ("game", "format", "size", "rounds", "minutes", "games")
              if s.get(key) is not None}  # fmt: skip
    entrants = tournament.entrants.count()
    if entrants > 1:
        chosen["entrants"] = str(entrants)
    return chosen | {f"{RULE}{key}": text for key, text in pairs(s.get("options", ""))}


def typed(data: Mapping[str, str]) -> dict[str, Any]:
    """The data of a form that is only shown again, as initial values that are not validated."""
    flags = {key: data.get(key) == "on" for key in OFFERED if isinstance(OFFERED[key], Flag)}
    return dict(data) | flags
