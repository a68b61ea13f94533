"""Finished games: find them, page through them."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.accounts.models import Player
from games.rules.catalogue import GAMES
from games.table.models import Table
from games.table.reading.history import (
    CUSTOM,
    RESULTS,
    BadCursor,
    Cursor,
    Filters,
    Page,
    find,
    page,
)

SIZE = 25
HERE = {"section": "history"}


def game_choices() -> list[tuple[str, str]]:
    return [("", "any"), *((key, game.name) for key, game in GAMES.items())]


def preset_choices() -> list[Any]:
    """By game; presets that only set a length are not told apart by what is stored."""
    kinds = [
        (game.name, [(f"{key}.{p.key}", p.name) for p in game.presets if not p.length])
        for key, game in GAMES.items()
    ]
    return [("", "any"), *kinds, (CUSTOM, "options of its own")]


def full_preset(preset: str, game: str) -> str:
    """`arsenal`, as addresses may have it -> `war.arsenal`; of this game, if it has one."""
    keys = [game] if game in GAMES else list(GAMES)
    for key in keys:
        if any(preset == one.key for one in GAMES[key].presets):
            return f"{key}.{preset}"
    return preset


class HistoryForm(forms.Form):
    """What to look for; every field may stay empty."""

    game = forms.ChoiceField(required=False, choices=game_choices)
    preset = forms.ChoiceField(required=False, choices=preset_choices, label="House rules")
    player = forms.CharField(required=False, max_length=60)
    result = forms.ChoiceField(required=False, choices=[("", "any"), *RESULTS.items()])
    shortest = forms.IntegerField(
        required=False, min_value=0, max_value=100_000, label="Length from"
    )
    longest = forms.IntegerField(required=False, min_value=0, max_value=100_000, label="to")
    since = forms.DateField(
        required=False, label="Ended from", widget=forms.DateInput({"type": "date"})
    )
    until = forms.DateField(required=False, label="to", widget=forms.DateInput({"type": "date"}))
    before = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)
    after = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)

    def __init__(self, data: Mapping[str, str]) -> None:
        asked = {key: data[key] for key in data}  # of a field given twice the last
        if preset := asked.get("preset"):
            asked["preset"] = full_preset(preset, asked.get("game", ""))
        super().__init__(asked)
        for field in ("game", "preset", "result"):
            self.fields[field].error_messages["invalid_choice"] = (
                "“%(value)s” is not a valid choice."
            )
        for field in ("since", "until"):
            self.fields[field].error_messages["invalid"] = "Enter a date such as 2026-11-20."

    def clean_player(self) -> Player | None:
        text = self.cleaned_data["player"].strip()
        if not text:
            return None
        player = Player.objects.named(text).filter(erased=False).first()
        if player is None:
            raise forms.ValidationError(f"No player is called “{text}”.")
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
            raise forms.ValidationError("There is no such page. Start at the first.") from error

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        low, high = data.get("shortest"), data.get("longest")
        if low is not None and high is not None and low > high:
            self.add_error("longest", "The longest must not be below the shortest.")
        since, until = data.get("since"), data.get("until")
        if since and until and since > until:
            self.add_error("until", "The last day must not be before the first.")
        game = (data.get("preset") or "").rpartition(".")[0]
        if game and data.get("game") not in (game, "", None):
            self.add_error("preset", f"These are house rules of {GAMES[game].name}.")
        if data.get("result") in ("won", "lost") and not data.get("player"):
            self.add_error("result", "Choose a player for this result, or choose another result.")
        return data

    @property
    def filters(self) -> Filters:
        asked = {field: self.cleaned_data[field] for field in Filters.__dataclass_fields__}
        game, dot, preset = asked["preset"].partition(".")
        return Filters(**asked | ({"game": game, "preset": preset} if dot else {}))

    @property
    def place(self) -> Cursor | None:
        place: Cursor | None = self.cleaned_data["after"] or self.cleaned_data["before"]
        return place


def neighbours(query: QueryDict, found: Page[Any]) -> dict[str, str]:
    """Addresses of the pages above and below, keeping what was asked for."""
    links = {}
    for name, place in (("newer", found.newer), ("older", found.older)):
        if place is not None:
            kept = query.copy()
            for field in [key for key in kept if key in ("before", "after") or not kept[key]]:
                del kept[field]
            kept["after" if place.newer else "before"] = place.text
            links[name] = f"?{kept.urlencode()}"
    return links


@require_safe
def history(request: HttpRequest) -> HttpResponse:
    form = HistoryForm(request.GET)
    if not form.is_valid():
        return render(request, "history/index.html", {"form": form, **HERE}, status=400)
    found = page(find(form.filters), form.place, SIZE, shown=Table.objects.listed())
    context = {"form": form, "page": found, "links": neighbours(request.GET, found)}
    narrowed = any(request.GET.get(field) for field in Filters.__dataclass_fields__)
    return render(request, "history/index.html", context | HERE | {"narrowed": narrowed})
