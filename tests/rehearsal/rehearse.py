"""A rehearsal from the first entry to the export."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from games.tournaments.reading.export import Json, export
from tests.rehearsal.chaos import Chaos
from tests.rehearsal.evening import Evening


def rehearse(
    stages: Sequence[Mapping[str, Any]],
    entrants: int,
    seed: int,
    *,
    chaos: float = 0,
    now: int,
    **terms: Any,
) -> Json:
    """Play the tournament, and return its export.  Raises Refused, Stuck."""
    luck = Random(seed)
    evening = Chaos(luck, now, chaos) if chaos else Evening(luck, now)
    evening.open(stages, **terms)
    for _ in range(entrants):
        evening.enter()
    evening.start()
    return export(evening.run(), evening.now)
