"""Stored rounds as scoring and pairing take them."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Count, Prefetch, Q

from games.table.models import Seat
from games.tournaments.models import Entrant, Pairing, Place, Round, Stage, TournamentGame
from games.tournaments.scoring import record
from games.tournaments.scoring.points import is_annulled
from games.tournaments.scoring.record import FILLER, Kind
from games.tournaments.settings import Settings, resolve

PENDING = (Pairing.Status.PLANNED, Pairing.Status.OPEN)
GONE = (Entrant.Status.WITHDRAWN, Entrant.Status.DISQUALIFIED)
SCORED = ("status", "counts", "end", "ended_at")  # columns of a table
KINDS = {Pairing.Status.VOID: Kind.VOID, Pairing.Status.ANNULLED: Kind.ANNULLED}


def settings_of(stage: Stage) -> Settings:
    """The settings of a stage, settled when it began."""
    return resolve(stage.settings)


def field_of(stage: Stage) -> tuple[int, ...]:
    """The field of a stage: its entrants' numbers, best seed first."""
    seeds = stage.field.order_by("number").values_list("entrant__number", flat=True)
    return tuple(seeds)


def with_places(related: str = "entrant") -> Any:
    """Places of pairings in order of seats, each with its entrant."""
    places = Place.objects.order_by("seat").select_related(related)
    return Prefetch("places", places)


def with_games() -> Any:
    """The games of pairings that count, in order, with what scoring needs of their tables."""
    seats = Seat.objects.order_by("number").only("table", "number", "player", "place")
    games = TournamentGame.objects.filter(void=False).order_by("number").select_related("table")
    games = games.only("pairing", "number", *(f"table__{name}" for name in SCORED))
    return Prefetch("games", games.prefetch_related(Prefetch("table__seats", seats)))


def annulled(stage: Stage) -> set[int]:
    """The entrants who have left a round robin of two before they had sat down at half of their
    tables: none of their pairings counts (2.9)."""
    s = settings_of(stage)
    if not s.format.has_schedule(s):
        return set()
    tables = (stage.field.count() - 1) * s.cycles
    gone = Entrant.objects.filter(seeds__stage=stage, status__in=GONE)
    mine = Place.objects.filter(round__stage=stage).exclude(round__state=Round.State.UNDONE)
    dealt = Q(pairing__status=Pairing.Status.OPEN, pairing__games__void=False) & Q(
        pairing__games__table__status__in=("running", "finished")
    )
    sat = (
        mine.filter(Q(place__isnull=False) | dealt)
        .values("entrant")
        .annotate(rounds=Count("round", distinct=True))
    )
    times = dict(sat.values_list("entrant__number", "rounds"))
    numbers = gone.values_list("number", flat=True)
    return {number for number in numbers if is_annulled(times.get(number, 0), tables)}


def table_record(pairing: Pairing, games: Iterable[TournamentGame] = ()) -> record.Table:
    """A pairing with these games; an arena counts without them."""
    places = list(pairing.places.all())
    entrants = {place.entrant.player_id: place.entrant for place in places}
    return record.Table(
        tuple(place.entrant.number for place in places),
        tuple(place.place for place in places),
        tuple(game for one in games if (game := game_record(one, entrants))),
        KINDS.get(Pairing.Status(pairing.status), Kind.PLAYED),
    )


def game_record(game: TournamentGame, entrants: Mapping[int, Entrant]) -> record.Game | None:
    """A finished game of these entrants, by player; None while it is played."""
    table = game.table
    if table.status != "finished":
        return None
    seats = list(table.seats.all())
    numbers = tuple(
        entrants[seat.player_id].number if seat.player_id in entrants else FILLER for seat in seats
    )
    return record.Game(numbers, tuple(seat.place or 0 for seat in seats), tuple(table.counts))
