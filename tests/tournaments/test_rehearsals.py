"""Rehearsals: whole tournaments of every format, played by the real writer in a moment."""

import json

import pytest
from django.core.management import CommandError, call_command

from games.accounts.models import Player
from games.tournaments.models import Tournament
from games.tournaments.referee.check import check
from games.work.rehearsal.rehearse import rehearse
from tests.tournaments.conftest import NOW


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
WW3 = {"game": "ww3", "options": "cap=10", "size": 4}
KNOCKOUT = WAR | {"format": "elimination", "third": True}
PLAYED = {
    "swiss": (7, [WAR | {"rounds": 4}]),
    "swiss by cost": (7, [WAR | {"rounds": 4, "engine": "cost"}]),
    "swiss of matches": (6, [WAR | {"rounds": 3, "games": 3}]),
    "swiss at three": (9, [WAR | {"size": 3, "rounds": 3, "repeats": "weighed"}]),
    "swiss at four": (9, [WW3 | {"rounds": 3}]),
    "berger": (6, [WAR | {"format": "roundrobin"}]),
    "plan": (9, [WAR | {"format": "roundrobin", "size": 3, "rounds": 4}]),
    "knock-out": (9, [KNOCKOUT]),
    "double": (7, [WAR | {"format": "double"}]),
    "knock-out at three": (11, [WAR | {"format": "elimination", "size": 3, "advance": 1}]),
    "two stages": (6, [WAR | {"rounds": 2}, KNOCKOUT | {"take": 4}]),
    "arena": (6, [WAR | {"format": "arena", "minutes": 6}]),
}


@pytest.mark.parametrize("kind", PLAYED)
def test_the_referee_finds_nothing_wrong_with_a_chaos(db, kind):
    entrants, stages = PLAYED[kind]
    terms = {"review": True, "starts": NOW + 10**7, "checkin_min": 15}
    played = rehearse(stages, entrants, seed=1, chaos=0.6, now=NOW, **terms)
    assert played["tournament"]["status"] in ("finished", "cancelled")
    assert [str(fault) for fault in check(json.dumps(played))] == []
