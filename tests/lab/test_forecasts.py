"""Forecasts of tournaments: the model, and what every format makes of it."""

from dataclasses import replace
from math import sqrt

import pytest

from games.lab.forecasts.plan import Planned, powers_between
from games.lab.forecasts.simulated import wins_of
from games.tournaments.writer.stages import resolve
from tests import depth
from tests.depth import FIRST_SEED, deep
from tests.each import each

WW3 = {"game": "ww3", "options": ""}


def plan(entrants: int, waves: int = 0, ratio: float = 20, **stage: object) -> Planned:
    """A plan of World War III.  `ratio`: the power of the strongest by that of the weakest."""
    seats = int(stage.setdefault("size", 2))  # type: ignore[call-overload]
    share = ratio / (ratio + seats - 1)
    return Planned((resolve(WW3 | stage),), powers_between(share, seats, entrants), waves)


def share(plan: Planned, tournaments: int) -> tuple[float, float]:
    """How often the strongest wins, and the standard error of that."""
    won = wins_of(plan, range(FIRST_SEED, FIRST_SEED + tournaments))[0] / tournaments
    return won, sqrt(won * (1 - won) / tournaments)


def test_powers_fall_in_equal_steps():
    """At a table of four who win 2/3 of the games against beginners have six times their power."""
    powers = powers_between(2 / 3, 4, 5)
    assert powers[0] == pytest.approx(6) and powers[-1] == 1
    assert [a / b for a, b in zip(powers, powers[1:], strict=False)] == pytest.approx([6**0.25] * 4)
    assert powers_between(0.2, 4, 3) == (1, 1, 1)  # worse than chance: nothing to tell


def test_a_final_of_two_is_one_game():
    won, error = share(plan(2, format="elimination"), 500)
    assert won == pytest.approx(20 / 21, abs=4 * error)


def test_a_knockout_of_four_is_two_games():
    """By hand: the strongest meets each of the others first as often, and then one of two."""
    four = plan(4, format="elimination")
    a, *others = four.powers
    exact = 0.0
    for first in others:
        x, y = (power for power in others if power != first)
        final = (x / (x + y)) * a / (a + x) + (y / (x + y)) * a / (a + y)
        exact += a / (a + first) * final / 3
    won, error = share(four, 500)
    assert won == pytest.approx(exact, abs=4 * error)


def test_a_second_stage_is_played_by_the_best_of_the_first():
    first = resolve(WW3 | {"size": 4, "rounds": 2})
    final = resolve(WW3 | {"size": 2, "format": "elimination", "take": 2})
    powers = powers_between(2 / 3, 4, 8)
    alone, error = share(Planned((first,), powers), 200)
    both, _error = share(Planned((first, final), powers), 200)
    assert abs(both - alone) < 6 * error
    assert wins_of(Planned((first, final), powers), range(9)) == wins_of(
        Planned((first, final), powers), range(9)
    )


FORMATS = {
    "swiss at four": plan(8, size=4, rounds=3),
    "swiss of two": plan(9, rounds=4),
    "matches": plan(6, rounds=2, games=3),
    "round robin": plan(5, format="roundrobin"),
    "plan of tables": plan(9, size=3, format="roundrobin", rounds=4),
    "double": plan(7, format="double"),
    "knock-out at three": plan(11, size=3, format="elimination"),
    "arena": plan(9, waves=5, size=4, format="arena", minutes=60),
    "the same cards": plan(8, size=4, rounds=2, deals="duplicate"),
}


@each(depth.share(FORMATS))
def test_every_format_finds_the_strongest_more_often_than_chance(kind):
    planned = FORMATS[kind]
    wins = wins_of(planned, range(60))
    assert sum(wins) == 60 and len(wins) == len(planned.powers)
    assert wins[0] > 60 / len(wins) + 2 * sqrt(60 / len(wins)) and wins[0] > wins[-1]


@pytest.mark.outer
@pytest.mark.parametrize("kind", ["swiss at four", "swiss of two"])
def test_a_draw_by_score_tells_as_much_as_the_real_one(kind):
    planned = FORMATS[kind]
    simple, error = share(planned, deep(4000))
    exact, exact_error = share(replace(planned, is_exact=True), deep(1000))
    assert abs(simple - exact) < 4 * sqrt(error**2 + exact_error**2)
