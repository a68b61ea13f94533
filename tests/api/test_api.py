"""The API: only public data, the same filters as the history, clear errors, a limit."""

import pytest
from django.core.cache import cache

from games.accounts.limits import network_of
from games.api import api as module
from games.api.throttle import PerMinute
from games.table.models import Table
from games.table.writer import play
from tests.development.catalogue import pseudo
from tests.pages.stored import person, played, stored
from tests.rules.pseudo import unmarked

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice(db):
    return person("Alice")


@pytest.fixture
def bob(db):
    return person("Bob")


def get(client, path, status=200, **query):
    answer = client.get(f"/api/{path}", query)
    assert answer.status_code == status, answer.content
    return answer.json()


def test_it_describes_itself(client):
    told = get(client, "openapi.json")
    games = {
        path: methods
        for path, methods in told["paths"].items()
        if path.split("/")[2] not in ("lab", "tournaments")
    }
    assert set(games) == {
        "/api/tables",
        "/api/tables/{code}",
        "/api/games",
        "/api/games/{code}",
        "/api/games/{code}.wsn",
    }
    assert all(set(methods) == {"get"} for methods in games.values())


def test_open_and_running_tables_are_listed(client, alice, bob):
    waiting = play.open_table(by=alice, options="")
    play.open_table(by=alice, options="", private=True)
    running = play.open_table(by=bob, options="", bots=["recruit"])
    play.ready(table=running, player=bob, entropy=bytes(16))
    rows = get(client, "tables")
    assert [row["code"] for row in rows] == [running.code, waiting.code]
    assert rows[0]["status"] == "running" and rows[0]["cards"] == [26, 26]
    assert [seat["bot"] for seat in rows[0]["seats"]] == [False, True]


@pytest.mark.parametrize(("game", "unit"), [("ww3", "round"), ("ultimate", "fight")])
def test_every_game_is_told_in_its_own_unit(client, alice, bob, game, unit):
    table = play.open_table(by=alice, game=game, bots=["sergeant"] if game == "ww3" else ["bully"])
    (waiting,) = get(client, "tables")
    assert (waiting["code"], waiting["game"], waiting["unit"]) == (table.code, game, unit)
    stored(alice, bob, game=game, preset="standard", length=17)
    stored(alice, bob)
    (found,) = get(client, "games", game=game)["games"]
    assert (found["length"], found["unit"]) == (17, unit)
    assert get(client, "games", preset=f"{game}.standard")["games"] == [found]


def test_a_table_is_told_as_the_public_sees_it(client, alice, bob):
    table = play.open_table(by=alice, options="", bots=["recruit"])
    play.ready(table=table, player=alice, entropy=bytes(16))
    client.force_login(alice)
    told = get(client, f"tables/{table.code.lower()}")
    assert told["view"]["you"] is None and told["view"]["asks"] is None
    text = str(told)
    table.refresh_from_db()
    for secret in (bytes(table.secret).hex(), table.deal, "rtt", "entropy"):
        assert secret not in text


def test_private_and_unknown_tables_are_not_found(client, alice, bob):
    hidden = play.open_table(by=alice, options="", private=True)
    over = played(alice, bob, private=True)
    for path in (
        f"tables/{hidden.code}",
        f"games/{over.code}",
        f"games/{over.code}.wsn",
        "tables/NOPE2345",
        "games/NOPE2345",
        "games/NOPE2345.wsn",
    ):
        assert get(client, path, 404)["error"] == "NOT_FOUND"


def test_a_game_is_told_when_it_is_over(client, alice, bob):
    table = play.open_table(by=alice, options="")
    get(client, f"games/{table.code}", 404)
    game = played(alice, bob)
    told = get(client, f"games/{game.code}")
    assert told["fairness"]["commitment"] == game.commitment and len(told["moves"]) == game.version
    wsn = client.get(f"/api/games/{game.code}.wsn")
    assert wsn["Content-Type"].startswith("text/plain") and wsn.content.startswith(b"[WSN")


def test_games_are_found_like_in_the_history(client, alice, bob):
    first = stored(alice, bob, number=1)
    peace = stored(bob, alice, number=2, preset="peace", winner=2)
    told = get(client, "games")
    assert [row["code"] for row in told["games"]] == [peace.code, first.code]
    assert told["games"][0]["title"] == "Peace" and told["older"] is None
    for query in ({"preset": "peace"}, {"player": "alice", "result": "won", "since": "2026-03-01"}):
        assert peace.code in [row["code"] for row in get(client, "games", **query)["games"]]
    assert get(client, "games", since="2026-03-02")["games"] == []


def test_games_come_in_pages(client, alice, bob, monkeypatch):
    monkeypatch.setattr(module, "SIZE", 2)
    tables = [stored(alice, bob, number=number).code for number in range(5)][::-1]
    first = get(client, "games")
    second = get(client, "games", before=first["older"])
    third = get(client, "games", before=second["older"])
    pages = [[row["code"] for row in page["games"]] for page in (first, second, third)]
    assert pages == [tables[:2], tables[2:4], tables[4:]] and third["older"] is None
    up = get(client, "games", after=third["newer"])
    assert [row["code"] for row in up["games"]] == tables[2:4]


@pytest.mark.parametrize(
    "query, field",
    [
        ({"preset": "nope"}, "preset"),
        ({"player": "Nobody"}, "player"),
        ({"shortest": "x"}, "shortest"),
        ({"since": "yesterday"}, "since"),
        ({"result": "won"}, "result"),
        ({"before": "1"}, "before"),
        ({"shortest": "5", "longest": "4"}, "longest"),
    ],
)
def test_wrong_values_are_named(client, query, field):
    told = get(client, "games", 422, **query)
    assert told["error"] == "BAD_VALUE" and list(told["fields"]) == [field]


def test_nothing_can_be_written(client):
    for method in (client.post, client.put, client.delete):
        assert method("/api/tables").status_code == 405


def test_too_many_requests_are_told_and_forgiven(client, monkeypatch):
    monkeypatch.setattr(PerMinute, "allow_request", lambda self, request: False)
    answer = client.get("/api/tables")
    assert answer.status_code == 429 and answer.json()["error"] == "TOO_MANY"
    monkeypatch.undo()
    assert client.get("/api/tables").status_code == 200


def test_the_limit_counts_by_address_and_minute(rf, monkeypatch):
    throttle, now = PerMinute(2), 1_000_000.0
    monkeypatch.setattr("games.api.throttle.time.time", lambda: now)
    here, there = rf.get("/", REMOTE_ADDR="10.0.0.1"), rf.get("/", REMOTE_ADDR="10.0.0.2")
    assert [throttle.allow_request(here) for _ in range(3)] == [True, True, False]
    assert throttle.allow_request(there)
    assert 0 < throttle.wait() <= 60
    now += 60
    assert throttle.allow_request(here)
    forged = rf.get("/", REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR="1.2.3.4")
    assert network_of(forged) == "10.0.0.1"
    cache.clear()


def test_scripts_of_any_page_may_read(client):
    for path in ("tables", "games/NOPE2345"):
        assert client.get(f"/api/{path}")["Access-Control-Allow-Origin"] == "*"


def test_queries_do_not_grow_with_rows(client, alice, django_assert_num_queries):
    for number in range(12):
        stored(alice, person(f"Player {number}"), number=number)
    with django_assert_num_queries(3):
        assert len(get(client, "games")["games"]) == 12
    assert Table.objects.count() == 12


def test_a_problem_is_told_in_the_language_of_the_client(client, settings, tmp_path):
    pseudo(tmp_path)
    settings.LOCALE_PATHS = [tmp_path]
    settings.LANGUAGES = [("en", "English"), ("en-xa", "Pseudo")]
    told = client.get("/api/tables/NOSUCH00", headers={"Accept-Language": "en-xa"}).json()
    assert (told["error"], unmarked(told["detail"])) == ("NOT_FOUND", "")
