"""The form of preferences.  Its fields define which preferences exist."""

from functools import lru_cache
from importlib.resources import files
from operator import itemgetter
from typing import Any
from zoneinfo import available_timezones

import tzdata
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.accounts.preferences import Inviters, SeenBy
from games.notices.kinds import IN_DIGEST, MAILED, OPTIONAL
from games.notices.mail import Rhythm
from games.untrusted import BadJson, parse_json

MOST_KEYS, LONGEST_KEY = 100, 20
LOOKS = ("theme", "deck", "back", "motion")  # what the first paint needs
AT_TABLE = ("auto", "confirm_resign", "confirm_leave", "keys", "talk", "speed")
HEARD = ("sound", "sounds", "volume", "vibrate", "sound_chat")
OF_BROWSER = (*LOOKS, *AT_TABLE, *HEARD, "chat_hidden")  # what the browser of a guest keeps
BROWSER, UTC = ("", _("The browser's")), ("", "UTC")
SECTIONS = (
    ("look", _("Appearance"), (*LOOKS, "language", "zone")),
    ("table", _("At the table"), AT_TABLE),
    ("sound", _("Sound and vibration"), HEARD),
    (
        "others",
        _("Other people"),
        (
            "quiet",
            "chat_hidden",
            "may_invite",
            "bots_may_invite",
            "seen_by",
            "boards",
            "luck",
            "findable",
        ),
    ),
)


def choice(label: Any, choices: Any, help_text: Any = "") -> forms.ChoiceField:
    """A choice field.  Its first value is the default."""
    return forms.ChoiceField(
        label=label,
        choices=choices,
        initial=next(iter(choices))[0],
        required=False,
        show_hidden_initial=True,
        help_text=help_text,
    )


class ZoneField(forms.ChoiceField):
    """A field for a time zone.  Browsers may send an older name of a zone, which is kept, or a zone
    that the site does not know, which becomes UTC."""

    def to_python(self, value: Any) -> str:
        text: str = super().to_python(value)
        return text if self.valid_value(text) else ""

    def valid_value(self, value: str) -> bool:
        return value in available_timezones() or super().valid_value(value)


def switch(label: Any, *, on: bool, help_text: Any = "") -> forms.BooleanField:
    return forms.BooleanField(
        label=label, initial=on, required=False, show_hidden_initial=True, help_text=help_text
    )


@lru_cache
def zones() -> list[tuple[str, str]]:
    """The time zones to choose from, by their present names.  Old names are accepted, but not
    offered."""
    table = files(tzdata).joinpath("zoneinfo", "zone.tab").read_text(encoding="ascii")
    lines = [line.split("\t") for line in table.splitlines() if not line.startswith("#")]
    return [in_list(line[2]) for line in sorted(lines, key=itemgetter(2))]


def in_list(zone: str) -> tuple[str, str]:
    return zone, zone.replace("_", " ")


class KeysField(forms.CharField):
    """A field for a JSON object that maps a few keys to their meanings; None if it is empty."""

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        try:
            keys = parse_json(text) if text else None
        except BadJson as error:
            raise ValidationError("keys") from error
        if keys is not None and not are_keys(keys):
            raise ValidationError("keys")
        return keys


def are_keys(value: Any) -> bool:
    if not isinstance(value, dict) or len(value) > MOST_KEYS:
        return False
    texts = (*value, *value.values())
    return all(isinstance(text, str) and len(text) <= LONGEST_KEY for text in texts)


class Bound(forms.BoundField):
    """A bound field whose hidden initial value has no `aria-` attributes."""

    def build_widget_attrs(self, attrs: Any, widget: Any = None) -> dict[str, Any]:
        built: dict[str, Any] = super().build_widget_attrs(attrs, widget)
        if widget is not None and widget.is_hidden:
            return {name: value for name, value in built.items() if not name.startswith("aria-")}
        return built


class PreferencesForm(forms.Form):
    """The form of an account's preferences.  It changes only the fields that differ from the page
    as it was sent, so that two tabs do not undo each other's changes."""

    bound_field_class = Bound
    use_required_attribute = False  # browsers know no range without a value

    theme = choice(_("Colours"), [("", _("System")), ("light", _("Light")), ("dark", _("Dark"))])
    deck = choice(_("Suits"), [("", _("Four inks")), ("two", _("Two"))])
    back = choice(
        _("Card backs"),
        [("", _("Contour lines")), ("grid", _("Grid")), ("rings", _("Diamonds"))],
    )
    motion = choice(
        _("Motion"),
        [
            ("", _("System")),
            ("full", _("Full")),
            ("reduced", _("None: cards appear in place")),
        ],
    )
    language = choice(_("Language"), [BROWSER])
    zone = ZoneField(
        label=_("Time zone"),
        required=False,
        show_hidden_initial=True,
        initial="",
        help_text=_("Emails use this time zone."),
    )
    auto = switch(_("Start games with auto-play on"), on=False)
    confirm_resign = switch(_("Ask before I resign"), on=True)
    confirm_leave = switch(_("Ask before I close a game I am playing"), on=False)
    keys = switch(_("Single-letter keys"), on=True)
    talk = choice(
        _("Read out"),
        [
            ("all", _("everything")),
            ("mine", _("only my cards")),
            ("decisions", _("decisions only")),
        ],
    )
    speed = choice(_("Speed of replays"), [("1", "1×"), ("0.5", "½×"), ("2", "2×"), ("4", "4×")])
    sound = switch(_("Sounds"), on=False)
    sounds = choice(_("Kind of sounds"), [("", _("Clear")), ("wood", _("Wood"))])
    volume = forms.IntegerField(
        label=_("Volume"),
        initial=60,
        min_value=10,
        max_value=100,
        show_hidden_initial=True,
        widget=forms.NumberInput({"type": "range", "step": 10}),
    )
    vibrate = switch(_("Vibration"), on=True)
    sound_chat = switch(_("Sound for chat messages"), on=False)
    quiet = switch(
        _("Quiet mode"),
        on=False,
        help_text=_(
            "You neither see nor send chat text; quick words stay. Only people you follow can"
            " invite you. Messages from the site always reach you."
        ),
    )
    chat_hidden = switch(_("Hide the chat"), on=False)
    may_invite = choice(_("Who may invite me to play"), Inviters.choices)
    bots_may_invite = switch(_("Bots of other people may invite me"), on=False)
    seen_by = choice(_("Who sees that I am online"), SeenBy.choices)
    boards = switch(_("Show me on the rating boards"), on=True)
    luck = switch(_("Show my luck on my profile"), on=False)
    findable = switch(_("Search engines may show my profile"), on=False)

    digest = choice(_("Summary of what I missed, by email"), Rhythm.choices)

    def __init__(self, *args: Any, chosen: dict[str, Any] | None = None, **more: Any) -> None:
        super().__init__(*args, **more)
        places = [UTC, *zones()]
        if (zone := (chosen or {}).get("zone", "")) not in dict(places):
            places.insert(1, in_list(zone))
        self.fields["zone"].choices = places  # type: ignore[attr-defined]
        self.fields["language"].choices = [BROWSER, *settings.LANGUAGES]  # type: ignore[attr-defined]
        for name in ("zone", "language"):
            self.fields[name].widget.attrs["translate"] = "no"
        if len(settings.LANGUAGES) == 1:
            del self.fields["language"]
        for kind in OPTIONAL:
            self.fields[f"notice_{kind}"] = switch(kind.label, on=True)
            if kind in (*MAILED, *IN_DIGEST):
                self.fields[f"mail_{kind}"] = switch(kind.label, on=True)
        for name in (name for name in self.fields if name.startswith(("notice_", "mail_"))):
            column, _sep, kind_name = name.partition("_")
            labels = f"kind-{kind_name} by-{column}"
            self.fields[name].widget.attrs["aria-labelledby"] = labels
        self.initial = chosen or {}

    @property
    def changes(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in self.changed_data}

    def sections(self) -> list[tuple[str, Any, list[forms.BoundField]]]:
        """The sections of the form: key, title and fields."""
        return [
            (key, title, [self[name] for name in names if name in self.fields])
            for key, title, names in SECTIONS
        ]

    def notices(self) -> list[dict[str, Any]]:
        """A row for each optional kind of notice: its fields for the site and for mail, and whether
        it is in the digest."""
        return [
            {
                "kind": kind,
                "site": self[f"notice_{kind}"],
                "mail": self[f"mail_{kind}"] if f"mail_{kind}" in self.fields else None,
                "in_digest": kind in IN_DIGEST,
            }
            for kind in OPTIONAL
        ]


KNOWN_LOOKS = {
    name: {value for value, _label in PreferencesForm.base_fields[name].choices}  # type: ignore[attr-defined]
    for name in LOOKS
}


class BrowserForm(PreferencesForm):
    """The form of a guest: scripts in the browser fill it in and store changes."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields = {name: self.fields[name] for name in OF_BROWSER}
        for name, field in self.fields.items():
            field.show_hidden_initial = False
            field.widget.attrs["data-look" if name in LOOKS else "data-setting"] = name


def values_of(data: dict[str, str]) -> dict[str, Any]:
    """The values in a script's change; unknown names are left out.  Raises ValidationError."""
    fields = PreferencesForm().fields | {"own": KeysField(required=False)}
    return {name: fields[name].clean(value) for name, value in data.items() if name in fields}
