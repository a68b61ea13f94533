"""The players that compile decide as the bots of their names do, on positions of whole games."""

import random

import pytest

from games.bots import ww3 as bots
from games.lab.counting import ww3
from games.lab.counting.accumulator import Sums
from games.lab.counting.ww3_hands import GENERAL, PRINTED, SERGEANT, declines, holds, victim
from games.lab.counting.ww3_stats import Course
from games.lab.runs.spec import define
from games.rules.catalogue import find
from games.rules.ww3.state import Phase

NAMES = {SERGEANT: "sergeant", GENERAL: "general", PRINTED: bots.HOUSE}


class Luck(random.Random):
    """Always the same draw: with the least and the greatest, only what luck leaves open differs."""

    def __init__(self, draw):
        super().__init__(1)
        self.draw = draw

    def random(self):
        return self.draw


def bot_holds(t, o, p, level):
    """What the bot says; None where its luck decides."""
    view = find("ww3").view(t, o, p)
    answers = {bots.HOLDS[NAMES[level]](view, Luck(draw)) for draw in (0.0, 0.999999)}
    return answers.pop() if len(answers) == 1 else None


def positions(options, games):
    """Every position of some games of Generals, with the notes about them."""
    run = define(game="ww3", games=games, options=options, policies=["general"])
    for game in range(games):
        t, c = ww3.fresh(run.o, 1, game), Course()
        while t.phase != Phase.OVER:
            yield t, run.o
            ww3.step(t, run.o, c, run.levels, None)


@pytest.mark.parametrize("options", ["", "hold=secret", "seats=5", "heldjoker=reset;mid=lose"])
def test_they_hold_what_the_bots_hold(options):
    same = other = 0
    for t, o in positions(options, 8):
        if t.phase != Phase.HOLD:
            continue
        for p in (t.duel.a, t.duel.b):
            for level in NAMES if not t.seats[p].holds else ():
                wanted = bot_holds(t, o, p, level)
                if wanted is not None:
                    decided = bool(holds(t.copy(), o, p, level)) == wanted
                    same, other = same + decided, other + (not decided)
    assert same > 400
    assert other <= same // 500  # chances are rounded to ten-thousandths


def test_they_decline_and_aim_like_the_bots():
    seen = 0
    for t, o in positions("seats=4", 6):
        view = find("ww3").view(t, o, t.at)
        if t.phase == Phase.TURN and view["asks"] and "decline" in view["asks"]["acts"]:
            for level, name in NAMES.items():
                assert declines(t.copy(), level) == bots.DECLINES[name](view, Luck(0.5))
            seen += 1
        if t.phase == Phase.TARGET:
            for level in (GENERAL, PRINTED):
                assert victim(t.copy(), o, level) + 1 == bots.target_largest(view, Luck(0.5))
            seen += 1
    assert seen > 20


def shares(game, options, policies, games):
    """Games won alone, by seat."""
    run, sums = define(game=game, games=games, options=options, policies=policies), Sums()
    adapter = run.adapter
    for number in range(games):
        adapter.count(adapter.table(), adapter.course(), sums, run.o, run.levels, 1, number)
    return [wins / games for wins in sums.wins[: len(policies)]]


def test_a_better_player_wins_more_often():
    general, *recruits = shares("ww3", "", ["general", "recruit", "recruit"], 300)
    assert general > 0.45 > sum(recruits) / 2
    *hunters, anybody = shares("ultimate", "", ["hunter", "hunter", "hunter", "random"], 80)
    assert anybody < 0.2 < sum(hunters) / 3
