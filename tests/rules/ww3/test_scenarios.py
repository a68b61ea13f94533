"""Scripted cases (rules sheet 3.13, 3.14): the example of the source text, and the edges."""

import json
from pathlib import Path

from django.core.management import call_command

from tests.development.scripted.cases import check
from tests.each import each

FOLDER = Path(__file__).parents[2] / "scenarios"
FILES = ("ww3.json", "ww3_edges.json")
CASES = [case for name in FILES for case in json.loads((FOLDER / name).read_text())]
BY_ID = {case["id"]: case for case in CASES}


@each(CASES)
def test_scripted_case(case):
    assert check(case).differences == []


def test_no_case_is_there_twice():
    assert len(BY_ID) == len(CASES)


def test_every_row_of_the_edges_is_a_case():
    """3.14 names WW3-1 .. WW3-28."""
    assert {f"WW3-{n}" for n in range(1, 29)} <= set(BY_ID)


def test_the_command_plays_the_file(capsys):
    call_command("check_scenarios", FOLDER / "ww3.json")
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith("ok      WW3-SEED  ")
    assert out[-1] == "20 cases, 20 as expected, 0 differ"


def test_a_wrong_answer_is_named():
    case = dict(BY_ID["WW3-1"], answers=[["decline", 1, True]])
    (row,) = check(case).differences
    assert "asked is hold of 1" in row


def test_an_answer_too_many_is_a_difference():
    case = BY_ID["WW3-1"]
    case = dict(case, answers=[*case["answers"], ["hold", 1, False]])
    assert "answers left" in check(case).differences[0]


def test_a_missing_answer_is_named():
    case = dict(BY_ID["WW3-1"], answers=[])
    assert "no answer left for hold of 1" in check(case).differences[0]


def test_a_different_position_is_shown():
    case = BY_ID["WW3-1"]
    case = dict(case, expect=dict(case["expect"], captured=[4, 1], over=["win", [0]]))
    rows = "\n".join(check(case).differences)
    assert "captured[1]: expected 1" in rows
    assert 'over: expected ["win", [0]]' in rows
