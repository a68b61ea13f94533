"""A tournament on paper: the standing, then a page for each round (12.5)."""

from typing import Any

from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.pages.tournaments.found import frame, stage_of
from games.pages.tournaments.standings import latest, numbered
from games.tournaments.models import Place, Round
from games.tournaments.reading.public import HIDDEN


@require_safe
def printed(request: HttpRequest, code: str) -> HttpResponse:
    context = frame(request, code, "print")
    tournament, standing = context["tournament"], latest(context["stages"])
    context["standing"] = standing
    if standing is not None:
        _stage, settings = stage_of(context, standing.stage.number)
        rows = numbered(tournament, standing.rows, settings.tiebreaks)
        context |= {"rows": rows, "ties": settings.tiebreaks}
    rounds = Round.objects.filter(stage__tournament=tournament).exclude(state__in=HIDDEN)
    rounds = rounds.select_related("stage").order_by("stage__number", "number")
    context["sheets"] = [sheet(one) for one in rounds]
    return render(request, "tournaments/print.html", context)


def sheet(one: Round) -> dict[str, Any]:
    """A round with its tables and who has none."""
    seated = Place.objects.order_by("seat").select_related("entrant__player")
    tables = one.pairings.order_by("number").prefetch_related(Prefetch("places", seated))
    free = one.places.filter(pairing=None).select_related("entrant__player")
    return {"round": one, "tables": tables, "free": free.order_by("kind", "entrant__number")}
