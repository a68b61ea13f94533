"""The costs of bots' choices, measured at the training places."""

import json
from collections.abc import Collection, Iterator
from functools import cache as once
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import NamedTuple

from games.lab.counting.adapter import find
from games.lab.training.places import TrainingPlace
from games.lab.training.places import shipped as shipped_places
from games.rules.catalogue import BOTS
from games.rules.catalogue import find as rules_of

SHIPPED = Path(__file__).with_name("costs.json")
Z95 = 1.959964
ASKED = 20  # how often a bot that draws lots is asked at each place


class ChoiceCost(NamedTuple):
    """The average cost of a choice: the loss in the chance to win, compared with the best act.
    `error` is the standard error of `mean`, `right` the share of choices that were best."""

    places: int
    mean: float
    error: float
    right: float

    @property
    def low(self) -> float:
        return self.mean - Z95 * self.error

    @property
    def high(self) -> float:
        return self.mean + Z95 * self.error


def cost_of(level: str, places: Collection[TrainingPlace]) -> ChoiceCost:
    """The average cost of a level's choices at these places, of which there must be at least
    two."""
    asked = [costs_at(place, level) for place in places]
    costs = [fmean(costs) for costs in asked]
    right = fmean(fmean(cost == 0 for cost in costs) for costs in asked)
    return ChoiceCost(len(costs), fmean(costs), stdev(costs) / sqrt(len(costs)), right)


def costs_at(place: TrainingPlace, level: str) -> list[float]:
    """The cost of each choice of a bot of this level at a place."""
    return [place.cost(choice) for choice in choices_at(place, level)]


def choices_at(place: TrainingPlace, level: str) -> Iterator[str]:
    """The words of ASKED choices of a bot of this level at a place."""
    rules, bots, known = rules_of(place.game), BOTS[place.game], find(place.game).decisions
    assert known is not None, "a place is a decision"
    t, o, seat = place.table, rules.options(place.options), place.seat - 1
    choices = known.choices(t, o, seat)
    for number in range(ASKED):
        told = bots.decide(t, o, seat, level, number)
        act = rules.read_act(told.act, told.args) if told else None
        yield known.word(known.which(act, choices))


def places_by_game() -> dict[str, list[TrainingPlace]]:
    """The shipped places by game, without games that have no places."""
    found: dict[str, list[TrainingPlace]] = {}
    for place in shipped_places().values():
        found.setdefault(place.game, []).append(place)
    return found


def versions_of(places: Collection[TrainingPlace]) -> list[int]:
    """The versions of rules and bots with which these places were made."""
    return sorted({place.version for place in places})


def written() -> str:
    """The costs of all levels of all games as JSON, for the shipped file."""
    rows = {
        game: {
            "versions": versions_of(places),
            "levels": {level: [*cost_of(level, places)] for level in BOTS[game].levels},
        }
        for game, places in places_by_game().items()
    }
    return json.dumps(rows, indent=1) + "\n"


@once
def shipped() -> dict[str, dict[str, ChoiceCost]]:
    """The costs by game and level, without games whose places have changed since the
    measurement."""
    stored, today = json.loads(SHIPPED.read_text()), places_by_game()
    return {
        game: {level: ChoiceCost(*row) for level, row in found["levels"].items()}
        for game, found in stored.items()
        if found["versions"] == versions_of(today.get(game, ()))
    }
