"""A tournament before its start, as far as it matters who wins it.  Pure."""

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

    `powers`: those of the entrants, the strongest first.  Whoever has twice the power of another
    ends before them twice as often.  `waves`: games of each in an arena.  `is_exact`: a Swiss is
    drawn as in a real tournament, which takes a hundred times as long."""

    stages: tuple[Settings, ...]
    powers: tuple[float, ...]
    waves: int = 0
    is_exact: bool = False

    def serialise(self) -> dict[str, Any]:
        """The plan, ready for JSON.  Which game is played shows in the powers alone."""
        stages = [to_json(replace(stage, game="", options="")) for stage in self.stages]
        powers = [round(power, 4) for power in self.powers]
        return {"stages": stages, "powers": powers, "waves": self.waves}

    @classmethod
    def read(cls, plan: Mapping[str, Any]) -> Self:
        """The plan that was serialised.  Raises BadSettings: by another version of the site."""
        stages = tuple(resolve(stage) for stage in plan["stages"])
        return cls(stages, tuple(plan["powers"]), plan["waves"])

    @property
    def key(self) -> str:
        """The same for the same plan: 64 hex digits."""
        text = json.dumps(self.serialise(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def results(self) -> int:
        """How many results of entrants a tournament has, roughly."""
        entrants = len(self.powers)
        rounds = self.waves or sum(s.format.rounds_for(s, entrants) for s in self.stages)
        return max(1, rounds * entrants)

    def most(self, tournaments: int) -> int:
        """The number of tournaments to simulate: this many, or fewer of a large one."""
        return max(FEWEST, min(tournaments, RESULTS // self.results))

    @property
    def longer(self) -> Self | None:
        """The plan with twice as many rounds; None: its format or field takes no more."""
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
    """The powers of a field in equal steps.  `best_share`: how often the strongest wins a game with
    the weakest in all other seats."""
    ratio = max(1.0, best_share * (seats - 1) / (1 - best_share))
    steps = max(1, entrants - 1)
    return tuple(ratio ** ((steps - step) / steps) for step in range(entrants))
