"""Scripted cases (rules sheet 1.13): every file in tests/scenarios that War can play."""

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.development.scripted.cases import check
from tests.each import each

FOLDER = Path(__file__).parents[2] / "scenarios"
FILES = ("war.json", "war_full.json", "war_edges.json")
CASES = [case for name in FILES for case in json.loads((FOLDER / name).read_text())]


@each(CASES)
def test_scripted_case(case):
    assert check(case).differences == []


def test_no_case_is_there_twice():
    assert len({case["id"] for case in CASES}) == len(CASES)


def test_the_command_counts_the_cases(capsys):
    call_command("check_scenarios", FOLDER / "war.json", FOLDER / "war_full.json")
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "ok      WAR-1  plain battles"
    assert out[-1] == "61 cases, 61 as expected, 0 differ"


def test_the_command_shows_a_difference(tmp_path, capsys):
    case = dict(CASES[0], expect=dict(CASES[0]["expect"], kitty=["As"]))
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps([case]))
    with pytest.raises(SystemExit) as stop:
        call_command("check_scenarios", path)
    assert stop.value.code == 1
    out = capsys.readouterr().out
    assert "DIFFERS WAR-1" in out
    assert 'kitty[0]: expected "As"' in out
    assert "played nothing" in out


@each([{"id": "X"}, 7, {"id": "Y", "piles": [["1x"]], "battles": 1}])
def test_what_no_game_can_play_differs(case):
    assert check(case).differences


def test_a_file_that_is_no_json_is_one_clear_sentence(tmp_path):
    path = tmp_path / "broken.json"
    path.write_text("{")
    with pytest.raises(CommandError, match="broken.json"):
        call_command("check_scenarios", path)
