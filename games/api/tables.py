"""Open and running tables, as the public or a player sees them."""

from typing import Annotated, Any, Literal

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from ninja import Query, Router

from games.accounts.callers import network_code
from games.accounts.devices import accounts_on
from games.accounts.models import Player
from games.accounts.tokens import Scope
from games.api import links
from games.api.auth import verify_token
from games.api.problems import Problem
from games.api.schemas import SeatOut, TableOut, Truth
from games.moderation.farming import note_network
from games.relations.reading import blocked_by
from games.rules.catalogue import GAMES
from games.table import clock
from games.table.models import Table
from games.table.reading.requested import load_when_shown
from games.table.refusals import Refused
from games.table.words import title

router = Router()
SIZE = 100
Bots = Annotated[
    Literal["without", "with", "only"], Query(description="tables for programs' bots alone")
]


def common(table: Table) -> dict[str, Any]:
    """The fields that a table has at any time."""
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
            owner=seat.player.owner_name,
            place=seat.place,
            won=seat.won,
        )
        for seat in table.seats.all()
    ]


def table_out(table: Table) -> TableOut:
    return TableOut(
        **common(table),
        status=table.status,
        players=table.players,
        rated=table.rated,
        outside_bots=table.outside_bots,
        fast=table.fast,
        cards=table.counts or [],
    )


def public(request: HttpRequest, code: str) -> Table:
    """Find the table, if it is public and has no deal that the reader may still play.  Raises
    Http404."""
    seen = Table.objects.visible_to(request.user.pk).filter(private=False)
    table = seen.filter(code=code.upper()).first()
    if table is None:
        raise Http404
    return table


@router.get(
    "",
    response={200: list[TableOut], 422: Problem, 429: Problem},
    summary="Open and running tables",
)
def tables(
    request: HttpRequest,
    response: HttpResponse,
    bots: Bots = "without",
    limit: links.Limit = SIZE,
    before: links.Number = None,
    after: links.Number = None,
) -> Any:
    """Open and running tables, newest first, without those of people you have blocked.  The header
    Link has the URLs of the neighbouring pages."""
    now = Table.objects.public().filter(status__in=("open", "running")).listed()
    if bots != "with":
        among_bots = Q(among_bots=True) | Q(fast=True)
        now = now.filter(among_bots) if bots == "only" else now.exclude(among_bots)
    if isinstance(request.user, Player):
        now = now.without(blocked_by(request.user))
    page = links.newest_first(request, response, now, limit=limit, before=before, after=after)
    return [table_out(table) for table in page]


@router.get(
    "/{code}",
    response={200: Truth, 401: Problem, 403: Problem, 404: Problem, 409: Problem, 429: Problem},
    summary="One table, as anyone or as your seat sees it",
)
def table(
    request: HttpRequest, code: str, viewer: Annotated[Literal["", "me"], Query(alias="as")] = ""
) -> Any:
    """With `as=me`, the table as your seat sees it, which needs a token with `tables:read`.  While
    cards of a race are on their way, the answer waits until the cards are shown (0.4 seconds at
    most)."""
    player = verify_token(request, Scope.TABLES).player if viewer == "me" else None
    shown = seated_at(request, code, player) if player else public(request, code)
    snapshot = load_when_shown(shown.pk)
    seat = snapshot.seat_of(player.pk) if player else None
    seen = snapshot.message(seat, snapshot.table.shown)
    now = snapshot.table.game_ms(clock.now_ms())
    return {"v": seen["v"], "now": now, "table": seen["table"], "view": seen["view"]}


def seated_at(request: HttpRequest, code: str, player: Player) -> Table:
    """Find the table at which this player sits; other players cannot find a private one.  At a
    rated table, the network of the request is noted.  Raises Http404, Refused."""
    seen = Table.objects.visible_to(player.pk)
    table = seen.filter(code=code.upper(), seats__player=player).first()
    if table is None:
        public(request, code)
        raise Refused("NOT_YOUR_SEAT")
    note_network(table, player, network_code(request), accounts_on(request))
    return table
