"""Finished games: the search of the history page, and whole games."""

import hashlib
from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import get_conditional_response
from ninja import Query, Router

from games.api.links import link_pages
from games.api.problems import BadQuestion, Problem
from games.api.schemas import Find, GameOut, GamesOut
from games.api.tables import common, public
from games.table import daily
from games.table.models import Table
from games.table.reading import game_log
from games.table.reading.history import HistoryForm, find
from games.table.reading.pagination import page

router = Router()
PROBLEMS = {404: Problem, 429: Problem}
UNCHANGED = {304: {"description": "As the tag in If-None-Match says"}}
CACHED = {"responses": UNCHANGED}
WSN = {"responses": {200: {"description": "OK", "content": {"text/plain": {}}}, **UNCHANGED}}


def game_out(table: Table) -> GameOut:
    assert table.ended_at is not None, "a finished game has ended"
    return GameOut(
        **common(table),
        preset=table.preset,
        result=table.result,
        end=table.end,
        ended=table.ended_at,
    )


def finished(request: HttpRequest, code: str) -> Table:
    """Find a finished game.  Raises Http404."""
    table = public(request, code)
    if table.status != "finished":
        raise Http404
    return table


@router.get("", response={200: GamesOut, 422: Problem, 429: Problem}, summary="Finished games")
def games(request: HttpRequest, response: HttpResponse, question: Query[Find]) -> Any:
    """Finished games, newest first.  The header Link has the URLs of the neighbouring pages."""
    form = HistoryForm(request.GET)
    if not form.is_valid():
        raise BadQuestion({key: [str(text) for text in rows] for key, rows in form.errors.items()})
    listed = page(find(form.filters), form.place, question.limit, columns=Table.objects.listed())
    older = listed.older.text if listed.older else None
    newer = listed.newer.text if listed.newer else None
    link_pages(request, response, next_page={"before": older}, previous={"after": newer})
    return GamesOut(games=[game_out(table) for table in listed.rows], older=older, newer=newer)


@router.get(
    "/{code}.wsn", response=PROBLEMS, summary="A finished game as WSN text", openapi_extra=WSN
)
def wsn(request: HttpRequest, code: str) -> HttpResponse:
    table = finished(request, code)

    def written() -> HttpResponse:
        return HttpResponse(game_log.wsn(table), content_type="text/plain; charset=utf-8")

    return unless_known(request, [*tag_of(table), "wsn"], written, caches=caches_for(table))


@router.get(
    "/{code}",
    response={200: dict[str, Any], **PROBLEMS},
    summary="A finished game",
    openapi_extra=CACHED,
)
def game(request: HttpRequest, code: str) -> HttpResponse:
    table = finished(request, code)

    def written() -> HttpResponse:
        return JsonResponse(game_log.as_json(table))

    return unless_known(request, [*tag_of(table), "json"], written, caches=caches_for(table))


def caches_for(table: Table) -> str:
    """The caches that may keep a finished game, for `Cache-Control`: shared caches only after the
    game's secret is published."""
    return "public" if daily.shows_secret(table) else "private"


def tag_of(table: Table) -> list[str]:
    """The parts of the ETag of a finished game.  Only names change after the end, and the secret is
    published later."""
    names = table.seats.order_by("number").values_list("player__name", flat=True)
    return [table.code, str(table.rules_version), caches_for(table), *names]


def unless_known(
    request: HttpRequest,
    parts: list[str],
    written: Callable[[], HttpResponse],
    *,
    caches: str = "public",
) -> HttpResponse:
    """The response, or 304 for a client that already has it.  The ETag is computed from `parts`.
    `caches` says which caches may keep the response: `public` or only `private` ones."""
    tag = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]
    answer = get_conditional_response(request, etag=f'"{tag}"') or written()
    answer["ETag"], answer["Cache-Control"] = f'"{tag}"', f"{caches}, max-age=3600"
    return answer
