"""The page with the tables of a round of duplicate side by side."""

from typing import NamedTuple

from django.db.models import Prefetch, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.pages.tournaments.shortcuts import frame, page_of, stage_of
from games.rules.catalogue import find
from games.table.models import Seat, Table
from games.table.writer.ledger import share_stride
from games.tournaments.models import Pairing, Place, Round, TournamentGame
from games.tournaments.reading.record import with_places

SIZE = 8  # tables of a page


class Played(NamedTuple):
    """A table with the worth of its seats.  `parts`: the battle or round from which its cards are
    distributed otherwise than at the first table."""

    number: int
    table: Table
    seats: list[tuple[Seat, Place | None]]
    parts: int | None


@require_safe
def same_cards(request: HttpRequest, code: str, stage: int, number: int) -> HttpResponse:
    """The course of the same deal at every table, shown once nobody has to play it any more."""
    context = frame(request, code, "rounds")
    row, settings = stage_of(context, stage)
    current = row.rounds.filter(number=number, state=Round.State.COMPLETE).first()
    if current is None or not settings.duplicate:
        raise Http404(_("There is no such round."))
    pairings = with_tables(current)
    page = page_of(request, pairings, SIZE)
    listed = list(page.object_list)
    first = listed[0] if page.number == 1 and listed else pairings.first()
    context |= {
        "stage": row,
        "round": current,
        "page": page,
        "tables": [played(pairing, table_of(first or pairing)) for pairing in listed],
        "step": find(settings.game).step,
        "names": [_("Seat %(number)d") % {"number": seat} for seat in range(1, settings.size + 1)],
    }
    return render(request, "tournaments/same_cards.html", context)


def with_tables(current: Round) -> QuerySet[Pairing]:
    """The pairings in which a game was played, each with its table and seats."""
    seats = Seat.objects.order_by("number").select_related("player")
    games = TournamentGame.objects.filter(void=False, table__status="finished")
    games = games.select_related("table").prefetch_related(Prefetch("table__seats", seats))
    pairings = current.pairings.filter(games__in=games).order_by("number")
    return pairings.prefetch_related(with_places(), Prefetch("games", games))


def table_of(pairing: Pairing) -> Table:
    """The table of the only game of a pairing."""
    return pairing.games.all()[0].table


def played(pairing: Pairing, first: Table) -> Played:
    table = table_of(pairing)
    places = {place.entrant.player_id: place for place in pairing.places.all()}
    seats = [(seat, places.get(seat.player_id)) for seat in table.seats.all()]
    return Played(pairing.number, table, seats, parting(first, table))


def parting(first: Table, second: Table) -> int | None:
    """The battle or round from which the cards of two games are distributed differently, as far as
    this is stored; None if they never are."""
    steps = share_stride(first.length), share_stride(second.length)
    step = max(steps)
    tables = zip((first, second), steps, strict=True)
    points = [table.front[:: step // own] for table, own in tables]
    pairs = enumerate(zip(*points, strict=False))
    return next((at * step for at, (a, b) in pairs if a != b), None)
