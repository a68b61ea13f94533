"""Chances over the API: asked for, read, downloaded; and never of a game that is not over."""

import csv
from functools import partial
from io import StringIO

import pytest
from django.test import Client

from games.lab.chances import curves, models
from games.lab.chances.course import course_of_log, course_of_table
from games.lab.chances.curve import next_parts
from games.lab.chances.models import StoredCurve
from games.lab.runs.limits import AT_ONCE
from games.table.models import Table
from games.table.reading import game_log
from games.table.writer import play
from games.table.writer.orders import Order
from games.work import lab
from tests.api.program import Program
from tests.each import each
from tests.pages.stored import person, played

pytestmark = pytest.mark.django_db


@pytest.fixture
def game():
    return played(person("Alice"), person("Bob"))


@pytest.fixture
def ann():
    return Program("Ann", "lab:run")


@pytest.fixture
def few(monkeypatch):
    """Rules are plain here, so a place is played ten times at first."""
    monkeypatch.setattr(models, "next_parts", partial(next_parts, first=10))


def path(game, more=""):
    return f"games/{game.code}/chances{more}"


def compute(row):
    while lab.play_part(row.pk):
        pass


def test_they_are_asked_for_and_read(ann, game, few):
    assert ann.get(path(game), 404)["code"] == "NOT_COMPUTED"
    body = ann.post(path(game), {"view": "watcher"}, 202)
    assert (body["status"], body["percent"], body["places"]) == ("running", 0, [])
    compute(StoredCurve.objects.get())
    assert ann.post(path(game), {"view": "watcher"})["status"] == "done"
    body = Client().get(f"/api/v1/{path(game)}", {"view": "watcher"}).json()
    assert body["code"] == game.code and body["percent"] == 100
    assert body["game"] == "war" and body["options"] == "cap=20" and body["view"] == "watcher"
    assert body["policies"] == ["even", "even"] and body["rules_version"] == 1
    assert [place["at"] for place in body["places"]] == [str(number) for number in range(21)]
    assert all(sum(place["wins"]) <= place["games"] for place in body["places"])
    text = Client().get(f"/api/v1/{path(game, '.csv')}", {"view": "watcher"})
    assert text["Content-Type"].startswith("text/csv")
    rows = list(csv.DictReader(StringIO(text.content.decode())))
    assert [row["at"] for row in rows] == [place["at"] for place in body["places"]]


def test_a_file_and_the_site_have_the_same_curve(game):
    course, read = course_of_table(game), course_of_log(game_log.wsn(game))
    assert course.places == read.places
    for index in range(len(read.places)):
        assert course.position(index, "watcher") == read.position(index, "watcher")
    assert course.playouts() == read.playouts()


def test_reading_costs_one_query_for_the_curve(ann, game, few, django_assert_num_queries):
    curves.ask(game.code, course_of_table(game), "all")
    playouts = course_of_table(game).playouts()
    with django_assert_num_queries(1):
        assert curves.find_curve(game.code, playouts, "all").curve.places


@each(
    [
        ({"view": "3"}, "BAD_VIEW"),
        ({"view": "0"}, "BAD_VIEW"),
        ({"view": "x" * 300}, "BAD_VIEW"),
        ({"view": 1}, "BAD_VALUE"),
    ],
    "ann, game",
)
def test_wrong_values_get_a_sentence(ann, game, body, code):
    problem = ann.post(path(game), body, 422)
    assert problem["code"] == code and (problem["detail"] or problem["fields"])
    assert not StoredCurve.objects.exists()


def test_a_level_that_is_none_gets_a_sentence(ann):
    game = played(person("Alice"), person("Bob"), options="cap=20;slap=5")
    assert ann.post(path(game), {"level": "wizard"}, 422)["code"] == "UNKNOWN_POLICY"
    assert ann.post(path(game), {"level": "general"}, 202)["policies"] == ["general", "general"]
    assert ann.get(path(game), 404)["code"] == "NOT_COMPUTED"  # the usual bots are others
    assert ann.get(path(game), level="general")["policies"] == ["general", "general"]


def test_a_token_needs_the_scope_and_a_page_its_cookie(game):
    assert Program("Ben", "tables:read").post(path(game), {}, 403)["code"] == "SCOPE"
    answer = Client(enforce_csrf_checks=True).post(
        f"/api/v1/{path(game)}", {}, content_type="application/json"
    )
    assert (answer.status_code, answer.json()["code"]) == (403, "CSRF")
    assert not StoredCurve.objects.exists()


def test_nobody_asks_about_a_game_that_is_not_over(ann):
    alice, bob = person("Alice"), person("Bob")
    table = play.open_table(by=alice, options="cap=20")
    play.sit(Order(table, bob))
    for player in (alice, bob):
        play.ready(Order(table, player), entropy=bytes(16))
    assert Table.objects.get(pk=table.pk).status == "running"
    for asker in (ann, Program("", "lab:run", player=alice)):
        for view in ("all", "watcher", "1"):
            assert asker.post(path(table), {"view": view}, 404)["code"] == "NOT_FOUND"
            assert asker.get(path(table), 404, view=view)["code"] == "NOT_FOUND"
            assert asker.client.get(f"/api/v1/{path(table, '.csv')}").status_code == 404
    assert not StoredCurve.objects.exists()


@each([{"held_back": True}, {"private": True}, {"deal": ""}], "ann, game")
def test_nor_about_one_whose_cards_are_not_for_everybody(ann, game, hidden):
    curves.ask(game.code, course_of_table(game), "all")
    Table.objects.filter(pk=game.pk).update(**hidden)
    assert ann.post(path(game), {}, 404)["code"] == "NOT_FOUND"
    assert ann.get(path(game), 404)["code"] == "NOT_FOUND"
    assert ann.client.get(f"/api/v1/{path(game, '.csv')}").status_code == 404


def test_a_game_of_older_rules_gets_a_sentence(ann, game):
    Table.objects.filter(pk=game.pk).update(deal=game.deal[::-1])
    assert ann.post(path(game), {}, 409)["code"] == "OUTDATED"


def test_how_many_may_be_computed_at_once(ann, game):
    views, most = ["all", "watcher", "1", "2"], AT_ONCE["account"]
    for view in views[:most]:
        ann.post(path(game), {"view": view}, 202)
    assert ann.post(path(game), {"view": views[most]}, 409)["code"] == "TOO_MANY"
    assert ann.post(path(game), {"view": views[0]}, 202)  # it is there
    StoredCurve.objects.update(status="done")
    ann.post(path(game), {"view": views[most]}, 202)
