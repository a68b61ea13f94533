"""Finished games: found as on the history page, and given out whole."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from ninja import Query, Router

from games.api.links import link_pages
from games.api.problems import BadQuestion, Problem
from games.api.schemas import Find, GameOut, GamesOut
from games.api.tables import common, public
from games.pages.history.history import HistoryForm
from games.table.models import Table
from games.table.reading import game_log
from games.table.reading.history import find, page

router = Router()
PROBLEMS = {404: Problem, 429: Problem}
WSN = {"responses": {200: {"description": "OK", "content": {"text/plain": {}}}}}


def game_out(table: Table) -> GameOut:
    assert table.ended_at is not None, "a finished game has ended"
    return GameOut(
        **common(table),
        preset=table.preset,
        result=table.result,
        end=table.end,
        ended=table.ended_at,
    )


def finished(code: str) -> Table:
    """Raises Http404."""
    table = public(code)
    if table.status != "finished":
        raise Http404
    return table


@router.get("", response={200: GamesOut, 422: Problem, 429: Problem}, summary="Finished games")
def games(request: HttpRequest, response: HttpResponse, question: Query[Find]) -> Any:
    """Newest first.  The header Link leads to the pages beside this one."""
    form = HistoryForm(request.GET)
    if not form.is_valid():
        raise BadQuestion({key: [str(text) for text in rows] for key, rows in form.errors.items()})
    found = page(find(form.filters), form.place, question.limit, shown=Table.objects.listed())
    older = found.older.text if found.older else None
    newer = found.newer.text if found.newer else None
    link_pages(request, response, next_page={"before": older}, previous={"after": newer})
    return GamesOut(games=[game_out(table) for table in found.rows], older=older, newer=newer)


@router.get(
    "/{code}.wsn", response=PROBLEMS, summary="A finished game as WSN text", openapi_extra=WSN
)
def wsn(request: HttpRequest, code: str) -> HttpResponse:
    return HttpResponse(game_log.wsn(finished(code)), content_type="text/plain; charset=utf-8")


@router.get("/{code}", response={200: dict[str, Any], **PROBLEMS}, summary="A finished game")
def game(request: HttpRequest, code: str) -> Any:
    return game_log.as_json(finished(code))
