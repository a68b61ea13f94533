"""Stored stages in the form that pairing and scoring take: one reader for draws, standings,
brackets and the export.

Rounds are read as plain values: eleven rounds of 1,000 entrants are 40,000 rows, and making an
object of each took four seconds."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from django.db.models import Count, F, Prefetch, Q, QuerySet

from games.table.models import Seat
from games.tournaments.models import Entrant, Pairing, Place, Round, Stage, TournamentGame
from games.tournaments.pairing.elimination.nodes import Absence
from games.tournaments.scoring import record
from games.tournaments.scoring.points import is_annulled
from games.tournaments.scoring.record import FILLER, Kind, StageRecord
from games.tournaments.settings import Settings, resolve

ROUND, STATUS = Round.State, Entrant.Status
PENDING = (Pairing.Status.PLANNED, Pairing.Status.OPEN)
RUNNING = (ROUND.OPENING, ROUND.PLAYING)
HIDDEN = (ROUND.DRAWN, ROUND.UNDONE)  # states of rounds that the public does not see
GONE = {STATUS.WITHDRAWN: Kind.WITHDRAWN, STATUS.DISQUALIFIED: Kind.DISQUALIFIED}
KINDS = {Pairing.Status.VOID: Kind.VOID, Pairing.Status.ANNULLED: Kind.ANNULLED}

Row = dict[str, Any]
Rows = defaultdict[int, list[Row]]
PLACE = ("round", "pairing", "place", "kind", "points", "node")
ENTRANT = {"no": F("entrant__number"), "player": F("entrant__player")}
PAIRING = ("pk", "round", "number", "node", "status")
GAME = ("pairing", "table", "number", "void", "table__code", "table__status", "table__counts")
# What the export tells besides.
MORE_OF_PAIRING = ("why",)
MORE_OF_GAME = ("table__end", "table__started_ms", "table__ended_at", "void_by")


def has_places(stage: Stage, status: str) -> bool:
    """Whether a result has places by seat.  It has none if it counts for nobody, or if nobody came
    to a table of duplicate."""
    is_common = stage.settings.get("deals") == "duplicate"
    return status not in KINDS and not (is_common and status == Pairing.Status.NOSHOW)


def settings_of(stage: Stage) -> Settings:
    """The settings of a stage, settled when it began."""
    return resolve(stage.settings)


def field_of(stage: Stage) -> tuple[int, ...]:
    """The field of a stage: its entrants' numbers, best seed first."""
    seeds = stage.field.order_by("number").values_list("entrant__number", flat=True)
    return tuple(seeds)


def with_places(related: str = "entrant") -> Any:
    """A prefetch of the places of pairings in order of seats, each with its entrant."""
    places = Place.objects.order_by("seat").select_related(related)
    return Prefetch("places", places)


def annulled(stage: Stage) -> set[int]:
    """The entrants whose pairings all do not count, because they left a round robin of two before
    they had sat down at half of their tables (2.9)."""
    s = settings_of(stage)
    if not s.format.has_schedule(s):
        return set()
    tables = (stage.field.count() - 1) * s.cycles
    gone = Entrant.objects.filter(seeds__stage=stage, status__in=GONE)
    mine = Place.objects.filter(round__stage=stage).exclude(round__state=ROUND.UNDONE)
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


# Rounds ----------------------------------------------------------------------------------


class Stored(NamedTuple):
    """Rounds as stored: pairings and unpaired places by round, seated places and games by pairing.
    The `seats` of a game are pairs of player and place."""

    pairings: Rows
    unpaired: Rows
    seated: Rows
    games: Rows


def read(pairings: QuerySet[Pairing], places: QuerySet[Place], *, whole: bool = False) -> Stored:
    """Read pairings and places in four queries; with `whole`, also everything else that the export
    needs."""
    stored = Stored(*(defaultdict[int, list[Row]](list) for _ in Stored._fields))
    rows = pairings.order_by("number")
    for row in rows.values(*PAIRING, *(MORE_OF_PAIRING if whole else ())):
        stored.pairings[row["round"]].append(row)
    for row in places.order_by("seat", "entrant").values(*PLACE, **ENTRANT):
        if row["pairing"] is None:
            stored.unpaired[row["round"]].append(row)
        else:
            stored.seated[row["pairing"]].append(row)
    games = TournamentGame.objects.filter(pairing__in=pairings.order_by().values("pk"))
    seats = defaultdict[int, list[tuple[int, int | None]]](list)
    of_games = Seat.objects.filter(table__in=games.values("table")).order_by("number")
    for table, player, place in of_games.values_list("table", "player", "place"):
        seats[table].append((player, place))
    for row in games.order_by("number").values(*GAME, *(MORE_OF_GAME if whole else ())):
        stored.games[row["pairing"]].append(row | {"seats": seats[row["table"]]})
    return stored


def read_rounds(rounds: Collection[int], *, whole: bool = False) -> Stored:
    """Read rounds by their keys, with all their entrants."""
    pairings = Pairing.objects.filter(round__in=rounds)
    return read(pairings, Place.objects.filter(round__in=rounds), whole=whole)


def tables_of(pairings: QuerySet[Pairing]) -> dict[int, record.Table]:
    """The pairings in the form that scoring takes, by key."""
    stored = read(pairings, Place.objects.filter(pairing__in=pairings.order_by().values("pk")))
    return {row["pk"]: table_of(row, stored) for rows in stored.pairings.values() for row in rows}


def table_of(pairing: Row, stored: Stored) -> record.Table:
    """A pairing with its finished games that count, in the form that scoring takes."""
    seated = stored.seated[pairing["pk"]]
    numbers = {row["player"]: row["no"] for row in seated}
    return record.Table(
        tuple(row["no"] for row in seated),
        tuple(row["place"] for row in seated),
        tuple(
            record.Game(
                tuple(numbers.get(player, FILLER) for player, _ in game["seats"]),
                tuple(place or 0 for _, place in game["seats"]),
                tuple(game["table__counts"]),
            )
            for game in stored.games[pairing["pk"]]
            if game["table__status"] == "finished" and not game["void"]
        ),
        KINDS.get(Pairing.Status(pairing["status"]), Kind.PLAYED),
    )


def round_of(key: int, stored: Stored) -> record.Round:
    """A round with all entrants of the field, in the form that scoring takes."""
    return record.Round(
        tuple(table_of(row, stored) for row in stored.pairings[key]),
        tuple(
            record.Unpaired(row["no"], Kind(row["kind"]), Fraction(row["points"] or 0))
            for row in stored.unpaired[key]
        ),
    )


# Stages ----------------------------------------------------------------------------------


def record_of(stage: Stage, after: int | None = None) -> StageRecord:
    """The record of the stage as it is, or as it was after the round `after`.  While a round is
    played nobody is missing in it."""
    field, is_bracket = field_of(stage), stage.format.is_knockout
    rounds = stage.rounds.exclude(state=ROUND.UNDONE).order_by("number")
    rows = list(rounds.only("number", "state"))
    so_far = [row for row in rows if after is None or row.number <= after]
    played = [row for row in so_far if after is not None or row.state == ROUND.COMPLETE]
    stored = read_rounds([row.pk for row in (so_far if is_bracket else played)])
    is_played = any(row.state in RUNNING for row in rows)
    return StageRecord(
        settings=settings_of(stage),
        field=field,
        rounds=tuple(round_of(row.pk, stored) for row in played),
        missing={} if is_played else missing_in(stage, len(played) + 1),
        stage=stage.number,
        key=bytes(stage.tournament.key),
        plan=stage.plan or (),
        nodes=nodes_of(stored, field) if is_bracket else {},
        gone=gone_in(so_far, stored, field) if is_bracket else frozenset(),
    )


def missing_in(stage: Stage, number: int) -> dict[int, Kind]:
    """The entrants who are not drawn in this round, with the reason (2.5-2.8)."""
    missing: dict[int, Kind] = {}
    entrants = Entrant.objects.filter(seeds__stage=stage).order_by("number")
    for entrant in entrants:
        if entrant.status in GONE:
            missing[entrant.number] = GONE[Entrant.Status(entrant.status)]
        elif kind := entrant.misses.get(str(number)):
            missing[entrant.number] = Kind(kind)
        elif entrant.away:
            missing[entrant.number] = Kind.ABSENT
    return missing


def nodes_of(stored: Stored, field: Iterable[int]) -> dict[str, Mapping[int, int | None]]:
    """The places at every node with a result, by seed; None for an entrant who did not come."""
    seeds = {entrant: seed for seed, entrant in enumerate(field, 1)}
    return {
        pairing["node"]: {seeds[row["no"]]: row["place"] for row in stored.seated[pairing["pk"]]}
        for pairings in stored.pairings.values()
        for pairing in pairings
        if pairing["status"] not in PENDING
    }


def gone_in(rounds: Iterable[Round], stored: Stored, field: Iterable[int]) -> frozenset[Absence]:
    """The seeds that were not drawn in these rounds, each with its node."""
    seeds = {entrant: seed for seed, entrant in enumerate(field, 1)}
    return frozenset(
        (seeds[row["no"]], row["node"] or f"K{current.number}")
        for current in rounds
        if current.state in (*RUNNING, ROUND.COMPLETE)
        for row in stored.unpaired[current.pk]
        if row["kind"] != Kind.BYE
    )
