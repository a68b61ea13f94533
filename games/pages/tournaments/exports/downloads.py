"""Files of a tournament for other programs: CSV and TRF (12.5)."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.pages.tournaments import standings
from games.pages.tournaments.shortcuts import find, frame, stage_of
from games.tournaments.models import Stage
from games.tournaments.pairing import dutch
from games.tournaments.reading.record import record_of
from games.tournaments.reading.sheets import pairings_csv, standings_csv

CSV = "text/csv; charset=utf-8"
TEXT = "text/plain; charset=utf-8"


def file(content: str | bytes, name: str, kind: str) -> HttpResponse:
    answer = HttpResponse(content, content_type=kind)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@require_safe
def standings_file(
    request: HttpRequest, code: str, stage: int | None = None, after: int | None = None
) -> HttpResponse:
    """The file of a standing, by default the latest."""
    context = frame(request, code, "standings")
    standing = (
        standings.latest(context["stages"])
        if stage is None
        else standings.find(context, stage, after)
    )
    if standing is None:
        raise Http404(_("There is no standing yet."))
    name = f"{code.upper()}-standings-{standing.stage.number}-{standing.after}.csv"
    return file(standings_csv(standing), name, CSV)


@require_safe
def pairings_file(request: HttpRequest, code: str) -> HttpResponse:
    tournament = find(request, code)
    return file(pairings_csv(tournament), f"{tournament.code}-pairings.csv", CSV)


@require_safe
def trf_file(request: HttpRequest, code: str, stage: int) -> HttpResponse:
    """The TRF file of a stage with two players at a table, for chess tournament programs."""
    context = frame(request, code, "standings")
    row, settings = stage_of(context, stage)
    is_played = settings.two and settings.format.has_crosstable and row.opened_ms
    if not is_played:
        raise Http404(_("This stage has no TRF file."))
    try:
        content = trf_of(row)
    except ValueError:  # points that are no tenths
        raise Http404(_("This stage has no TRF file.")) from None
    return file(content, f"{code.upper()}-{stage}.trf", TEXT)


def trf_of(stage: Stage) -> str:
    """A stage as TRF, with its complete rounds, and the entrants missing in the next one."""
    entrants = stage.tournament.entrants.select_related("player")
    names = {one.number: one.player.name for one in entrants}
    return dutch.text(record_of(stage), stage.tournament.name, names)
