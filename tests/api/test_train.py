"""The trainer over the API: a place, its acts, and the truth about an answer."""

from datetime import UTC, datetime

import pytest
import time_machine
from django.test import Client

from games.lab.training.day import open_places
from games.lab.training.places import shipped
from games.rules.catalogue import find
from tests.each import each

pytestmark = pytest.mark.django_db
NEXT = "/api/v1/train/next"
DAY = datetime(2026, 11, 20, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def noon():
    """Noon, so that no day ends during a test."""
    with time_machine.travel(DAY):
        yield


@pytest.fixture
def places(db):
    return [*open_places(DAY.date()).values()]


def answer(key, act):
    sent = {"act": act}
    return Client().post(f"/api/v1/train/{key}/answer", sent, content_type="application/json")


@each(["ww3", "ultimate"], "client")
def test_a_place_shows_what_the_seat_knew_but_not_the_truth(client, game):
    read = client.get(NEXT, {"game": game}).json()
    place = shipped()[read["key"]]
    assert read["view"]["you"] == read["seat"] == place.seat
    assert read["rules_version"] == find(game).rules_version
    assert [one["act"] for one in read["acts"]] == [one.act for one in place.answers]
    assert all(one["words"] for one in read["acts"])
    assert not {"chances", "best", "levels"} & set(read)
    assert client.get(read["address"]).status_code == 200


def test_the_truth_says_what_an_answer_costs(places):
    place = places[0]
    worst = min(place.answers, key=lambda one: one.chance)
    right = answer(place.key, place.best.act).json()
    assert (right["right"], right["cost"]) == (True, 0)
    wrong = answer(place.key, worst.act).json()
    assert (wrong["right"], wrong["best"]) == (False, place.best.act)
    assert wrong["cost"] == pytest.approx(place.best.chance - worst.chance)
    assert [row["games"] for row in wrong["chances"]] == [6_400] * len(place.answers)


def test_a_program_reads_every_place(client, places):
    assert client.get("/api/v1/train").json() == [place.key for place in places]
    assert client.get("/api/v1/train", {"game": "war"}).json() == []
    read = client.get(f"/api/v1/train/{places[3].key}").json()
    assert (read["key"], read["bots"]) == (places[3].key, list(places[3].policies))


def test_what_there_is_not_gets_a_problem(client, places):
    assert client.get(NEXT, {"game": "chess"}).json()["fields"]["game"]
    assert client.get(NEXT, {"game": "war"}).status_code == 404
    assert client.get("/api/v1/train/ww3-0").status_code == 404
    assert answer("ww3-0", "hold").status_code == 404
    assert answer(places[0].key, "resign").json()["fields"]["act"]
    assert answer(places[0].key, "h" * 41).status_code == 422
