"""The reader's games: those that wait for the reader first, then recent ones, and the opponents."""

from collections.abc import Collection
from typing import Any

from django.contrib import messages
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from games.accounts.callers import opener_for
from games.accounts.models import Player
from games.pages.play.opening import entropy_of
from games.table.models import Seat, Table
from games.table.querysets import HEAVY_OF_TABLE
from games.table.reading.requested import first_message
from games.table.refusals import Refused
from games.table.writer import play
from games.table.writer.orders import Order

MOST = 8  # tables in each list
RECENT = 40  # games in which opponents are looked for


@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    context: dict[str, Any] = {"section": "mine"}
    if isinstance(request.user, Player):
        seats = recent(request.user)
        blocked = set(request.user.blocks.values_list("blocked", flat=True))
        context |= {
            "running": sorted(running(request.user), key=lambda row: not row["asked"]),
            "done": seats[:MOST],
            "opponents": opponents(seats, without=blocked),
        }
    return render(request, "mine/index.html", context)


def running(player: Player) -> list[dict[str, Any]]:
    """Tables with a seat of this player, each with its state."""
    tables = Table.objects.visible_to(player.pk).for_player(player)
    tables = tables.filter(status__in=("open", "running"))
    return [state_of(table, player) for table in tables.listed().order_by("-id")[:MOST]]


def state_of(table: Table, player: Player) -> dict[str, Any]:
    """A game as the list shows it.  `asked`: whether the game waits for this player."""
    view = first_message(table, player)["view"]
    asks = view["asks"] if view else None
    return {
        "table": table,
        "call": view["call"] if view else None,
        "names": [seat.player.name for seat in table.seats.all()],
        "asked": bool(asks and asks["until"] is not None),
    }


def recent(player: Player) -> list[Seat]:
    """The player's seats in their last games, with everyone at the table."""
    beside = Seat.objects.order_by("number").select_related("player")
    seats = Seat.objects.played_by(player).select_related("table")
    seats = seats.prefetch_related(Prefetch("table__seats", beside))
    return list(seats.defer(*HEAVY_OF_TABLE)[:RECENT])


def opponents(seats: list[Seat], *, without: Collection[int]) -> list[dict[str, Any]]:
    """The people in these games, except those in `without`; each once, with the last game played
    together."""
    met: dict[int, dict[str, Any]] = {}
    for own in seats:
        for seat in own.table.seats.all():
            others = seat.player_id != own.player_id and not seat.bot and seat.player.is_active
            if others and not own.table.arranged and seat.player_id not in without:
                met.setdefault(seat.player_id, {"player": seat.player, "table": own.table})
    return list(met.values())[:MOST]


@require_POST
def rematch(request: HttpRequest, code: str) -> HttpResponse:
    """Open a table with the same people and rules."""
    table = get_object_or_404(Table.objects.visible_to(request.user.pk), code=code.upper())
    try:
        new = play.rematch(Order(table, opener_for(request)), entropy=entropy_of(request))
    except Refused as refused:
        messages.error(request, refused.sentence)
        return redirect("mine")
    return redirect("table", code=new.code)
