"""Cheap tables of many entrants: a local search, seeded and bounded in steps (5.7.4)."""

from itertools import cycle
from random import Random
from typing import NamedTuple

from games.tournaments.pairing.by_cost.problem import Problem, Tables
from games.tournaments.pairing.by_cost.seating import Seating

STEPS = 1_200_000  # in all, in several tries; more where one try takes more
STEPS_OF_TRY, STEPS_EACH = 300_000, 1_500  # at least so many, and so many for every entrant
HEATS = (4, 64, 64)  # of tries in turn: where repeats are hard to avoid, hot ones find better


class Stage(NamedTuple):
    """A part of a try: its share of the steps, what one of REP weighs, and how much worse an
    exchange may make the tables when it begins and ends, all in units of SPREAD."""

    share: float
    repeat: float
    hot: float
    cold: float


def search(problem: Problem, start: Tables, seed: int, strict: bool) -> Tables:
    """Tables of the same sizes that cost as little as can be found: two entrants change places by
    threshold accepting, in several tries.  The same arguments give the same tables."""
    luck = Random(seed)
    steps = max(STEPS_OF_TRY, STEPS_EACH * len(problem.seeds))
    best = start
    for _, heat in zip(range(max(1, STEPS // steps)), cycle(HEATS), strict=False):
        seating = Seating(problem, start)
        for stage in _stages(heat, strict):
            anneal(seating, luck, stage, int(steps * stage.share))
        best = min(best, seating.tables, key=problem.total)
    return best


def _stages(heat: float, strict: bool) -> tuple[Stage, ...]:
    """Strict repeats weigh more and more: minding nothing else at first finds strange tables."""
    if not strict:
        return (Stage(1, 4, heat, 0.02),)
    return (
        Stage(0.5, 16, heat, heat / 8),
        Stage(0.4, 64, heat / 8, 0.05),
        Stage(0.1, 1024, 0.3, 0.02),
    )


def anneal(seating: Seating, luck: Random, stage: Stage, steps: int) -> None:
    """Try so many exchanges, mostly of neighbours in the order of points, and do those that make
    the tables cheaper, or dearer by less than a random part of a limit that falls."""
    random, table_of = luck.random, seating.table_of
    distances = _distances(len(table_of))
    unit = seating.problem.unit
    repeat = int(stage.repeat * unit)
    limit, cooling = stage.hot * unit, (stage.cold / stage.hot) ** (1 / steps)
    entrants, choices = len(table_of), len(distances)
    for _ in range(steps):
        limit *= cooling
        a = int(random() * entrants)
        b = a + distances[int(random() * choices)]
        if b >= entrants or table_of[a] == table_of[b]:
            continue
        allowed = limit * random() - seating.rest_change(a, b)
        if allowed < -repeat * seating.most_gain(a, b):
            continue
        changes = seating.clash_changes(a, b)
        if repeat * sum(changes) <= allowed:
            seating.exchange(a, b, changes)


def _distances(entrants: int) -> list[int]:
    """From 1 to nearly all, near ones more often: evenly spread logarithms."""
    return [round(entrants ** (i / 512)) for i in range(512)]
