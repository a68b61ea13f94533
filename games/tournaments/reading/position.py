"""Where a stage stands before its next round is drawn."""

from collections.abc import Mapping

from games.tournaments.models import Entrant, Place, Round, Stage
from games.tournaments.pairing.draw import Position
from games.tournaments.reading.results import PENDING, field_of, rounds_of, settings_of
from games.tournaments.scoring.record import Kind

STATUS = Entrant.Status
GONE = {STATUS.WITHDRAWN: Kind.WITHDRAWN, STATUS.DISQUALIFIED: Kind.DISQUALIFIED}


def position(stage: Stage) -> Position:
    """The stage as the next draw sees it: all its rounds are complete."""
    field, rounds = field_of(stage), rounds_of(stage)
    number = len(rounds) + 1
    missing = missing_in(stage, number)
    settings = settings_of(stage)
    return Position(
        settings=settings,
        stage=stage.number,
        number=number,
        field=field,
        rounds=tuple(rounds),
        missing=missing,
        key=bytes(stage.tournament.key),
        plan=stage.plan or (),
        nodes=nodes_of(stage, field) if settings.is_elimination else {},
        gone=gone_in(stage, field, missing, number) if settings.is_elimination else {},
    )


def missing_in(stage: Stage, number: int) -> dict[int, Kind]:
    """Who is not drawn in this round, and why (2.5-2.8)."""
    found: dict[int, Kind] = {}
    entrants = Entrant.objects.filter(seeds__stage=stage).order_by("number")
    for entrant in entrants:
        if entrant.status in GONE:
            found[entrant.number] = GONE[Entrant.Status(entrant.status)]
        elif number in entrant.misses:
            found[entrant.number] = Kind.HALF
        elif entrant.away:
            found[entrant.number] = Kind.ABSENT
    return found


def nodes_of(stage: Stage, field: tuple[int, ...]) -> dict[str, Mapping[int, int | None]]:
    """The places at every node that has a result, by seed; None: did not come."""
    seeds = {entrant: seed for seed, entrant in enumerate(field, 1)}
    decided = Place.objects.filter(pairing__round__stage=stage).exclude(pairing__status__in=PENDING)
    decided = decided.exclude(pairing__round__state=Round.State.UNDONE)
    nodes: dict[str, dict[int, int | None]] = {}
    for node, entrant, place in decided.values_list("pairing__node", "entrant__number", "place"):
        nodes.setdefault(node, {})[seeds[entrant]] = place
    return dict(nodes)


def gone_in(
    stage: Stage, field: tuple[int, ...], missing: Mapping[int, Kind], number: int
) -> dict[int, int]:
    """From which round on a seed is out, being away when a round was drawn (2.10): this one, or
    the first in which it stands neither at a node nor as a bye."""
    stood: dict[int, int] = {}
    places = Place.objects.filter(round__stage=stage).exclude(round__state=Round.State.UNDONE)
    for entrant, last in places.values_list("entrant__number", "round__number"):
        stood[entrant] = max(last, stood.get(entrant, 0))
    seeds = {entrant: seed for seed, entrant in enumerate(field, 1)}
    return {
        seeds[entrant]: min(number, stood.get(entrant, 0) + 1)
        for entrant in missing
        if entrant in seeds
    }
