"""The end of a tournament: the first three, and its greatest war."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.accounts.models import Player
from games.pages.tournaments.shortcuts import frame
from games.pages.tournaments.standings import latest
from games.table.models import Table
from games.table.reading.ending import ending
from games.tournaments.models import Entrant, Tournament

STEPS = 3
COLUMNS = 5  # columns of the picture; third places can be shared
WIDTH, MIDDLE, FLOOR = 1080, 600, 540  # width of all columns, and where they stand
GAP = 24
HEIGHTS = {1: 250, 2: 190, 3: 140}
LETTER, LARGEST = 0.66, 40  # the width of a letter, in sizes of type; and the largest size
MOST_GAMES = 64  # looked through for the greatest war, those with most wars first


class GreatWar(NamedTuple):
    """The war that took most cards: its table, the winner's seat (from 1), and the open cards of
    each seat."""

    code: str
    seat: int
    size: int
    cards: Mapping[int, Sequence[str]]


class Podium(NamedTuple):
    """The entrants of the first places, each with its points as exact text, and the war that took
    most cards, with its winner."""

    steps: list[tuple[Entrant, str]]
    war: GreatWar | None
    winner: Player | None


def podium_of(context: dict[str, Any]) -> Podium:
    """The podium of a finished tournament; `context` is that of `frame`."""
    tournament: Tournament = context["tournament"]
    first = tournament.entrants.filter(place__lte=STEPS).order_by("place", "number")
    standing = latest(context["stages"])
    rows = standing.rows if standing else []
    points = {row["entrant"]: row["points"] for row in rows if row["ties"]}
    steps = [
        (entrant, points.get(entrant.number, "")) for entrant in first.select_related("player")
    ]
    war = greatest_war(tournament.pk, tournament.last_hash)
    if war is None:
        return Podium(steps, None, None)
    winner = Player.objects.get(seats__table__code=war.code, seats__number=war.seat)
    return Podium(steps, war, winner)


@lru_cache(maxsize=64)
def greatest_war(tournament: int, last_hash: str) -> GreatWar | None:
    """The greatest war of a tournament.  It is searched for once after the last act, because
    reading every move of an evening takes a while."""
    games = Table.objects.finished().filter(
        tournament_game__pairing__round__stage__tournament=tournament, tournament_game__void=False
    )
    codes = games.filter(wars__gt=0).order_by("-wars", "pk").values_list("code", flat=True)
    wars = [(war, code) for code in codes[:MOST_GAMES] if (war := ending(code).war) is not None]
    if not wars:
        return None
    war, code = max(wars, key=lambda pair: pair[0].size)
    return GreatWar(code, war.seat, war.size, war.cards)


# Its picture ------------------------------------------------------------------------------


class Column(NamedTuple):
    """A step of the podium in the picture: its entrant, and its box in units of the picture."""

    entrant: Entrant
    points: str
    left: int
    top: int
    width: int
    height: int
    size: int  # size of the name's letters

    @property
    def middle(self) -> int:
        return self.left + self.width // 2


def columns_of(steps: Sequence[tuple[Entrant, str]]) -> list[Column]:
    """The steps from left to right: the second, the first, the third and so on."""
    first = list(steps[:COLUMNS])
    width = WIDTH // max(len(first), STEPS) - GAP
    left = MIDDLE - (len(first) * (width + GAP) - GAP) // 2
    columns = []
    for at, (entrant, points) in enumerate([*first[1:2], *first[:1], *first[2:]]):
        height = HEIGHTS[entrant.place or STEPS]
        size = min(LARGEST, int(width / LETTER / len(entrant.player.name)))
        box = left + at * (width + GAP), FLOOR - height, width, height
        columns.append(Column(entrant, points, *box, size))
    return columns


@require_safe
def picture(request: HttpRequest, code: str) -> HttpResponse:
    """The podium as a picture for sharing.  Raises Http404 before the end."""
    context = frame(request, code, "overview")
    if context["tournament"].state != "finished":
        raise Http404(_("There are no places yet."))
    podium = podium_of(context)
    ended = datetime.fromtimestamp((context["tournament"].ended_ms or 0) / 1000, UTC)
    context |= {"podium": podium, "columns": columns_of(podium.steps), "ended": ended}
    return render(request, "tournaments/podium.svg", context, content_type="image/svg+xml")
