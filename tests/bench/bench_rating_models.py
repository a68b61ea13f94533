"""How well models find the truth (people 3.2): python tests/bench/bench_rating_models.py

A hundred players of known skill play a hundred games each, at tables of two to six with ties.
Prints for each model the rank correlation with the truth, and what its forecasts of the winner gain
over chance, in nats a game; the mean of three seeds, for skill that decides much and little."""

import math
import random
import statistics
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from openskill.models import BradleyTerryFull, PlackettLuce

from games.ratings import skill
from tests.ratings.measures import gumbel, rank_correlation

PLAYERS, TABLES, SEEDS = 100, 2500, (1, 2, 3)
SPREADS = (0.7, 0.25)
WARM = TABLES // 2  # forecasts count from here on
CORRELATION, SHARE = 0.95, 0.95  # goals at the larger spread; of the gain of the best Elo


class Model(NamedTuple):
    name: str
    new: Any
    rate: Callable[[Sequence[Any], Sequence[int]], Sequence[Any]]
    chances: Callable[[Sequence[Any]], Sequence[float]]
    level: Callable[[Any], float]


def elo(k: int) -> Model:
    """Everyone is compared with each other, and moves by the mean."""

    def expected(one: float, other: float) -> float:
        return 1 / (1 + 10 ** ((other - one) / 400))

    def gained(levels: Sequence[float], places: Sequence[int], i: int) -> float:
        others = [j for j in range(len(levels)) if j != i]
        scores = [(places[j] > places[i]) + 0.5 * (places[j] == places[i]) for j in others]
        due = [expected(levels[i], levels[j]) for j in others]
        return k * (sum(scores) - sum(due)) / len(others)

    def rate(levels: Sequence[float], places: Sequence[int]) -> list[float]:
        return [level + gained(levels, places, i) for i, level in enumerate(levels)]

    def chances(levels: Sequence[float]) -> list[float]:
        powers = [10 ** (level / 400) for level in levels]
        return [power / sum(powers) for power in powers]

    return Model(f"Elo, K {k}", 1500.0, rate, chances, float)


def openskill(name: str, model: Any) -> Model:
    def rate(players: Sequence[Any], places: Sequence[int]) -> list[Any]:
        rated = model.rate([[one] for one in players], ranks=[float(place) for place in places])
        return [one for (one,) in rated]

    def chances(players: Sequence[Any]) -> Sequence[float]:
        """Chances by our own formula: `predict_win` is worse."""
        return skill.chances([skill.Skill(one.mu, one.sigma) for one in players])

    return Model(name, model.rating(), rate, chances, lambda one: float(one.mu))


OURS = Model("ours", skill.Skill(), skill.rate, skill.chances, lambda one: float(one.mu))
ELOS = tuple(elo(k) for k in (10, 20, 40))
OTHERS = (
    openskill("PlackettLuce", PlackettLuce()),
    openskill("PlackettLuce, beta of ours", PlackettLuce(beta=skill.BETA)),
    openskill("BradleyTerryFull", BradleyTerryFull(beta=skill.BETA)),
)


def tables(truth: Sequence[float], luck: random.Random) -> list[tuple[list[int], list[int]]]:
    """Players and places: the best of a table wins as Bradley and Terry say, and at one in five the
    last two are out together."""
    found = []
    for _ in range(TABLES):
        seats = luck.sample(range(PLAYERS), luck.randint(2, 6))
        strength = {one: truth[one] + gumbel(luck) for one in seats}
        order = sorted(seats, key=lambda one: -strength[one])
        last = len(seats) - (luck.random() < 0.2)
        found.append((seats, [min(order.index(one) + 1, last) for one in seats]))
    return found


def measure(model: Model, spread: float, seed: int) -> tuple[float, float]:
    """Correlation and gain."""
    luck = random.Random(seed)
    truth = [luck.gauss(0, spread) for _ in range(PLAYERS)]
    players, gains = [model.new] * PLAYERS, []
    for number, (seats, places) in enumerate(tables(truth, luck)):
        before = [players[one] for one in seats]
        winners = [at for at, place in enumerate(places) if place == 1]
        if number >= WARM and len(winners) == 1:
            gains.append(math.log(model.chances(before)[winners[0]] * len(seats)))
        for one, new in zip(seats, model.rate(before, places), strict=True):
            players[one] = new
    levels = [model.level(one) for one in players]
    return rank_correlation(truth, levels), statistics.fmean(gains)


def means(model: Model, spread: float) -> tuple[float, float]:
    found = [measure(model, spread, seed) for seed in SEEDS]
    correlation, gain = (statistics.fmean(column) for column in zip(*found, strict=True))
    print(f"{spread:5} {model.name:28} correlation {correlation:.3f}  gain {gain:.3f}", flush=True)
    return correlation, gain


def main() -> None:
    found = {}
    for spread in SPREADS:
        found[spread] = means(OURS, spread)
        found[spread] += (max(means(model, spread)[1] for model in ELOS),)
        for model in OTHERS:
            means(model, spread)
    correlation, gain, best = found[SPREADS[0]]
    print(f"correlation of ours: {correlation:.3f} (goal {CORRELATION} or more)")
    print(f"gain of ours by that of the best Elo: {gain / best:.2f} (goal {SHARE} or more)")
    sys.exit(correlation < CORRELATION or gain < SHARE * best)


if __name__ == "__main__":
    main()
