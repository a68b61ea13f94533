"""A rehearsal from the first entry to the export."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any
from unittest.mock import patch

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
    """Play the tournament, and return its export.  One seed is one tournament: what else would be
    drawn by the system (codes, secrets, random bytes) comes from it too.  Raises Refused, Stuck."""
    luck, system, libraries = Random(seed), Random(f"system {seed}"), Random()
    sources = {"token_bytes": system.randbytes, "choice": system.choice}
    sources["token_hex"] = lambda size=16: libraries.randbytes(size).hex()  # of a first connection
    with patch.multiple("secrets", **sources):
        evening = Chaos(luck, now, chaos) if chaos else Evening(luck, now)
        evening.open(stages, **terms)
        for _ in range(entrants):
            evening.enter()
        evening.start()
        return export(evening.run(), evening.now)
