"""Everything that can be checked of a tournament that was played (14.7)."""

from collections.abc import Callable, Iterable

from pydantic import ValidationError

from tests.referee import course, games, log, lots, results, rounds, standings
from tests.referee.file import Fault, Faults, File
from tests.referee.formats import arena, bracket, cuts, robin, swiss

LOG = (log.faults, course.faults)  # what the others rely on
OTHERS = (
    lots.faults,
    lots.seeds,
    games.faults,
    results.faults,
    rounds.faults,
    swiss.faults,
    robin.faults,
    bracket.faults,
    cuts.faults,
    arena.faults,
    standings.fields,
    standings.faults,
)


def check(text: str | bytes) -> list[Fault]:
    """The faults of this export.  With a log that is wrong nothing else can be checked."""
    try:
        file = File.model_validate_json(text)
    except ValidationError as bad:
        return [Fault(".".join(map(str, one["loc"])), one["msg"]) for one in bad.errors()]
    return _found(LOG, file) or _found(OTHERS, file)


def _found(checks: Iterable[Callable[[File], Faults]], file: File) -> list[Fault]:
    return [fault for one in checks for fault in one(file)]
