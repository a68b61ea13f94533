"""Tables: those that are open or running, as anyone sees them."""

from typing import Any

from django.http import Http404, HttpRequest
from ninja import Router

from games.api.problems import Problem
from games.api.schemas import SeatOut, TableOut, Truth
from games.live.snapshot import load
from games.rules.catalogue import GAMES
from games.table import clock
from games.table.models import Table
from games.table.words import title

router = Router()
MOST = 100


def common(table: Table) -> dict[str, Any]:
    """What is said of a table at any time."""
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


def table_out(table: Table) -> TableOut:
    return TableOut(
        **common(table), status=table.status, players=table.players, cards=table.counts or []
    )


def public(code: str) -> Table:
    """The table, if it is public.  Raises Http404."""
    table = Table.objects.public().filter(code=code.upper()).first()
    if table is None:
        raise Http404
    return table


@router.get("", response={200: list[TableOut], 429: Problem}, summary="Open and running tables")
def tables(request: HttpRequest) -> Any:
    now = Table.objects.public().filter(status__in=("open", "running"))
    return [table_out(table) for table in now.listed().order_by("-id")[:MOST]]


@router.get(
    "/{code}",
    response={200: Truth, 404: Problem, 429: Problem},
    summary="One table, as anyone sees it",
)
def table(request: HttpRequest, code: str) -> Any:
    snapshot = load(public(code).pk)
    seen = snapshot.message(None, snapshot.table.shown)
    now = snapshot.table.game_ms(clock.now_ms())
    return {"v": seen["v"], "now": now, "table": seen["table"], "view": seen["view"]}
