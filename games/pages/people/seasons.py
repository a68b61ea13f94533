"""Seasons of a circle: a table over all events of a season, as a page, on paper and as a file."""

from typing import Any, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.accounts.models import Player
from games.pages.people.circles import circle_of
from games.relations.circles import holders_of
from games.tournaments.models import Season
from games.tournaments.reading.season import as_csv, table_of
from games.tournaments.refusals import Refused
from games.tournaments.scoring.season import Scoring
from games.tournaments.writer import seasons
from games.tournaments.writer.seasons import MOST_EVENTS
from games.untrusted import whole_number


def season_of(request: HttpRequest, code: str, season: int) -> Season:
    """The season with this number, if this visitor is in its circle.  Raises Http404."""
    rows = Season.objects.select_related("circle")
    return get_object_or_404(rows, pk=season, circle=circle_of(request, code))


def context_of(request: HttpRequest, season: Season) -> dict[str, Any]:
    events, rows = table_of(season)
    return {"season": season, "circle": season.circle, "events": events, "rows": rows}


@never_cache
@require_safe
def page(request: HttpRequest, code: str, season: int) -> HttpResponse:
    chosen = season_of(request, code, season)
    context = context_of(request, chosen)
    if cast(Player, request.user).pk in holders_of(chosen.circle):
        offered = chosen.circle.events.exclude(state="draft").newest()[:MOST_EVENTS]
        context |= {"holds": True, "offered": offered, "scorings": list(Scoring)}
    return render(request, "circles/season.html", context)


@never_cache
@require_safe
def printed(request: HttpRequest, code: str, season: int) -> HttpResponse:
    context = context_of(request, season_of(request, code, season))
    return render(request, "circles/season.html", context | {"is_print": True})


@never_cache
@require_safe
def download(request: HttpRequest, code: str, season: int) -> HttpResponse:
    chosen = season_of(request, code, season)
    answer = HttpResponse(as_csv(chosen), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{chosen.circle.code}-{chosen.pk}.csv"'
    return answer


@require_POST
def create(request: HttpRequest, code: str) -> HttpResponse:
    circle, by = circle_of(request, code), cast(Player, request.user)
    try:
        made = seasons.create(circle=circle, by=by, name=request.POST.get("name", ""))
    except Refused as refused:
        messages.error(request, refused.sentence)
        return redirect("circle", code=circle.code)
    return redirect(made)


@require_POST
def change(request: HttpRequest, code: str, season: int) -> HttpResponse:
    chosen, by = season_of(request, code, season), cast(Player, request.user)
    data = request.POST
    numbers = [whole_number(text) for text in data.getlist("event")[:MOST_EVENTS]]
    best = data.get("best", "").strip()
    try:
        if data.get("do") == "delete":
            seasons.delete(season=chosen, by=by)
            return redirect("circle", code=chosen.circle.code)
        seasons.change(
            season=chosen,
            by=by,
            name=data.get("name", ""),
            best=(whole_number(best) or 0) if best else None,
            scoring=data.get("scoring", ""),
            events=[number for number in numbers if number is not None],
        )
    except Refused as refused:
        messages.error(request, refused.sentence)
    return redirect(chosen)
