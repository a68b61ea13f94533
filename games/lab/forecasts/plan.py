"""A tournament before its start, reduced to what affects who wins it.  The code is pure."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from games.tournaments.declared import BadSettings, to_json
from games.tournaments.settings import Settings, resolve

RESULTS = 2_000_000  # results of entrants that a forecast may take, some five minutes
FEWEST = 100  # tournaments


@dataclass(frozen=True, slots=True)
class Planned:
    """A tournament before its start.

    `powers`: the powers of the entrants, the strongest first.  An entrant with twice the power of
    another finishes first of the two twice as often.  `waves`: games of each entrant in an arena.
    `is_exact`: a Swiss is drawn as in a real tournament, which takes a hundred times as long."""

    stages: tuple[Settings, ...]
    powers: tuple[float, ...]
    waves: int = 0
    is_exact: bool = False

    def serialise(self) -> dict[str, Any]:
        """The plan, ready for JSON.  The game is left out, because it affects only the powers."""
        stages = [to_json(replace(stage, game="", options="")) for stage in self.stages]
        powers = [round(power, 4) for power in self.powers]
        return {"stages": stages, "powers": powers, "waves": self.waves}

    @classmethod
    def read(cls, plan: Mapping[str, Any]) -> Self:
        """The plan in this JSON.  Raises BadSettings if another version of the site wrote it."""
        stages = tuple(resolve(stage) for stage in plan["stages"])
        return cls(stages, tuple(plan["powers"]), plan["waves"])

    @property
    def key(self) -> str:
        """A hash of the plan: 64 hex digits, the same for equal plans."""
        text = json.dumps(self.serialise(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def results(self) -> int:
        """The approximate number of results of entrants in a tournament."""
        entrants = len(self.powers)
        rounds = self.waves or sum(s.format.rounds_for(s, entrants) for s in self.stages)
        return max(1, rounds * entrants)

    def most(self, tournaments: int) -> int:
        """The number of tournaments to simulate: this many, or fewer if a tournament is large."""
        return max(FEWEST, min(tournaments, RESULTS // self.results))

    @property
    def longer(self) -> Self | None:
        """The plan with twice as many rounds; None if its format or field does not allow that."""
        first, *rest = self.stages
        if "rounds" not in first.format.choices(first.two) or first.rounds is None:
            return None
        twice = replace(first, rounds=2 * first.rounds)
        try:
            first.format.verify_field(twice, len(self.powers))
        except BadSettings:
            return None
        return replace(self, stages=(twice, *rest))


def powers_between(best_share: float, seats: int, entrants: int) -> tuple[float, ...]:
    """The powers of entrants, in equal steps.  `best_share`: the share of games that the strongest
    entrant wins if the weakest has all other seats."""
    ratio = max(1.0, best_share * (seats - 1) / (1 - best_share))
    steps = max(1, entrants - 1)
    return tuple(ratio ** ((steps - step) / steps) for step in range(entrants))
