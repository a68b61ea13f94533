"""The laws of luck and choices, over many games that bots have played, counted by compiled rules:
together they are the result; and where the bots that judge have played, choices and luck are 0 on
average."""

import statistics
from math import sqrt

import pytest

from games.lab.chances.course import course_of_simulated
from games.lab.chances.curve import with_played
from games.lab.chances.curves import empty_curve
from games.lab.chances.decisions import looks_of
from games.lab.chances.split import split_of
from games.lab.chances.tally import tally_packed
from games.lab.runs.cache import compiled_process
from games.lab.runs.games import Simulated
from games.lab.runs.spec import read_spec
from tests.depth import FIRST_SEED, deep

pytestmark = [pytest.mark.outer, pytest.mark.timeout(1800)]

SHORT = "change=on;clock=300000;seats=3"  # games of Ultimate War in which many challenge
# A game, its options, and the bots that play and judge; seed, games, how often each act is played,
# and how many standard errors are allowed: 3 where the games are always the same.  Of eight means
# over other games each time, one run in fifty would have one beyond 3 by chance, and one in two
# thousand beyond 4.
LAWS = [
    *(("ww3", "", bot, 5157, 160, 100, 3) for bot in ("recruit", "general")),
    *(("ww3", "", bot, 7 + FIRST_SEED, 80, 100, 4) for bot in ("recruit", "general")),
    *(("ultimate", SHORT, bot, 5157, 12, 12, 3) for bot in ("random", "hoarder", "bully")),
]


@pytest.fixture(scope="module")
def compiled():
    with compiled_process() as pool:
        yield pool


def splits_of(pool, game, policies, number, games, seed=7 + FIRST_SEED, options=""):
    """The splits of all seats in this many games, each act played on so often."""
    spec = read_spec(game=game, games=10**6, seed=seed, options=options, policies=policies)
    for index in range(number):
        course = course_of_simulated(Simulated(spec, index))
        for seat in range(course.o.players):
            playouts = course.playouts()
            looks = looks_of(course, seat, playouts.policies[seat])
            curve = empty_curve(playouts, str(seat + 1), [at for at, _ in looks])
            asked = [(start.packed(), 0, games) for _, start in looks]
            tallies = pool.submit(tally_packed, playouts, asked).result()
            yield split_of(with_played(curve, list(enumerate(tallies))))


def mean_errors(values):
    """The mean in standard errors."""
    error = statistics.stdev(values) / sqrt(len(values))
    return statistics.mean(values) / error if error else 0.0


@pytest.mark.parametrize(
    ("game", "policies", "number", "choices"),
    [
        ("ww3", ["general", "sergeant", "recruit"], 500, 5_000),
        ("ultimate", ["bully", "hunter", "hoarder", "random"], 12, 2_000),
    ],
)
def test_luck_and_choices_are_the_result_in_every_game(compiled, game, policies, number, choices):
    seen = 0
    for split in splits_of(compiled, game, policies, deep(number), 12):
        total = split.dealt + sum(split.lucks) + sum(each.change for each in split.choices)
        assert total == pytest.approx(split.result, abs=1e-9)
        assert 0 <= split.result <= 1
        seen += len(split.choices)
    assert seen > deep(choices)


@pytest.mark.parametrize(("game", "options", "policy", "seed", "games", "played", "allowed"), LAWS)
def test_choices_and_luck_of_the_judging_bots_are_nothing_on_average(
    compiled, game, options, policy, seed, games, played, allowed
):
    changes, lucks, number = [], [[], [], []], deep(games)
    for split in splits_of(compiled, game, [policy], number, played, seed, options):
        changes += [each.change for each in split.choices]
        lucks[split.seat].append(split.luck)
    assert len(changes) > 12 * number
    assert abs(mean_errors(changes)) < allowed
    for own in lucks:
        assert len(own) == number and abs(mean_errors(own)) < allowed
