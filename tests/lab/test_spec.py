"""The parameters of a run, and the error for invalid ones."""

import pytest

from games.lab.counting.adapter import level_of
from games.lab.runs.spec import BadRun, read_spec
from tests.each import each


def refused(**asked):
    with pytest.raises(BadRun) as caught:
        read_spec(**({"game": "war", "games": 10} | asked))
    return caught.value


@each([0, -1, "", "ten", "1e3", "1.5", 10**30, "٣", None])
def test_a_number_of_games_that_is_none(games):
    bad = refused(games=games)
    assert bad.code == "BAD_COUNT"
    assert "whole number from 1 to 10,000,000,000" in bad.sentence


def test_it_names_the_limit_of_who_asks():
    assert "to 500," in refused(games=501, most=500).sentence


@each([-1, 2**63, "x"])
def test_a_seed_that_is_none(seed):
    assert refused(seed=seed).code == "BAD_SEED"


@each(
    [
        ({"game": "chess"}, "UNKNOWN_GAME", "no game “chess”"),
        ({"options": "auto=3;faces=3"}, "BAD_OPTIONS", "Never compared"),
        ({"options": "colour=red"}, "BAD_OPTIONS", "no option “colour”"),
        ({"options": "auto"}, "BAD_OPTIONS", "key=value"),
        ({"policies": ["shark"]}, "UNKNOWN_POLICY", "There are: even, recruit"),
        ({"policies": ["general"] * 3}, "BAD_POLICIES", "2 seats need 2 policies"),
        ({"options": "slap=5", "policies": ["even", "general"]}, "BAD_POLICIES", "for all seats"),
    ]
)
def test_what_cannot_be_played(asked, code, words):
    bad = refused(**asked)
    assert bad.code == code
    assert words in bad.sentence


def test_options_are_canonical_and_idle_policies_forgotten():
    run = read_spec(
        game="war", games="1,000", options="auto=2;players=2;mode=war", policies=["general"]
    )
    assert (run.games, run.options, run.policies) == (1000, "auto=2", ("even", "even"))


def test_the_command_repeats_it():
    run = read_spec(game="war", games=5, seed=9, options="slap=5", policies=["recruit", "general"])
    assert run.command == (
        "manage.py simulate war --games 5 --seed 9 -o slap=5 --policy recruit --policy general"
    )


def test_the_players_of_eight_seats_fit_in_one_number():
    names = ["martyr", "hunter", "bully", "random", "greedy", "hoarder", "decoy", "martyr"]
    run = read_spec(game="ultimate", games=1, options="seats=8", policies=names)
    known = list(run.adapter.policies)
    assert [known[level_of(run.levels, seat)] for seat in range(8)] == names
    assert len(known) <= 16
