"""Limits by network and for the whole site."""

import pytest

from games.accounts import hashers, limits
from games.accounts.limits import Limit, TooMany
from games.accounts.models import Player
from games.lab.runs.models import Simulation
from games.table.models import Table

pytestmark = pytest.mark.django_db
LIMITS = ("GUESTS", "TABLES", "RUNS")
RUN = {"do": "run", "game": "war", "games": "100"}


@pytest.fixture(autouse=True)
def tight(settings, monkeypatch):
    settings.LIMITS = True
    for name in LIMITS:
        limit = Limit(name, network=2, site=3, period_s=3600)
        monkeypatch.setattr(limits, name, limit)


def test_a_network_is_limited_and_then_the_site(rf):
    one, two = rf.get("/", REMOTE_ADDR="10.0.0.1"), rf.get("/", REMOTE_ADDR="2001:db8::1")
    neighbour = rf.get("/", REMOTE_ADDR="2001:db8::2")
    for request in (one, one, two):
        limits.verify(limits.RUNS, request)
    with pytest.raises(TooMany, match="your network"):
        limits.verify(limits.RUNS, one)
    with pytest.raises(TooMany, match="very busy") as refused:
        limits.verify(limits.RUNS, neighbour)
    assert limits.network_of(two) == limits.network_of(neighbour)
    assert 0 < refused.value.wait_s <= 3600


PLAY = ("/play/", {"game": "war"}, Table)
NEW = ("/new/", {"game": "war", "do": "open"}, Table)
LAB = ("/lab/", RUN, Simulation)


@pytest.mark.parametrize(
    ("alone", "path", "form", "made"),
    [
        *(("TABLES", *PLAY), ("TABLES", *NEW), ("RUNS", *LAB)),
        *(("GUESTS", *PLAY), ("GUESTS", *NEW), ("GUESTS", *LAB)),
    ],
)
def test_new_guests_cannot_do_what_one_may_not(client, monkeypatch, alone, path, form, made):
    """Each request without a cookie is from another guest, and one limit alone refuses it."""
    for name in {*LIMITS} - {alone}:
        monkeypatch.setattr(limits, name, getattr(limits, name)._replace(network=99, site=99))
    for seed in (1, 2, 3):
        client.cookies.clear()
        answer = client.post(path, form | {"seed": seed})
    assert answer.status_code == 429 and int(answer["Retry-After"]) > 0
    assert "from your network" in answer.content.decode()
    assert made.objects.count() == Player.objects.guests().count() == 2


def test_a_network_signs_up_so_often_a_day(client, rf):
    for _ in range(limits.SIGN_UPS - 1):
        limits.verify_sign_up(rf.get("/", REMOTE_ADDR="10.0.0.1"))
    form = {"password1": "correct horse 7", "password2": "correct horse 7"}

    def sign_up(name, address):
        client.cookies.clear()
        return client.post("/account/signup/", form | {"username": name}, REMOTE_ADDR=address)

    assert sign_up("Anna", "10.0.0.1").status_code == 302
    refused = sign_up("Ben", "10.0.0.1")
    assert refused.status_code == 429 and "today" in refused.content.decode()
    assert sign_up("Cem", "10.0.0.2").status_code == 302
    assert set(Player.objects.values_list("name", flat=True)) == {"Anna", "Cem"}


def test_a_script_is_refused_in_json(client):
    client.get("/lab/")
    for seed in (1, 2, 3):
        body = {"game": "war", "games": 100, "seed": seed}
        answer = client.post("/api/v1/lab/runs", body, content_type="application/json")
    assert answer.status_code == 429 and answer.json()["code"] == "TOO_MANY"
    assert int(answer["Retry-After"]) > 0


def test_few_wait_for_a_hash():
    places = hashers.AT_ONCE + hashers.WAITING
    for _ in range(places):
        hashers._places.acquire()
    try:
        with pytest.raises(TooMany), hashers.turn():
            pass
    finally:
        hashers._places.release(places)
