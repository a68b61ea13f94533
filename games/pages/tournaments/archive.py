"""Finished tournaments: found by name, player and year (12.6), and the places of a player."""

from datetime import UTC, datetime
from typing import Any

from django import forms
from django.db.models import Exists, OuterRef, QuerySet
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Player
from games.tournaments.models import Entrant
from games.tournaments.querysets import TournamentQuerySet

FIRST_YEAR, LAST_YEAR = 2020, 2100
PLACES = 10  # on the page of a player


class Finder(forms.Form):
    """The search for tournaments; empty fields match everything."""

    name = forms.CharField(label=_("Name"), max_length=80, required=False)
    player = forms.CharField(label=_("Player"), max_length=30, required=False)
    year = forms.IntegerField(
        label=_("Year"), min_value=FIRST_YEAR, max_value=LAST_YEAR, required=False
    )

    def narrow(self, rows: TournamentQuerySet) -> TournamentQuerySet:
        """The tournaments that match; none if a field is invalid."""
        if not self.is_valid():
            return rows.none()
        wanted: dict[str, Any] = self.cleaned_data
        if wanted["name"]:
            rows = rows.filter(name__icontains=wanted["name"])
        if wanted["player"]:
            players = Player.objects.named(wanted["player"])
            entered = Entrant.objects.filter(tournament=OuterRef("pk"), player__in=players)
            rows = rows.filter(Exists(entered))
        if wanted["year"]:
            rows = rows.filter(ended_ms__gte=year_ms(wanted["year"]))
            rows = rows.filter(ended_ms__lt=year_ms(wanted["year"] + 1))
        return rows

    @property
    def is_used(self) -> bool:
        return any(self.data.get(name) for name in self.fields)


def year_ms(year: int) -> int:
    """The first moment of a year in UTC (epoch ms)."""
    return int(datetime(year, 1, 1, tzinfo=UTC).timestamp() * 1000)


def kept(query: QueryDict) -> str:
    """The query that keeps the search on another page of its list; append the number of the
    page."""
    rest = query.copy()
    rest.pop("page", None)
    text = rest.urlencode()
    return f"&{text}" if text else ""


def places_of(player: Player) -> QuerySet[Entrant]:
    """The last finished tournaments of a player, with the player's place in each."""
    public = Entrant.objects.filter(player=player, tournament__state="finished")
    public = public.filter(place__isnull=False, tournament__private=False)
    public = public.exclude(tournament__terms__link_only=True)
    return public.select_related("tournament").order_by("-tournament__ended_ms")[:PLACES]
