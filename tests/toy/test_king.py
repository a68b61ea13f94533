"""A format that is not part of the site has everything once it is in the registry: the console, the
pages, the export, the common rules of the referee.  Nothing else in `games` names it."""

import json
from random import Random

import pytest
from django.urls import reverse

from games.table.clock import now_ms
from games.tournaments import formats
from games.tournaments.models import Tournament
from tests.pages.browsing import address, entered, order, signed_in, text
from tests.referee.check import check
from tests.rehearsal.evening import Evening
from tests.rehearsal.rehearse import rehearse
from tests.tournaments.conftest import NOW, WAR, director

__all__ = ["director"]


@pytest.fixture
def office(director):
    return signed_in(director)


@pytest.fixture(autouse=True)
def known(monkeypatch):
    monkeypatch.setitem(formats.ENTRIES, "king", "tests.toy.king:KING")


def test_a_director_holds_one_from_the_console(office, director):
    form = office.get(reverse("tournament_new")).context["form"]
    data = entered(form) | {
        "name": "The hill",
        "format": "king",
        "rounds": "4",
        "game": "war",
        "size": "2",
        "rule-cap": "20",
    }
    assert office.post(reverse("tournament_new"), data).status_code == 302
    made = Tournament.objects.get()
    assert made.stages.get().settings["format"] == "king"
    for name in ("announce", "open"):
        assert order(office, made, name).status_code == 302
    evening = Evening(Random(1), now_ms())
    evening.director, evening.pk = director, made.pk
    for _ in range(4):
        evening.enter()
    order(office, made, "start")
    page = text(office.get(address(made)))
    assert "King of the hill" in page and "The winner stays and meets" in page
    assert "There are 4 rounds." in page
    assert "King of the hill" in text(office.get(reverse("tournaments")))
    assert "Pair the round by hand" not in text(office.get(address(made, "tournament_console")))
    assert evening.run().state == "finished"
    round_page = text(office.get(address(made, "tournament_round", 1, 4)))
    assert "free round" in round_page
    row = made.stages.get().standings.order_by("after").last().rows[0]
    assert row["place"] == 1 and set(row["ties"]) == {"wins", "lot"}
    assert "Wins" in text(office.get(address(made, "tournament_standings") + "?ties"))
    calculation = address(made, "tournament_calculation", 1, 4, row["entrant"])
    assert "Points" in text(office.get(calculation))
    assert check(office.get(address(made, "tournament_json")).content) == []
    assert office.get(address(made, "tournament_bracket", 1)).status_code == 404


def test_the_common_rules_of_the_referee_hold(db):
    played = rehearse([WAR | {"format": "king", "rounds": 6}], 5, 3, chaos=0.5, now=NOW)
    assert [len(one["pairings"]) for one in played["stages"][0]["rounds"]] == [1] * 6
    assert check(json.dumps(played)) == []
