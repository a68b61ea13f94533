"""Scripted cases (rules sheet 2): positions, acts with their times, and expected results."""

import json
from pathlib import Path

from django.core.management import call_command

from tests.development.scripted.cases import check
from tests.each import each

FILE = Path(__file__).parents[2] / "scenarios" / "ultimate.json"
CASES = json.loads(FILE.read_text())


@each(CASES)
def test_scripted_case(case):
    assert check(case).differences == []


def test_the_command_plays_them(capsys):
    call_command("check_scenarios", FILE)
    assert capsys.readouterr().out.splitlines()[-1] == "22 cases, 22 as expected, 0 differ"


def test_a_difference_is_shown():
    wrong = dict(CASES[0], expect=dict(CASES[0]["expect"], kitty=["As"]))
    assert check(wrong).differences == ['kitty[0]: expected "As"', "            played nothing"]


@each([[[0, 0, "fly"]], [[0, 0, "confront", "hand"]], [[0, 0, "war", "x"]]])
def test_an_act_that_is_none_cannot_be_played(inputs):
    assert check(dict(CASES[0], inputs=inputs)).differences[0].startswith("cannot be played")
