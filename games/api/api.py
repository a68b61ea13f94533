"""The HTTP API: reads public tables, games, tournaments and lab runs, enters tournaments and starts
runs; described at /api/openapi.json."""

from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import NinjaAPI, Query
from ninja.errors import HttpError, ValidationError

from games.accounts.limits import TooMany
from games.api.lab import STATUS, router
from games.api.schemas import Find, GameOut, GamesOut, Problem, SeatOut, TableOut, Truth
from games.api.throttle import PerMinute
from games.api.tournaments import router as tournaments
from games.lab.counting.adapter import BadRun
from games.live.snapshot import load
from games.pages.history.history import HistoryForm
from games.rules.catalogue import GAMES
from games.table import clock
from games.table.models import Table
from games.table.reading import game_log
from games.table.reading.history import find, page
from games.table.words import title
from games.tournaments.refusals import Refused

LIMIT = 120  # requests per minute and address
SIZE = 50
MOST_TABLES = 100

api = NinjaAPI(
    title="warsite",
    version="1",
    description="Read tables, finished games and tournaments, enter tournaments, and read or start "
    "lab runs. "
    "Private tables are not shown. "
    f"At most {LIMIT} requests a minute.",
    docs_url=None,  # the library's page loads scripts from elsewhere
    urls_namespace="api",
    throttle=PerMinute(LIMIT),
)
PROBLEMS = {404: Problem, 429: Problem}
# Codes of refused acts of entrants that are not about the state of the tournament.
ENTRY_STATUS = dict.fromkeys(("CSRF", "NOT_ALLOWED", "BANNED"), 403) | {"BAD_ENTROPY": 422}


class BadQuestion(Exception):
    """Invalid parameters; `fields` says which and why."""

    def __init__(self, fields: dict[str, list[str]]) -> None:
        super().__init__("bad question")
        self.fields = fields


def problem(request: HttpRequest, status: int, code: str, detail: str, **more: Any) -> HttpResponse:
    return api.create_response(request, {"error": code, "detail": detail, **more}, status=status)


@api.exception_handler(Http404)
def missing(request: HttpRequest, error: Http404) -> HttpResponse:
    return problem(request, 404, "NOT_FOUND", _("There is nothing public at this address."))


@api.exception_handler(HttpError)
def refused(request: HttpRequest, error: HttpError) -> HttpResponse:
    if error.status_code == 429:
        words = _("At most {limit} requests a minute.").format(limit=LIMIT)
        return problem(request, 429, "TOO_MANY", words)
    return problem(request, error.status_code, "REFUSED", str(error))


@api.exception_handler(TooMany)
def too_many(request: HttpRequest, error: TooMany) -> HttpResponse:
    answer = problem(request, 429, "TOO_MANY", error.sentence)
    answer["Retry-After"] = str(error.wait_s)
    return answer


@api.exception_handler(ValidationError)
def invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    fields = {str(row["loc"][-1]): [str(row["msg"])] for row in error.errors}
    return problem(request, 422, "BAD_VALUE", _("Some values are not valid."), fields=fields)


@api.exception_handler(BadRun)
def bad_run(request: HttpRequest, error: BadRun) -> HttpResponse:
    return problem(request, STATUS.get(error.code, 422), error.code, error.sentence)


@api.exception_handler(Refused)
def refused_act(request: HttpRequest, error: Refused) -> HttpResponse:
    status = ENTRY_STATUS.get(error.code, 409)
    return problem(request, status, error.code, error.sentence)


@api.exception_handler(BadQuestion)
def bad_question(request: HttpRequest, error: BadQuestion) -> HttpResponse:
    return problem(request, 422, "BAD_VALUE", _("Some values are not valid."), fields=error.fields)


def seats_out(table: Table) -> list[SeatOut]:
    return [
        SeatOut(
            number=seat.number,
            name=seat.player.name,
            bot=seat.player.is_bot,
            place=seat.place,
            won=seat.won,
        )
        for seat in table.seats.all()
    ]


def common(table: Table) -> dict[str, Any]:
    return {
        "code": table.code,
        "game": table.game,
        "title": title(table),
        "options": table.options,
        "seats": seats_out(table),
        "length": table.length,
        "unit": GAMES[table.game].unit if table.game in GAMES else "move",
        "wars": table.wars,
        "address": table.get_absolute_url(),
    }


def table_out(table: Table) -> TableOut:
    return TableOut(
        **common(table), status=table.status, players=table.players, cards=table.counts or []
    )


def game_out(table: Table) -> GameOut:
    assert table.ended_at is not None, "a finished game has ended"
    return GameOut(
        **common(table),
        preset=table.preset,
        result=table.result,
        end=table.end,
        ended=table.ended_at,
    )


def public(code: str) -> Table:
    """The table, if it is public.  Raises Http404."""
    table = Table.objects.public().filter(code=code.upper()).first()
    if table is None:
        raise Http404
    return table


def finished(code: str) -> Table:
    table = public(code)
    if table.status != "finished":
        raise Http404
    return table


@api.get("/tables", response={200: list[TableOut], **PROBLEMS}, summary="Open and running tables")
def tables(request: HttpRequest) -> Any:
    now = Table.objects.public().filter(status__in=("open", "running"))
    return [table_out(table) for table in now.listed().order_by("-id")[:MOST_TABLES]]


@api.get(
    "/tables/{code}", response={200: Truth, **PROBLEMS}, summary="One table, as anyone sees it"
)
def table(request: HttpRequest, code: str) -> Any:
    snapshot = load(public(code).pk)
    seen = snapshot.message(None, snapshot.table.shown)
    now = snapshot.table.game_ms(clock.now_ms())
    return {"v": seen["v"], "now": now, "table": seen["table"], "view": seen["view"]}


@api.get("/games", response={200: GamesOut, 422: Problem, **PROBLEMS}, summary="Finished games")
def games(request: HttpRequest, question: Query[Find]) -> Any:
    form = HistoryForm(request.GET)
    if not form.is_valid():
        raise BadQuestion({key: [str(text) for text in rows] for key, rows in form.errors.items()})
    found = page(find(form.filters), form.place, SIZE, shown=Table.objects.listed())
    return GamesOut(
        games=[game_out(table) for table in found.rows],
        older=found.older.text if found.older else None,
        newer=found.newer.text if found.newer else None,
    )


@api.get("/games/{code}.wsn", response=PROBLEMS, summary="A finished game as WSN text")
def wsn(request: HttpRequest, code: str) -> HttpResponse:
    return HttpResponse(game_log.wsn(finished(code)), content_type="text/plain; charset=utf-8")


@api.get("/games/{code}", response={200: dict[str, Any], **PROBLEMS}, summary="A finished game")
def game(request: HttpRequest, code: str) -> Any:
    return game_log.as_json(finished(code))


def openly(make: Any, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
    """Let scripts of any site read public data."""
    answer: HttpResponse = make(request, *args, **kwargs)
    answer["Access-Control-Allow-Origin"] = "*"
    return answer


api.add_router("/lab", router)
api.add_router("/tournaments", tournaments)
api.create_response = partial(openly, api.create_response)  # type: ignore[method-assign]
