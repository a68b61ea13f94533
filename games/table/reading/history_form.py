"""The form that reads filters for finished games from a query, on pages and in the API."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.accounts.models import Player
from games.rules.catalogue import GAMES
from games.table.reading.history import AMONG_BOTS, CUSTOM, RESULTS, Filters
from games.table.reading.pagination import BadCursor, Cursor


def game_choices() -> list[tuple[str, str]]:
    return [("", _("any")), *((key, _(game.name)) for key, game in GAMES.items())]


def preset_choices() -> list[Any]:
    """Presets by game; those that only set a length are stored alike."""
    kinds = [
        (_(game.name), [(f"{key}.{p.key}", _(p.name)) for p in game.presets if not p.length])
        for key, game in GAMES.items()
    ]
    return [("", _("any")), *kinds, (CUSTOM, _("its own options"))]


def full_preset(preset: str, game: str) -> str:
    """The full key of a preset in a URL, `arsenal` -> `war.arsenal`, preferably of this game."""
    keys = [game] if game in GAMES else list(GAMES)
    for key in keys:
        if any(preset == one.key for one in GAMES[key].presets):
            return f"{key}.{preset}"
    return preset


class HistoryForm(forms.Form):
    """Filters for games; every field may be empty."""

    game = forms.ChoiceField(required=False, choices=game_choices, label=gettext_lazy("Game"))
    preset = forms.ChoiceField(
        required=False, choices=preset_choices, label=gettext_lazy("House rules")
    )
    player = forms.CharField(required=False, max_length=60, label=gettext_lazy("Player"))
    result = forms.ChoiceField(
        required=False,
        choices=[("", gettext_lazy("any")), *RESULTS.items()],
        label=gettext_lazy("Result"),
    )
    shortest = forms.IntegerField(required=False, min_value=0, max_value=100_000)
    longest = forms.IntegerField(required=False, min_value=0, max_value=100_000)
    since = forms.DateField(required=False, widget=forms.DateInput({"type": "date"}))
    until = forms.DateField(required=False, widget=forms.DateInput({"type": "date"}))
    bots = forms.ChoiceField(
        required=False, choices=AMONG_BOTS.items(), label=gettext_lazy("Programs among themselves")
    )
    before = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)
    after = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)

    def __init__(self, data: Mapping[str, str]) -> None:
        values = {key: data[key] for key in data}  # the last value of a repeated field
        if preset := values.get("preset"):
            values["preset"] = full_preset(preset, values.get("game", ""))
        super().__init__(values)
        for field in ("game", "preset", "result", "bots"):
            self.fields[field].error_messages["invalid_choice"] = _(
                "“%(value)s” is not a valid choice."
            )
        for field in ("since", "until"):
            self.fields[field].error_messages["invalid"] = _("Enter a date such as 2026-11-20.")

    def clean_player(self) -> Player | None:
        text = self.cleaned_data["player"].strip()
        if not text:
            return None
        player = Player.objects.named(text).filter(erased=False).first()
        if player is None:
            raise forms.ValidationError(_("No player is called “%(name)s”.") % {"name": text})
        return player

    def clean_before(self) -> Cursor | None:
        return self.cursor("before", newer=False)

    def clean_after(self) -> Cursor | None:
        return self.cursor("after", newer=True)

    def cursor(self, field: str, *, newer: bool) -> Cursor | None:
        text = self.cleaned_data[field]
        try:
            return Cursor.read(text, newer=newer) if text else None
        except BadCursor as error:
            words = _("There is no such page. Start with the first one.")
            raise forms.ValidationError(words) from error

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        low, high = data.get("shortest"), data.get("longest")
        if low is not None and high is not None and low > high:
            self.add_error("longest", _("The longest must not be below the shortest."))
        since, until = data.get("since"), data.get("until")
        if since and until and since > until:
            self.add_error("until", _("The last day must not be before the first."))
        game = (data.get("preset") or "").rpartition(".")[0]
        if game and data.get("game") not in (game, "", None):
            words = _("These are house rules of %(game)s.") % {"game": _(GAMES[game].name)}
            self.add_error("preset", words)
        if data.get("result") in ("won", "lost") and not data.get("player"):
            words = _("Choose a player for this result, or choose another result.")
            self.add_error("result", words)
        return data

    @property
    def filters(self) -> Filters:
        values = {field: self.cleaned_data[field] for field in Filters.__dataclass_fields__}
        game, dot, preset = values["preset"].partition(".")
        return Filters(**values | ({"game": game, "preset": preset} if dot else {}))

    @property
    def place(self) -> Cursor | None:
        place: Cursor | None = self.cleaned_data["after"] or self.cleaned_data["before"]
        return place
