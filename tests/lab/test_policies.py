"""Simulated tables of bots: better players win more often."""

from games.lab.runs.engine import Chunk
from games.lab.runs.spec import read_spec

GAMES = 3000


def shares(engine, game, options, policies):
    """Games won alone, by seat."""
    run = read_spec(game=game, games=GAMES, options=options, policies=policies)
    sums = engine.play(run, Chunk(0, 0, GAMES))
    return [wins / GAMES for wins in sums.wins[: len(policies)]]


def test_the_general_beats_beginners_who_hold_in_secret(engine):
    for seats in (4, 5):
        company = ["general", *["recruit"] * (seats - 1)]
        general, *recruits = shares(engine, "ww3", f"hold=secret;seats={seats}", company)
        assert general > 1.1 / seats > max(recruits), seats


def test_a_better_player_wins_more_often(engine):
    general, *recruits = shares(engine, "ww3", "", ["general", "recruit", "recruit"])
    assert general > 0.45 > sum(recruits) / 2
    greedy, good = shares(engine, "ww3", "seats=2;cap=40", ["sergeant", "general"])
    assert good > greedy + 0.1
    company = ["hunter", "hunter", "hunter", "random"]
    *hunters, anybody = shares(engine, "ultimate", "clock=300000", company)
    assert anybody < 0.2 < sum(hunters) / 3
