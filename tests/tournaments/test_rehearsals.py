"""Rehearsals: whole tournaments of every format, played by the real writer in a moment."""

import json

import pytest
from django.core.management import CommandError, call_command

from games.accounts.models import Player
from games.tournaments.models import Tournament
from tests.referee.check import check
from tests.rehearsal.rehearse import rehearse
from tests.tournaments.conftest import NOW

pytestmark = pytest.mark.outer


def test_a_rehearsal_leaves_a_file_and_nothing_else(db, tmp_path, capsys):
    out = tmp_path / "rehearsal.json"
    asked = ["--format", "swiss", "--entrants", "5", "--rounds", "2", "--stages", "elimination:2"]
    call_command("rehearse_tournament", *asked, "--set", 'bye="1/2"', "--out", str(out))
    assert capsys.readouterr().out.startswith("finished after ")
    told = json.loads(out.read_text())
    assert [stage["settings"]["format"] for stage in told["stages"]] == ["swiss", "elimination"]
    assert told["stages"][0]["settings"]["bye"] == "1/2"
    assert [len(stage["rounds"]) for stage in told["stages"]] == [2, 1]
    assert not Tournament.objects.exists() and not Player.objects.exists()


def test_one_seed_is_one_tournament(db, tmp_path):
    """17.12"""
    asked = ["--game", "ww3", "--entrants", "5", "--rounds", "2", "--chaos", "1", "--seed"]
    played = []
    for seed in ("3", "3", "4"):
        call_command("rehearse_tournament", *asked, seed, "--out", str(tmp_path / "file"))
        told = json.loads((tmp_path / "file").read_text())
        acts = [(act["at"], act["act"], act["args"]) for act in told["acts"]]
        played.append([acts, told["stages"], told["final"], told["tournament"]["key"]])
    assert played[0] == played[1] != played[2]


def test_what_cannot_be_played_is_refused(db, tmp_path):
    with pytest.raises(CommandError, match="rounds"):
        call_command(
            "rehearse_tournament", "--entrants", "4", "--rounds", "5", "--out", str(tmp_path / "x")
        )
    with pytest.raises(CommandError, match="elimination:8"):
        call_command(
            "rehearse_tournament", "--entrants", "4", "--stages", "x", "--out", str(tmp_path / "x")
        )


WAR = {"game": "war", "options": "cap=20;pace=auto"}
WW3 = {"game": "ww3", "options": "cap=10"}
FOUR = WW3 | {"size": 4}
SAME_CARDS = WW3 | {"deals": "duplicate"}
ULTIMATE = {"game": "ultimate", "options": "clock=300000", "size": 5}
ROBIN, KNOCKOUT, DOUBLE = ({"format": name} for name in ("roundrobin", "elimination", "double"))
ARENA = {"format": "arena", "minutes": 6}
PLAYED = {  # entrants, chaos, stages
    "swiss": (7, 0.6, [WAR | {"rounds": 4}]),
    "swiss by cost": (7, 0.8, [WW3 | {"rounds": 4, "engine": "cost"}]),
    "swiss of matches": (6, 0.4, [WW3 | {"rounds": 3, "games": 3}]),
    "swiss at three": (9, 0.2, [WAR | {"size": 3, "rounds": 3, "repeats": "weighed"}]),
    "swiss at four": (9, 1, [FOUR | {"rounds": 3}]),
    "swiss at five": (11, 0.6, [ULTIMATE | {"rounds": 2}]),
    "berger": (6, 0.8, [WW3 | ROBIN]),
    "plan": (9, 0.6, [WAR | ROBIN | {"size": 3, "rounds": 4}]),
    "knock-out": (9, 0.6, [WW3 | KNOCKOUT | {"third": True}]),
    "double": (7, 1, [WW3 | DOUBLE]),
    "knock-out at three": (11, 0.4, [WAR | KNOCKOUT | {"size": 3, "advance": 1}]),
    "knock-out at eight": (10, 0.2, [ULTIMATE | KNOCKOUT | {"size": 8}]),
    "two stages": (7, 0.8, [WW3 | KNOCKOUT | {"third": True}, WW3 | DOUBLE | {"take": 6}]),
    "three stages": (
        9, 0, [FOUR | ROBIN, FOUR | {"rounds": 1, "take": 6}, WW3 | KNOCKOUT | {"take": 3}]
    ),
    "swiss at six": (13, 0.4, [WW3 | {"size": 6, "rounds": 2}]),
    "plan at seven": (15, 0.6, [ULTIMATE | ROBIN | {"size": 7, "rounds": 2}]),
    "duplicate": (10, 1, [SAME_CARDS | {"size": 3, "rounds": 4}]),
    "duplicate of two": (8, 0.6, [SAME_CARDS | ROBIN]),
    "duplicate plan": (10, 0.8, [SAME_CARDS | ROBIN | {"size": 4, "rounds": 3}]),
    "arena": (6, 0.6, [WAR | ARENA]),
    "arena at three": (7, 0.2, [WW3 | ARENA | {"size": 3, "last_start": 1}]),
}  # fmt: skip


@pytest.mark.parametrize("kind", PLAYED)
def test_the_referee_finds_nothing_wrong_whatever_the_chaos(db, kind):
    entrants, chaos, stages = PLAYED[kind]
    terms = {"review": chaos > 0.5, "starts": NOW + 10**7, "checkin_min": 15}
    played = rehearse(stages, entrants, seed=1, chaos=chaos, now=NOW, **terms)
    assert played["tournament"]["status"] in ("finished", "cancelled")
    assert [str(fault) for fault in check(json.dumps(played))] == []
