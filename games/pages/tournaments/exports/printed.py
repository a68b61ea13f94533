"""A tournament on paper: standings and rounds, the rules, certificates (12.5)."""

from typing import Any

from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.pages.tournaments import words
from games.pages.tournaments.shortcuts import frame, stage_of, way_in
from games.pages.tournaments.standings import for_people, latest, numbered
from games.tournaments.models import Place, Round
from games.tournaments.reading.record import HIDDEN

FIRST, ALL = 3, 200  # places with a certificate


@require_safe
def printed(request: HttpRequest, code: str) -> HttpResponse:
    """A page with the standing, followed by one for each round.  Before the first round it has the
    entrants and the rules."""
    context = frame(request, code, "print")
    tournament, standing = context["tournament"], latest(context["stages"])
    context["standing"] = standing
    if standing is not None:
        _stage, settings = stage_of(context, standing.stage.number)
        rows = numbered(standing, settings, for_people(standing), settings.tiebreaks)
        context |= {"rows": rows, "ties": settings.tiebreaks}
    rounds = Round.objects.filter(stage__tournament=tournament).exclude(state__in=HIDDEN)
    rounds = rounds.select_related("stage").order_by("stage__number", "number")
    context["sheets"] = [sheet(one) for one in rounds]
    if not context["sheets"]:
        entrants = tournament.entrants.order_by("number").select_related("player")
        context |= words.about(tournament, context["stages"]) | {"entrants": entrants}
    return render(request, "tournaments/print.html", context)


def sheet(current: Round) -> dict[str, Any]:
    """The printed page of a round, with its tables and the entrants without a table."""
    seated = Place.objects.order_by("seat").select_related("entrant__player")
    tables = current.pairings.order_by("number").prefetch_related(Prefetch("places", seated))
    free = current.places.filter(pairing=None).select_related("entrant__player")
    return {"round": current, "tables": tables, "free": free.order_by("kind", "entrant__number")}


@require_safe
def rules(request: HttpRequest, code: str) -> HttpResponse:
    """The rules of a tournament on one page, for the wall of a room."""
    context = frame(request, code, "rules")
    tournament = context["tournament"]
    context |= words.about(tournament, context["stages"]) | {"way_in": way_in(tournament)}
    return render(request, "tournaments/rules.html", context)


@require_safe
def certificates(request: HttpRequest, code: str) -> HttpResponse:
    """A page for each of the first three, or for everybody with a place."""
    context = frame(request, code, "certificates")
    placed = context["tournament"].entrants.filter(place__isnull=False)
    if not placed.exists():
        raise Http404(_("There are no places yet."))
    is_all = "all" in request.GET
    placed = placed if is_all else placed.filter(place__lte=FIRST)
    entrants = placed.order_by("place", "number").select_related("player")[:ALL]
    context |= {"entrants": entrants, "is_all": is_all}
    return render(request, "tournaments/certificates.html", context)
