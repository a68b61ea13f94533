"""The record of a stage, as draws and standings take it."""

from collections.abc import Mapping

from games.tournaments.models import Entrant, Place, Round, Stage
from games.tournaments.pairing.elimination.nodes import Absence
from games.tournaments.reading.results import PENDING, field_of, settings_of
from games.tournaments.reading.rounds import rounds_of
from games.tournaments.scoring.record import Kind, StageRecord

STATUS = Entrant.Status
RUNNING = (Round.State.OPENING, Round.State.PLAYING)
GONE = {STATUS.WITHDRAWN: Kind.WITHDRAWN, STATUS.DISQUALIFIED: Kind.DISQUALIFIED}


def record_of(stage: Stage, after: int | None = None) -> StageRecord:
    """The stage as it stands, or as it stood after this round.  While a round is played nobody is
    missing in it."""
    field, rounds = field_of(stage), rounds_of(stage, range(1, after + 1) if after else None)
    is_played = stage.rounds.filter(state__in=RUNNING).exists()
    is_bracket = stage.format.is_knockout
    return StageRecord(
        settings=settings_of(stage),
        field=field,
        rounds=tuple(rounds),
        missing={} if is_played else missing_in(stage, len(rounds) + 1),
        stage=stage.number,
        key=bytes(stage.tournament.key),
        plan=stage.plan or (),
        nodes=nodes_of(stage, field, after) if is_bracket else {},
        gone=gone_in(stage, field, after) if is_bracket else frozenset(),
    )


def missing_in(stage: Stage, number: int) -> dict[int, Kind]:
    """The entrants who are not drawn in this round, and why (2.5-2.8)."""
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


def nodes_of(
    stage: Stage, field: tuple[int, ...], after: int | None = None
) -> dict[str, Mapping[int, int | None]]:
    """The places at every node that has a result (after this round, if one is named), by seed;
    None: did not come."""
    seeds = {entrant: seed for seed, entrant in enumerate(field, 1)}
    decided = Place.objects.filter(pairing__round__stage=stage).exclude(pairing__status__in=PENDING)
    decided = decided.exclude(pairing__round__state=Round.State.UNDONE)
    if after is not None:
        decided = decided.filter(pairing__round__number__lte=after)
    nodes: dict[str, dict[int, int | None]] = {}
    for node, entrant, place in decided.values_list("pairing__node", "entrant__number", "place"):
        nodes.setdefault(node, {})[seeds[entrant]] = place
    return dict(nodes)


def gone_in(stage: Stage, field: tuple[int, ...], after: int | None = None) -> frozenset[Absence]:
    """The seeds that were not drawn, by node (up to this round, if one is named)."""
    seeds = {entrant: seed for seed, entrant in enumerate(field, 1)}
    places = Place.objects.filter(round__stage=stage, pairing=None).exclude(kind=Kind.BYE)
    places = places.filter(round__state__in=(*RUNNING, Round.State.COMPLETE))
    if after is not None:
        places = places.filter(round__number__lte=after)
    left = places.values_list("entrant__number", "node", "round__number")
    return frozenset((seeds[entrant], node or f"K{number}") for entrant, node, number in left)
