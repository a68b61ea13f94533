"""The chances of every seat at each place of a finished game: reading and requesting them."""

from functools import partial
from typing import Any

from django.db.models import Prefetch, prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import Field, Schema, Status

from games.accounts.callers import caller_of
from games.accounts.tokens import Scope
from games.api.auth import BY_TOKEN_OR_COOKIE, verify_may
from games.api.games import finished, router
from games.api.lab import PROBLEMS, REFUSALS
from games.api.problems import Denied
from games.lab.chances import curves
from games.lab.chances.course import course_of_table, playouts_of_table
from games.lab.chances.models import StoredCurve
from games.lab.chances.position import read_view
from games.table.models import Seat, Table

__all__ = ["router"]  # an address has all its methods in one router
CSV = {"responses": {200: {"description": "OK", "content": {"text/csv": {}}}}}


class Wanted(Schema):
    view: str = Field("all", description="all, watcher, or a seat from 1")
    level: str = Field("", description="of bots that play on for people; see /lab/policies")


def open_game(request: HttpRequest, code: str) -> Table:
    """Find a finished public game whose cards the reader may see.  Raises Http404."""
    table = finished(request, code)
    if not (table.shows_cards and table.deal):
        raise Http404
    prefetch_related_objects([table], Prefetch("seats", Seat.objects.select_related("player")))
    return table


def stored(request: HttpRequest, code: str, view: str, level: str) -> StoredCurve:
    """Find the stored curve of this game.  Raises Http404, BadRun, or Denied if nobody has
    requested the curve."""
    table = open_game(request, code)
    view = read_view(view, table.players)
    row = curves.find_curve(table.code, playouts_of_table(table, level), view)
    if row is None:
        words = _("Nobody has asked for these chances yet. Send POST to this address.")
        raise Denied("NOT_COMPUTED", words, 404)
    return row


def facts(row: StoredCurve) -> dict[str, Any]:
    state = {"code": row.source, "status": row.status, "percent": row.percent}
    return row.curve.serialise() | state


@router.get(
    "/{code}/chances",
    response={200: dict[str, Any], 422: PROBLEMS[404], **PROBLEMS},
    summary="Chances at each place of a finished game",
)
def chances(request: HttpRequest, code: str, view: str = "all", level: str = "") -> Any:
    """The curve so far; `status` says whether it is complete."""
    return facts(stored(request, code, view, level))


@router.get(
    "/{code}/chances.csv",
    response={422: PROBLEMS[404], **PROBLEMS},
    summary="The same as a table",
    openapi_extra=CSV,
)
def table_of_chances(
    request: HttpRequest, code: str, view: str = "all", level: str = ""
) -> HttpResponse:
    text = stored(request, code, view, level).curve.csv
    return HttpResponse(text, content_type="text/csv; charset=utf-8")


@router.post(
    "/{code}/chances",
    response={200: dict[str, Any], 202: dict[str, Any], 404: PROBLEMS[404], **REFUSALS},
    summary="Ask for the chances in a finished game",
    openapi_extra=BY_TOKEN_OR_COOKIE,
)
def ask(request: HttpRequest, code: str, body: Wanted) -> Any:
    """Request the chances: 202 while they are computed, 200 when they are complete.  The request
    counts as a run of the lab."""
    verify_may(request, Scope.LAB)
    table = open_game(request, code)
    view, course = read_view(body.view, table.players), partial(course_of_table, table)
    playouts = playouts_of_table(table, body.level)
    row = curves.ask_for(caller_of(request), table.code, playouts, view, course)
    return Status(202 if row.is_running else 200, facts(row))
