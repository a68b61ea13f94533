"""Lab runs over the API."""

import pytest
from django.test import Client

from games.accounts.bots import make_owned
from games.lab.runs import limits as of_lab
from games.lab.runs.models import Simulation
from games.limits.declared import RUNS as LIMIT
from tests.api.program import Program
from tests.each import each
from tests.lab.counted import played

pytestmark = pytest.mark.django_db


def test_runs_are_listed_and_told(client):
    simulation = played(options="auto=2")
    (row,) = client.get("/api/v1/lab/runs", {"options": "auto=2"}).json()
    assert (row["code"], row["status"], row["games_done"]) == (simulation.code, "done", 40)
    assert client.get("/api/v1/lab/runs", {"options": ""}).json() == []
    body = client.get(f"/api/v1/lab/runs/{simulation.code}").json()
    assert body["games"] == 40
    assert body["check"] == f"{simulation.counted.check:016x}"


def test_a_run_that_is_none(client):
    answer = client.get("/api/v1/lab/runs/NOTHING2")
    assert (answer.status_code, answer.json()["code"]) == (404, "NOT_FOUND")


# Asking --------------------------------------------------------------------------------------

RUNS = "/api/v1/lab/runs"
ASKED = {"game": "ww3", "games": 500, "seed": 4, "options": "seats=4", "policies": ["general"]}


@pytest.fixture
def ann(db):
    return Program("Ann", "lab:run")


@pytest.fixture
def visitor():
    """A program that takes its cookie from a page, like a browser."""
    client = Client(enforce_csrf_checks=True)
    client.get("/lab/")
    return client


def post(client, path, data=None):
    token = client.cookies["csrftoken"].value if "csrftoken" in client.cookies else ""
    return client.post(
        path, data or {}, content_type="application/json", headers={"X-CSRFToken": token}
    )


def test_a_guest_asks_and_gets_the_run_of_the_same_question_again(visitor):
    answer = post(visitor, RUNS, ASKED)
    assert answer.status_code == 201
    simulation = Simulation.objects.get()
    assert answer.json()["code"] == simulation.code
    assert (simulation.game, simulation.options, simulation.games) == ("ww3", "seats=4", 500)
    assert simulation.policies == ["general"] * 4
    assert simulation.started_by.is_guest
    assert post(visitor, RUNS, ASKED).status_code == 200
    assert Simulation.objects.count() == 1


def test_without_the_token_nothing_happens(visitor):
    for client in (Client(enforce_csrf_checks=True), visitor):
        answer = client.post(RUNS, ASKED, content_type="application/json")
        assert (answer.status_code, answer.json()["code"]) == (403, "CSRF")
    assert not Simulation.objects.exists()


@each(
    [
        ({"game": "chess"}, 422, "UNKNOWN_GAME"),
        ({"games": 0}, 422, "BAD_COUNT"),
        ({"games": -3}, 422, "BAD_COUNT"),
        ({"games": 10**40}, 422, "BAD_COUNT"),
        ({"games": "many"}, 422, "BAD_VALUE"),
        ({"seed": -1}, 422, "BAD_SEED"),
        ({"options": "seats=9"}, 422, "BAD_OPTIONS"),
        ({"options": {"colour": "red"}}, 422, "BAD_OPTIONS"),
        ({"policies": ["shark"]}, 422, "UNKNOWN_POLICY"),
        ({"policies": ["general"] * 3}, 422, "BAD_POLICIES"),
        ({"games": 600_000}, 403, "TOO_LARGE"),
    ],
    "visitor",
)
def test_what_cannot_be_run_is_a_code_and_a_sentence(visitor, wrong, status, code):
    answer = post(visitor, RUNS, ASKED | wrong)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["detail"].endswith(".")
    assert not Simulation.objects.exists()


def test_a_guest_has_one_run_at_a_time(visitor):
    post(visitor, RUNS, ASKED)
    answer = post(visitor, RUNS, ASKED | {"seed": 5})
    assert (answer.status_code, answer.json()["code"]) == (409, "TOO_MANY")
    assert "or cancel your run" in answer.json()["detail"]


def test_only_who_asked_stops_and_resumes(visitor):
    path = f"{RUNS}/{post(visitor, RUNS, ASKED).json()['code']}"
    stranger = Client(enforce_csrf_checks=True)
    stranger.get("/lab/")
    for way in ("cancel", "resume"):
        assert post(stranger, f"{path}/{way}").json()["code"] == "NOT_ALLOWED"
    assert post(visitor, f"{path}/cancel").json()["status"] == "cancelled"
    assert post(visitor, f"{path}/resume").json()["status"] == "running"
    assert post(visitor, f"{RUNS}/NOTHING2/cancel").status_code == 404


def test_again_is_the_next_seed(visitor):
    code = post(visitor, RUNS, ASKED).json()["code"]
    post(visitor, f"{RUNS}/{code}/cancel")
    answer = post(visitor, f"{RUNS}/{code}/again")
    assert (answer.status_code, answer.json()["seed"]) == (201, 5)


def test_the_policies_of_every_game_are_told(client):
    body = client.get("/api/v1/lab/policies").json()
    assert list(body) == ["war", "ww3", "ultimate"]
    assert "general" in body["ww3"]
    assert "hunter" in body["ultimate"]


# By token ------------------------------------------------------------------------------------


def test_runs_are_counted_by_account_and_not_by_address(ann, monkeypatch):
    """Others at this address may have used it up."""
    for field, value in {"person": 2 * of_lab.SMALLEST, "network": 0, "period_s": 10**9}.items():
        monkeypatch.setattr(LIMIT, field, value)
    robo = Program("", "lab:run", player=make_owned(owner=ann.player, name="Robo"))
    for seed, program in enumerate((ann, robo)):
        program.post("lab/runs", ASKED | {"seed": seed}, 201)
    body = robo.post("lab/runs", ASKED | {"seed": 7}, 429)
    assert body["code"] == "TOO_MANY" and robo.answer["Retry-After"] == str(body["retry_after_s"])
    Program("Bob", "lab:run").post("lab/runs", ASKED | {"seed": 8}, 201)


def test_a_busy_lab_says_when_to_come_back(visitor, monkeypatch):
    """To networks that have asked for much already."""
    monkeypatch.setattr(of_lab, "BACKLOG", -1)
    assert post(visitor, RUNS, ASKED | {"games": 500_000}).status_code == 201
    answer = post(Client(), RUNS, ASKED | {"seed": 2})
    assert (answer.status_code, answer.json()["code"]) == (429, "TOO_MANY")
    assert 0 < int(answer["Retry-After"]) <= LIMIT.period_s
