"""Public facts: the rules as the code declares them, players, their ratings, and the boards."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.accounts import personal_data
from games.live import commands
from games.ratings.models import Rating, RatingChange
from games.ratings.skill import MU, SIGMA
from games.rules.acts import CARD
from games.rules.catalogue import BOTS, GAMES
from games.rules.game import BadAct
from games.table.rated import POOLS
from games.work.ratings import rate_tables
from tests.api.program import Program
from tests.each import each
from tests.pages.stored import confirm_addresses, person
from tests.ratings.conftest import finished_tables

pytestmark = pytest.mark.django_db


def get(client, path, status=200):
    answer = client.get(path if path.startswith("http") else f"/api/v1/{path}")
    assert answer.status_code == status, answer.content
    return answer.json()


# Rules ---------------------------------------------------------------------------------------


def test_the_rules_are_those_of_the_games(client):
    body = get(client, "rules")
    assert [game["key"] for game in body["games"]] == list(GAMES)
    assert [pool["key"] for pool in body["pools"]] == list(POOLS)
    assert [act["act"] for act in body["acts"]] == list(commands.ACTS)
    for row in body["games"]:
        game = GAMES[row["key"]]
        assert [level["key"] for level in row["bots"]] == list(BOTS[game.key].levels)
        for preset in row["presets"]:
            game.options(preset["options"])
        assert game.options({o["key"]: o["default"] for o in row["options"]}) == game.options("")
        for option in row["options"]:
            declared = game.schema.find(option["key"])
            for value in option["values"]:
                assert declared.read(value["value"]) == value["value"]
            for number in (option["lowest"], option["highest"]):
                assert number is None or declared.read(f"{option['prefix']}{number}")


def examples(schema):
    """Values that it takes, and one that it does not."""
    if "anyOf" in schema:
        return [examples(one)[0][0] for one in schema["anyOf"]], {}
    if "enum" in schema:
        return schema["enum"], "none of them"
    if schema == CARD:
        return ["Kd"], "1z"
    if schema["type"] == "array":
        return [["Kd"] * (n > 0) + ["2c"] * (n > 1) for n in range(3)], ["Kd", "Kd"]
    if schema["type"] == "boolean":
        return [True, False], 1
    return [schema["minimum"], schema["maximum"]], schema["maximum"] + 1


def test_every_act_takes_what_its_schema_says(client):
    """An act takes the arguments of its schema, and nothing else."""
    for game in get(client, "rules")["games"]:
        for row in game["acts"]:
            read, arguments = GAMES[game["key"]].read_act, row["arguments"]["properties"]
            assert row["arguments"]["required"] == list(arguments)
            usual = {key: examples(schema)[0][0] for key, schema in arguments.items()}
            read(row["act"], usual)
            for key, schema in arguments.items():
                good, bad = examples(schema)
                for value in good:
                    read(row["act"], usual | {key: value})
                with pytest.raises(BadAct):
                    read(row["act"], usual | {key: bad})


def test_acts_of_the_table_are_refused_without_what_they_need(client):
    ann = Program("Ann")
    code = ann.post("tables", {"game": "war"}, 201)["code"]
    for row in get(client, "rules")["acts"]:
        for _needed in row["arguments"]["required"]:
            body = ann.act(code, row["act"], 422)
            assert body["code"] in ("BAD_PARAM", "BAD_ENTROPY")


def test_the_rules_are_sent_once(client):
    first = client.get("/api/v1/rules")
    again = client.get("/api/v1/rules", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert first["Cache-Control"] == "public, max-age=3600"
    assert {"Accept-Language", "Cookie"} <= set(first["Vary"].split(", "))


# Players -------------------------------------------------------------------------------------


@pytest.fixture
def rated(db):
    """Seven players on the board."""
    players = [person(name) for name in ("Anna", "Ben", "Cem", "Dana", "Eli", "Fay", "Gus")]
    confirm_addresses(*players)
    finished_tables(players, 90, until=timezone.now())
    rate_tables()
    return players


def walk(client, address, way):
    """The answers from this page on, as the header Link leads."""
    while address:
        answer = client.get(address)
        yield answer
        links = re.findall(r'<([^>]+)>; rel="(\w+)"', answer.get("Link", ""))
        address = {rel: to for to, rel in links}.get(way)


def pages(client, path, rows):
    """All rows, page by page, there and back."""
    there = list(walk(client, path, "next"))
    back = list(walk(client, there[-1].wsgi_request.get_full_path(), "prev"))
    seen = [row for answer in there for row in rows(answer.json())]
    assert [row for answer in back[::-1] for row in rows(answer.json())] == seen
    return seen


def test_a_player_is_told_with_ratings_and_their_margins(client, rated):
    me = rated[0]
    body = get(client, "players/anna")
    (rating,) = body.pop("ratings")
    assert body == {
        **{"name": "Anna", "bot": False, "owner": None, "guest": False, "address": "/p/anna/"},
        "joined": body["joined"],
    }
    assert rating["pool"] == "ww3" and rating["games"] == Rating.objects.get(player=me).games
    assert rating["margin"] > 0 and isinstance(rating["unsure"], bool)


def test_a_ledger_comes_in_pages_there_and_back(client, rated):
    rows = pages(client, "/api/v1/players/anna/ratings/ww3?limit=7", lambda body: body)
    changes = RatingChange.objects.filter(player=rated[0]).order_by("-number")
    assert [row["number"] for row in rows] == [change.number for change in changes]
    assert [row["table"] for row in rows] == [change.table.code for change in changes]
    for newer, older in zip(rows, rows[1:], strict=False):
        assert newer["before"]["points"] == older["after"]["points"]
        assert newer["before"]["margin"] >= older["after"]["margin"]  # after some rest
    assert rows[-1]["before"] == {"points": 1500, "margin": round(26 * SIGMA), "unsure": True}


def test_a_board_is_that_of_the_page(client, rated):
    Rating.objects.filter(player__in=rated[2:4]).update(sure=1234.5)  # a tie
    board = client.get("/ratings/ww3/").context["rows"]
    rows = pages(client, "/api/v1/boards/ww3?limit=2", lambda body: body["rows"])
    assert [(row["place"], row["name"]) for row in rows] == [
        (row["place"], row["player"].name) for row in board
    ]
    assert [row["points"] for row in rows] == [row["skill"].points for row in board]
    assert get(client, "boards/war-slap") == {"pool": "war-slap", "name": "Slap War", "rows": []}


def test_who_is_unknown_or_erased_is_not_found_alike(client, rated):
    personal_data.erase(rated[1])
    rated[1].refresh_from_db()
    answers = [
        get(client, path, 404)
        for path in (
            "players/nobody",
            f"players/{rated[1].slug}",
            "players/nobody/ratings/ww3",
            f"players/{rated[1].slug}/ratings/ww3",
            "players/anna/ratings/war-slap",
            "players/anna/ratings/chess",
            "boards/chess",
        )
    ]
    assert all(one == answers[0] for one in answers)


@each(
    [
        "boards/ww3?after=nan,1",
        "boards/ww3?after=1,1",
        "boards/ww3?limit=0",
        "players/anna/ratings/ww3?before=x",
        "players/anna/ratings/ww3?before=99999999999999999999",
    ],
    "client, rated",
)
def test_a_damaged_place_in_a_list_is_refused(client, rated, path):
    assert get(client, path, 422)["code"] == "BAD_VALUE"


def test_any_page_takes_as_many_queries(client, rated):
    counts = {}
    for limit in (1, 7):
        for path in ("players/anna/ratings/ww3", "boards/ww3"):
            with CaptureQueriesContext(connection) as queries:
                get(client, f"{path}?limit={limit}")
            counts.setdefault(path, set()).add(len(queries))
    assert counts == {"players/anna/ratings/ww3": {3}, "boards/ww3": {2}}
    assert Rating.objects.exclude(mu=MU).exists()
