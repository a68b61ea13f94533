"""Limits by person, by network and for the whole site."""

from ipaddress import ip_network

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from games.accounts import hashers
from games.accounts.callers import caller_of
from games.accounts.guests import BACKEND, new_guest
from games.accounts.models import Player
from games.lab.runs.limits import BACKLOG, SMALLEST
from games.lab.runs.models import Simulation
from games.limits import declared
from games.limits.counting import Limit, TooMany
from games.limits.declared import DAY_S, RUNS, SIGN_UPS
from games.relations import circles
from games.table.models import Table
from tests.pages.stored import person

pytestmark = pytest.mark.django_db
FEW = Limit("few", 3600, person=3, network=4, share=2, site=10)
RUN = {"do": "run", "game": "war", "games": "100"}


@pytest.fixture(autouse=True)
def limited(settings):
    settings.LIMITS = True


@pytest.fixture
def ask(rf):
    """Ask for something from an address; whether it is granted."""

    def granted(address, user=None, **more):
        request = rf.get("/", REMOTE_ADDR=address)
        request.user = user or AnonymousUser()
        try:
            caller_of(request).verify(FEW, **more)
        except TooMany as refused:
            assert 0 < refused.wait_s <= FEW.period_s and refused.sentence.endswith(".")
            return False
        return True

    return granted


def test_strangers_are_counted_by_network(ask):
    assert [ask("10.0.0.1") for _ in range(5)] == [True] * 4 + [False]
    assert ask("10.0.0.2", weight=3) and not ask("10.0.0.2", weight=2) and ask("10.0.0.2")


def test_one_line_of_many_networks_shuts_nobody_out(ask):
    """A /56 has twice as much as a /64, a /48 eight times; the ten of the site are used up by
    those, and whoever has asked for nothing yet is not refused."""
    granted = [ask(f"2001:db8:0:{line:x}::1") for line in range(16) for _ in range(5)]
    assert sum(granted) == 8
    assert ask("2001:db8:0:ff00::1", weight=2)
    assert not ask("2001:db8:0:1::1") and not ask("2001:db8:0:ff00::1")
    for address in ("10.0.0.1", "2001:db8:1::1", "10.0.0.2"):
        assert [ask(address) for _ in range(3)] == [True, True, False]
    assert ask("10.0.0.3", weight=4) and not ask("10.0.0.4", weight=5)


def test_people_are_counted_by_themselves_and_not_for_the_site(ask):
    anna, ben, guest, other = person("Anna"), person("Ben"), new_guest(), new_guest()
    circles.join(circle=circles.create(by=anna, name="Class"), player=guest)
    while ask("10.0.0.1", other):
        pass
    for player in (anna, ben, guest):
        assert [ask("10.0.0.1", player, busy=True) for _ in range(4)] == [True] * 3 + [False]
    assert not ask("10.0.0.1", other)


def test_operators_give_networks_more(ask, settings):
    settings.NETWORK_LIMITS = {ip_network("10.0.0.0/8"): 2, ip_network("10.1.0.0/16"): 0}
    assert sum(ask("10.0.0.1") for _ in range(10)) == 8
    assert not ask("10.1.0.1") and ask("11.0.0.1")


PLAY = ("/play/", {"game": "war"}, Table)
NEW = ("/new/", {"game": "war", "do": "open"}, Table)
LAB = ("/lab/", RUN, Simulation)


@pytest.mark.parametrize(
    ("name", "path", "form", "made"),
    [
        *(("TABLES", *PLAY), ("TABLES", *NEW), ("RUNS", *LAB)),
        *(("GUESTS", *PLAY), ("GUESTS", *NEW), ("GUESTS", *LAB)),
    ],
)
def test_new_guests_cannot_do_what_one_may_not(client, monkeypatch, name, path, form, made):
    """Each request without a cookie is from another guest."""
    most = 2 * SMALLEST if name == "RUNS" else 2
    monkeypatch.setattr(getattr(declared, name), "network", most)
    for seed in (1, 2, 3):
        client.cookies.clear()
        answer = client.post(path, form | {"seed": seed})
    assert answer.status_code == 429 and int(answer["Retry-After"]) > 0
    assert "from your network" in answer.content.decode()
    assert made.objects.count() == Player.objects.guests().count() == 2


def run_of(client, seed, *, games, address):
    """A run of War is asked for; the status of the answer."""
    form = RUN | {"games": games, "seed": seed}
    return client.post("/lab/", form, REMOTE_ADDR=address).status_code


@pytest.mark.outer
def test_thirty_guests_behind_one_address_use_the_lab():
    """A class that tries rules and runs them, while no worker is there yet."""
    for seed in range(30):
        guest = Client()
        for slap in (3, 4, 5, 6):
            guest.post("/new/", {"game": "war", "slap": str(slap), "cap": str(100 + seed)})
        assert run_of(guest, seed, games=100_000, address="10.0.0.1") == 302
    assert Simulation.objects.running().of_guests().count() == 30


def test_an_attacker_with_ten_networks_makes_nobody_wait():
    """The wait of guests stays below what the lab plays in seconds, and others get in."""
    for seed in range(40):
        run_of(Client(), seed, games=1_000_000, address=f"10.0.{seed % 10}.1")
    waiting = sum(row.games for row in Simulation.objects.running().of_guests())
    assert BACKLOG < waiting <= 10_000_000
    for seed in range(100, 110):
        assert run_of(Client(), seed, games=100_000, address="10.9.0.1") == 302
    member = Client()
    member.force_login(person("Anna"), backend=BACKEND)
    assert run_of(member, 200, games=5_000_000, address="10.0.0.1") == 302


def test_the_same_run_again_costs_nothing(client, monkeypatch):
    monkeypatch.setattr(RUNS, "network", SMALLEST)
    assert [run_of(client, 1, games=100, address="10.0.0.1") for _ in range(5)] == [302] * 5


def test_a_network_signs_up_so_often_a_day(client, monkeypatch):
    assert SIGN_UPS.network >= 300 and SIGN_UPS.period_s == DAY_S
    form = {"password1": "correct horse 7", "password2": "correct horse 7"}

    def sign_up(name, address):
        client.cookies.clear()
        return client.post("/account/signup/", form | {"username": name}, REMOTE_ADDR=address)

    monkeypatch.setattr(SIGN_UPS, "network", 1)
    assert sign_up("Anna", "10.0.0.1").status_code == 302
    refused = sign_up("Ben", "10.0.0.1")
    assert refused.status_code == 429 and "Try again" in refused.content.decode()
    assert sign_up("Cem", "10.0.0.2").status_code == 302
    assert set(Player.objects.values_list("name", flat=True)) == {"Anna", "Cem"}


def test_a_script_is_refused_in_json(client, monkeypatch):
    monkeypatch.setattr(RUNS, "network", 2 * SMALLEST)
    client.get("/lab/")
    for seed in (1, 2, 3):
        client.cookies.pop("sessionid", None)
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
