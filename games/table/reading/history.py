"""The search for finished games: the filters, and the form that reads filters from a query, on
pages and in the API."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any

from django import forms
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Player
from games.rules.catalogue import GAMES
from games.table.models import LENGTHS, Seat, Table
from games.table.querysets import TableQuerySet
from games.table.reading.pagination import BadCursor, Cursor

FEW = 2000  # games of one player that are listed first and filtered afterwards
CUSTOM = "custom"  # in place of a preset: every table with its own options
RESULTS = {
    "won": _("won by this player"),
    "lost": _("not won by this player"),
    "shared": _("shared or drawn"),
    "all": _("won outright"),
    "cap": _("ended at the limit"),
    "clock": _("time ran out"),
    "all_out": _("all went out together"),
    "deadlock": _("tied on the last cards"),
    "resign": _("by resignation"),
    "agreed": _("ended by agreement"),
    "abandoned": _("game abandoned"),
    "limit": _("ended at the time limit"),
}
# Games of programs' bots without people; a search for a player finds all games of that player.
AMONG_BOTS = {
    "": _("hide"),
    "without": _("hide, even for a chosen player"),
    "with": _("show"),
    "only": _("only these"),
}


@dataclass(frozen=True)
class Filters:
    """Filters for games; an empty field does not filter."""

    game: str = ""
    preset: str = ""
    player: Player | None = None
    result: str = ""  # a key of RESULTS; "won" and "lost" need a player
    shortest: int | None = None
    longest: int | None = None
    since: date | None = None
    until: date | None = None
    bots: str = ""  # a key of AMONG_BOTS


def find(filters: Filters) -> TableQuerySet:
    """Public finished games that match the filters, newest first."""
    tables = Table.objects.finished().public().newest()
    if filters.bots == "only":
        tables = tables.filter(among_bots=True)
    elif filters.bots == "without" or not (filters.bots or filters.player):
        tables = tables.of_people()
    if filters.game:
        tables = tables.filter(game=filters.game)
    if filters.preset:
        tables = tables.filter(preset="" if filters.preset == CUSTOM else filters.preset)
    tables = tables.filter(of_result(filters.result) & of_length(filters) & of_days(filters))
    return tables if filters.player is None else of_player(tables, filters.player, filters.result)


def of_result(result: str) -> Q:
    if result == "shared":
        return Q(result__startswith="=")
    return Q(end=result) if result and result not in ("won", "lost") else Q()


def of_length(filters: Filters) -> Q:
    """A filter for a range of lengths.  A range that is exactly one size is filtered by size, which
    has an index."""
    low, high = filters.shortest or 0, filters.longest
    condition = Q(length__gte=low) if low else Q()
    if high is not None:
        condition &= Q(length__lte=high)
    sizes, upto = [], 0
    for size, most in LENGTHS.items():
        if low <= most and (high is None or high > upto):
            sizes.append(size)
        upto = most
    return condition & Q(size=sizes[0]) if len(sizes) == 1 else condition


def of_days(filters: Filters) -> Q:
    """A filter for a range of whole days (UTC)."""
    condition = Q()
    if filters.since:
        condition &= Q(ended_at__gte=datetime.combine(filters.since, time(), UTC))
    if filters.until:
        condition &= Q(ended_at__lte=datetime.combine(filters.until, time.max, UTC))
    return condition


def of_player(tables: TableQuerySet, player: Player, result: str) -> TableQuerySet:
    """Filter games by player.  A player's few games are looked up by seat; for a bot with a million
    games, checking each table of the list for the seat is faster."""
    seats = Seat.objects.filter(player=player, ended_at__isnull=False)
    if result in ("won", "lost"):
        seats = seats.filter(won=result == "won")
    ids = list(seats.order_by("-ended_at", "-table").values_list("table", flat=True)[: FEW + 1])
    if len(ids) <= FEW:
        return tables.filter(pk__in=ids)
    return tables.filter(Exists(seats.filter(table=OuterRef("pk"))))


def game_choices() -> list[tuple[str, str]]:
    return [("", gettext("any")), *((key, gettext(game.name)) for key, game in GAMES.items())]


def preset_choices() -> list[Any]:
    """The presets of each game, except those that only set a length, because the name of a stored
    preset ignores the length."""
    kinds = [
        (
            gettext(game.name),
            [(f"{key}.{p.key}", gettext(p.name)) for p in game.presets if not p.length],
        )
        for key, game in GAMES.items()
    ]
    return [("", gettext("any")), *kinds, (CUSTOM, gettext("its own options"))]


def full_preset(preset: str, game: str) -> str:
    """The full key of a preset in a URL, `arsenal` -> `war.arsenal`; if several games have this
    preset, the key for the given game."""
    keys = [game] if game in GAMES else list(GAMES)
    for key in keys:
        if any(preset == one.key for one in GAMES[key].presets):
            return f"{key}.{preset}"
    return preset


class HistoryForm(forms.Form):
    """Filters for games; every field may be empty."""

    game = forms.ChoiceField(required=False, choices=game_choices, label=_("Game"))
    preset = forms.ChoiceField(required=False, choices=preset_choices, label=_("House rules"))
    player = forms.CharField(required=False, max_length=60, label=_("Player"))
    result = forms.ChoiceField(
        required=False,
        choices=[("", _("any")), *RESULTS.items()],
        label=_("Result"),
    )
    shortest = forms.IntegerField(required=False, min_value=0, max_value=100_000)
    longest = forms.IntegerField(required=False, min_value=0, max_value=100_000)
    since = forms.DateField(required=False, widget=forms.DateInput({"type": "date"}))
    until = forms.DateField(required=False, widget=forms.DateInput({"type": "date"}))
    bots = forms.ChoiceField(
        required=False, choices=AMONG_BOTS.items(), label=_("Games between bots only")
    )
    before = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)
    after = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)

    def __init__(self, data: Mapping[str, str]) -> None:
        values = {key: data[key] for key in data}  # the last value of a repeated field
        if preset := values.get("preset"):
            values["preset"] = full_preset(preset, values.get("game", ""))
        super().__init__(values)
        for field in ("game", "preset", "result", "bots"):
            self.fields[field].error_messages["invalid_choice"] = gettext(
                "“%(value)s” is not a valid choice."
            )
        for field in ("since", "until"):
            self.fields[field].error_messages["invalid"] = gettext(
                "Enter a date such as 2026-11-20."
            )

    def clean_player(self) -> Player | None:
        text = self.cleaned_data["player"].strip()
        if not text:
            return None
        player = Player.objects.named(text).filter(erased=False).first()
        if player is None:
            raise forms.ValidationError(gettext("No player is called “%(name)s”.") % {"name": text})
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
            words = gettext("There is no such page. Start with the first one.")
            raise forms.ValidationError(words) from error

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        low, high = data.get("shortest"), data.get("longest")
        if low is not None and high is not None and low > high:
            self.add_error("longest", gettext("The maximum length must be at least the minimum."))
        since, until = data.get("since"), data.get("until")
        if since and until and since > until:
            self.add_error("until", gettext("The last day must not be before the first."))
        game = (data.get("preset") or "").rpartition(".")[0]
        if game and data.get("game") not in (game, "", None):
            words = gettext("These are house rules of %(game)s.") % {
                "game": gettext(GAMES[game].name)
            }
            self.add_error("preset", words)
        if data.get("result") in ("won", "lost") and not data.get("player"):
            words = gettext("Choose a player for this result, or choose another result.")
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
