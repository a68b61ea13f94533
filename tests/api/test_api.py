"""The API: only public data, the same filters as the history, clear errors, a limit."""

import re

import pytest
from django.db import OperationalError

from games.accounts import people, personal_data
from games.api import links
from games.limits import counting, declared
from games.table.models import Table
from games.table.writer import play
from games.table.writer.orders import Order
from tests.development.catalogue import pseudo
from tests.each import each
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
    answer = client.get(f"/api/v1/{path}", query)
    assert answer.status_code == status, answer.content
    return answer.json()


def test_it_describes_itself(client):
    schema = get(client, "openapi.json")
    games = {
        path: methods
        for path, methods in schema["paths"].items()
        if path.split("/")[3] in ("tables", "games")
    }
    assert set(games) == {
        "/api/v1/tables",
        "/api/v1/tables/{code}",
        "/api/v1/tables/{code}/commands",
        "/api/v1/tables/{code}/stream",
        "/api/v1/games",
        "/api/v1/games/export",
        "/api/v1/games/{code}",
        "/api/v1/games/{code}.wsn",
        "/api/v1/games/{code}/chances",
        "/api/v1/games/{code}/chances.csv",
    }
    written = [path for path, methods in games.items() if set(methods) != {"get"}]
    assert set(written) == {
        "/api/v1/tables",
        "/api/v1/tables/{code}/commands",
        "/api/v1/games/{code}/chances",
    }


def test_open_and_running_tables_are_listed(client, alice, bob):
    waiting = play.open_table(by=alice, options="")
    play.open_table(by=alice, options="", private=True)
    running = play.open_table(by=bob, options="", bots=["recruit"])
    play.ready(Order(running, bob), entropy=bytes(16))
    rows = get(client, "tables")
    assert [row["code"] for row in rows] == [running.code, waiting.code]
    assert rows[0]["status"] == "running" and rows[0]["cards"] == [26, 26]
    assert [seat["bot"] for seat in rows[0]["seats"]] == [False, True]


@each([("ww3", "round"), ("ultimate", "fight")], "client, alice, bob")
def test_every_game_is_told_in_its_own_unit(client, alice, bob, game, unit):
    table = play.open_table(by=alice, game=game, bots=["sergeant"] if game == "ww3" else ["bully"])
    (waiting,) = get(client, "tables")
    assert (waiting["code"], waiting["game"], waiting["unit"]) == (table.code, game, unit)
    stored(alice, bob, game=game, preset="standard", length=17)
    stored(alice, bob)
    (row,) = get(client, "games", game=game)["games"]
    assert (row["length"], row["unit"]) == (17, unit)
    assert get(client, "games", preset=f"{game}.standard")["games"] == [row]


def test_a_table_is_told_as_the_public_sees_it(client, alice, bob):
    table = play.open_table(by=alice, options="", bots=["recruit"])
    play.ready(Order(table, alice), entropy=bytes(16))
    client.force_login(alice)
    body = get(client, f"tables/{table.code.lower()}")
    assert body["view"]["you"] is None and body["view"]["asks"] is None
    text = str(body)
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
        assert get(client, path, 404)["code"] == "NOT_FOUND"


def test_a_game_is_told_when_it_is_over(client, alice, bob):
    table = play.open_table(by=alice, options="")
    get(client, f"games/{table.code}", 404)
    game = played(alice, bob)
    body = get(client, f"games/{game.code}")
    assert body["fairness"]["commitment"] == game.commitment and len(body["moves"]) == game.version
    wsn = client.get(f"/api/v1/games/{game.code}.wsn")
    assert wsn["Content-Type"].startswith("text/plain") and wsn.content.startswith(b"[WSN")


def test_games_are_found_like_in_the_history(client, alice, bob):
    first = stored(alice, bob, number=1)
    peace = stored(bob, alice, number=2, preset="peace", winner=2)
    body = get(client, "games")
    assert [row["code"] for row in body["games"]] == [peace.code, first.code]
    assert body["games"][0]["title"] == "Peace" and body["older"] is None
    for query in ({"preset": "peace"}, {"player": "alice", "result": "won", "since": "2026-03-01"}):
        assert peace.code in [row["code"] for row in get(client, "games", **query)["games"]]
    assert get(client, "games", since="2026-03-02")["games"] == []


def test_games_come_in_pages(client, alice, bob):
    tables = [stored(alice, bob, number=number).code for number in range(5)][::-1]
    first = get(client, "games", limit=2)
    second = get(client, "games", limit=2, before=first["older"])
    third = get(client, "games", limit=2, before=second["older"])
    pages = [[row["code"] for row in page["games"]] for page in (first, second, third)]
    assert pages == [tables[:2], tables[2:4], tables[4:]] and third["older"] is None
    up = get(client, "games", limit=2, after=third["newer"])
    assert [row["code"] for row in up["games"]] == tables[2:4]
    assert get(client, "games", 422, limit=201)["fields"].keys() == {"limit"}


def test_the_link_header_leads_through_all_pages(client, alice, bob):
    tables = [stored(alice, bob, number=number).code for number in range(5)][::-1]
    answer, codes = client.get("/api/v1/games?limit=2&game=war"), []
    while True:
        codes += [row["code"] for row in answer.json()["games"]]
        links = {rel: to for to, rel in re.findall(r'<([^>]+)>; rel="(\w+)"', answer["Link"])}
        if "next" not in links:
            break
        answer = client.get(links["next"])
    assert codes == tables and links.keys() == {"prev"}


@each(
    [
        ({"preset": "nope"}, "preset"),
        ({"player": "Nobody"}, "player"),
        ({"shortest": "x"}, "shortest"),
        ({"since": "yesterday"}, "since"),
        ({"result": "won"}, "result"),
        ({"before": "1"}, "before"),
        ({"shortest": "5", "longest": "4"}, "longest"),
    ],
    "client",
)
def test_wrong_values_are_named(client, query, field):
    body = get(client, "games", 422, **query)
    assert body["code"] == "BAD_VALUE" and list(body["fields"]) == [field]


def test_games_cannot_be_written(client):
    for method in (client.post, client.put, client.delete):
        answer = method("/api/v1/games")
        assert (answer.status_code, answer["Allow"]) == (405, "GET")
        assert answer["Content-Type"] == "application/problem+json"
        assert answer.json()["code"] == "METHOD_NOT_ALLOWED"


def test_requests_are_counted_by_address_and_minute(client, monkeypatch):
    monkeypatch.setattr(declared.BY_ADDRESS, "most", 2)
    now = 1_000_000
    monkeypatch.setattr(counting, "now_s", lambda: now)
    answers = [client.get("/api/v1/tables") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[0]["RateLimit-Policy"] == '"address";q=2;w=60'
    assert [answer["RateLimit"] for answer in answers] == [
        f'"address";r={left};t=20' for left in (1, 0, 0)
    ]
    refused = answers[2].json()
    assert (refused["code"], refused["retry_after_s"]) == ("TOO_MANY", 20)
    assert answers[2]["Retry-After"] == "20"
    assert client.get("/api/v1/tables", REMOTE_ADDR="10.0.0.2").status_code == 200
    forged = {"REMOTE_ADDR": "10.0.0.2", "HTTP_X_FORWARDED_FOR": "1.2.3.4"}
    assert [client.get("/api/v1/tables", **forged).status_code for _ in range(2)] == [200, 429]
    now += 20
    assert client.get("/api/v1/tables").status_code == 200


def test_a_problem_is_one_for_programs_too(client):
    answer = client.get("/api/v1/games/NOPE2345")
    assert answer["Content-Type"] == "application/problem+json"
    body = answer.json()
    detail = body.pop("detail")
    assert detail.endswith(".") and body == {
        "type": "/api/#NOT_FOUND",
        "title": "Not Found",
        "status": 404,
        "code": "NOT_FOUND",
    }
    described = get(client, "openapi.json")["paths"]["/api/v1/games/{code}"]["get"]["responses"]
    assert list(described["404"]["content"]) == ["application/problem+json"]
    assert client.get("/api/v1/nothing/here").json()["code"] == "NOT_FOUND"


def test_tables_come_in_pages(client, alice):
    codes = [play.open_table(by=alice).code for _table in range(5)][::-1]
    listed, address = [], "/api/v1/tables?limit=2"
    while address:
        answer = client.get(address)
        listed += [row["code"] for row in answer.json()]
        following = re.findall(r"<http://testserver([^>]+)>; rel=\"next\"", answer.get("Link", ""))
        address = following[0] if following else ""
        Table.objects.filter(code=codes[0]).update(status="aborted")  # no row moves
    assert listed == codes
    assert get(client, "tables", 422, limit=201)["code"] == "BAD_VALUE"


def test_what_django_itself_answers_is_a_problem_too(client, alice):
    client.force_login(alice)
    people.ban(player=alice, reason="flooding")
    answers = [
        (client.get("/api/v1/tables"), 403, "BANNED"),  # and the session is over
        (client.get("/api/v1/tables"), 200, None),
        (client.get("/api/v1/tables?x=%00"), 400, "BAD_REQUEST"),
        (client.get("/api/v1/tables", headers={"Host": "evil.example"}), 400, "BAD_REQUEST"),
    ]
    for answer, status, code in answers:
        assert answer.status_code == status
        if code:
            assert answer["Content-Type"] == "application/problem+json"
            assert answer.json()["code"] == code


def test_a_fault_of_ours_is_a_problem_too(client, monkeypatch):
    monkeypatch.setattr(links, "key_page", "many")
    client.raise_request_exception = False
    answer = client.get("/api/v1/tables")
    assert (answer.status_code, answer.json()["code"]) == (500, "BROKEN")
    assert "many" not in answer.content.decode()


def test_a_database_that_does_not_answer_is_waited_for(client, monkeypatch):
    """In the middleware as in an operation."""

    def gone(*_args, **_more):
        raise OperationalError("no connection")

    client.raise_request_exception = False
    for where, path, token in (("middleware.look_up", "me", "x"), ("links.key_page", "tables", "")):
        monkeypatch.setattr(f"games.api.{where}", gone)
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = client.get(f"/api/v1/{path}", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (503, "TRY_AGAIN")
        assert answer["Retry-After"] == "5"


def test_addresses_without_a_version_have_moved(client):
    answer = client.get("/api/games?game=war&limit=3")
    assert (answer.status_code, answer["Location"]) == (308, "/api/v1/games?game=war&limit=3")


def test_scripts_of_any_page_may_use_it_without_cookies(client):
    origin = {"Origin": "https://elsewhere.example"}
    for path in ("tables", "games/NOPE2345"):
        answer = client.get(f"/api/v1/{path}", headers=origin)
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in answer
        assert "ratelimit" in answer["Access-Control-Expose-Headers"].lower()
    asked = origin | {
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization",
    }
    answer = client.options("/api/v1/lab/runs", headers=asked)
    assert "authorization" in answer["Access-Control-Allow-Headers"]
    assert answer["Access-Control-Max-Age"] == "600"
    assert "Access-Control-Allow-Origin" not in client.get("/history/", headers=origin)


def test_queries_do_not_grow_with_rows(client, alice, django_assert_num_queries):
    for number in range(12):
        stored(alice, person(f"Player {number}"), number=number)
    with django_assert_num_queries(2):
        assert len(get(client, "games")["games"]) == 12
    assert Table.objects.count() == 12


def test_a_problem_is_told_in_the_language_of_the_client(client, settings, tmp_path):
    pseudo(tmp_path)
    settings.LOCALE_PATHS = [tmp_path]
    settings.LANGUAGES = [("en", "English"), ("en-xa", "Pseudo")]
    body = client.get("/api/v1/tables/NOSUCH00", headers={"Accept-Language": "en-xa"}).json()
    assert (body["code"], unmarked(body["detail"])) == ("NOT_FOUND", "")


@pytest.mark.parametrize("form", ["", ".wsn"])
def test_a_finished_game_is_sent_once(client, alice, bob, form):
    address = f"/api/v1/games/{played(alice, bob).code}{form}"
    first = client.get(address)
    assert first["ETag"].startswith('"') and first["Cache-Control"] == "public, max-age=3600"
    known = {"If-None-Match": first["ETag"]}
    again = client.get(address, headers=known)
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    personal_data.erase(bob)
    anew = client.get(address, headers=known)
    assert anew.status_code == 200 and b"Bob" in first.content and b"Bob" not in anew.content


def test_a_body_that_is_no_object_is_a_problem(client):
    for address in ("lab/runs", "games/NOSUCH/chances"):  # the second needs no field
        for body in ("{", "[]", "[null, null]", "null", "1", '"view"'):
            answer = client.post(f"/api/v1/{address}", body, content_type="application/json")
            assert (answer.status_code, answer.json()["code"]) == (400, "BAD_JSON"), (address, body)
