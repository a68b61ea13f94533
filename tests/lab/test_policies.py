"""Simulated tables of bots: better players win more often."""

from games.lab.counting.accumulator import Sums
from games.lab.runs.spec import read_spec


def shares(game, options, policies, games):
    """Games won alone, by seat."""
    run, sums = read_spec(game=game, games=games, options=options, policies=policies), Sums()
    adapter = run.adapter
    for number in range(games):
        adapter.count(adapter.table(), adapter.game_stats(), sums, run.o, run.levels, 1, number)
    return [wins / games for wins in sums.wins[: len(policies)]]


def test_a_better_player_wins_more_often():
    general, *recruits = shares("ww3", "", ["general", "recruit", "recruit"], 300)
    assert general > 0.45 > sum(recruits) / 2
    quick, company = "clock=300000", ["hunter", "hunter", "hunter", "random"]
    *hunters, anybody = shares("ultimate", quick, company, 200)
    assert anybody < 0.2 < sum(hunters) / 3
