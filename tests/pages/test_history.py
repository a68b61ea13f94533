"""History: filters, refusals and their reasons, pages by key, no query per row."""

import re

import pytest

from games.accounts.bots import make_owned
from games.accounts.models import Player
from games.pages.history.history import SIZE
from games.table.reading.pagination import BadCursor, Cursor
from tests.each import each
from tests.pages.browsing import text as words_of
from tests.pages.stored import START, person, stored

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def codes(answer):
    """Codes of the listed games, in order."""
    return re.findall(r'href="/g/(\w+)/"', answer.content.decode())


def link(answer, rel):
    match = re.search(rf'href="(\?[^"]+)" rel="{rel}"', answer.content.decode())
    return match and "/history/" + match[1].replace("&amp;", "&")


@pytest.fixture
def games(alice, bob, charlie):
    return {
        "classic": stored(alice, bob, number=1),
        "peace": stored(bob, alice, number=2, preset="peace", length=30),
        "own": stored(alice, charlie, number=3, preset="", length=700, winner=2),
        "cap": stored(bob, charlie, number=4, end="cap", result="=1+2", length=2000),
        "hidden": stored(alice, bob, number=5, private=True),
        "later": stored(alice, bob, number=3 * 24 * 60, end="resign"),
    }


def found(client, games, **query):
    answer = client.get("/history/", query)
    assert answer.status_code == 200, answer.content
    names = {table.code: name for name, table in games.items()}
    return [names[code] for code in codes(answer)]


def test_it_lists_public_games_newest_first(client, games):
    assert found(client, games) == ["later", "cap", "own", "peace", "classic"]


def test_a_row_shows_players_result_length_day_and_front(client, alice, bob):
    stored(alice, bob)
    page = client.get("/history/").content.decode()
    for words in ("Classic War", "Alice", "Bob", "Alice wins", "100 battles", "1 Mar 2026"):
        assert words in page
    chart = page.partition('class="plot"')[2]
    assert "Share of cards by battle. Alice between" in chart and ">50%</text>" in chart


def test_a_row_that_was_shown_before_tells_a_new_name(client, alice, bob):
    stored(alice, bob)
    assert "Bob" in client.get("/history/").content.decode()
    Player.objects.filter(pk=bob.pk).update(name="Robert")
    again = client.get("/history/").content.decode()
    assert "Robert" in again and "Bob" not in again


@each(
    [
        ({"preset": "peace"}, ["peace"]),
        ({"preset": "custom"}, ["own"]),
        ({"player": "Charlie"}, ["cap", "own"]),
        ({"player": "  cHaRlie "}, ["cap", "own"]),
        ({"player": "Charlie", "result": "won"}, ["cap", "own"]),
        ({"player": "Charlie", "result": "lost"}, []),
        ({"player": "Bob", "result": "lost"}, ["later", "classic"]),
        ({"result": "shared"}, ["cap"]),
        ({"result": "resign"}, ["later"]),
        ({"shortest": "500"}, ["cap", "own"]),
        ({"longest": "50"}, ["peace"]),
        ({"shortest": "31", "longest": "700"}, ["later", "own", "classic"]),
        ({"since": "2026-03-02"}, ["later"]),
        ({"until": "2026-03-01"}, ["cap", "own", "peace", "classic"]),
        ({"since": "2026-03-04", "until": "2026-03-04"}, ["later"]),
        ({"game": "war", "player": "Alice", "preset": "classic"}, ["later", "classic"]),
    ],
    "client, games",
)
def test_it_finds(client, games, query, names):
    assert found(client, games, **query) == names


def test_every_game_has_its_own_presets(client, alice, bob):
    kinds = {
        "war": ("war", "classic"),
        "ww3": ("ww3", "standard"),
        "solo": ("ww3", "solo"),
        "own": ("ww3", ""),
        "ultimate": ("ultimate", "standard"),
    }
    ends = {"ultimate": "clock"}
    made = {
        name: stored(alice, bob, number=n, game=game, preset=preset, end=ends.get(name, "all"))
        for n, (name, (game, preset)) in enumerate(kinds.items())
    }
    for query, names in [
        ({"preset": "ww3.standard"}, ["ww3"]),
        ({"preset": "ultimate.standard"}, ["ultimate"]),
        ({"preset": "standard", "game": "ultimate"}, ["ultimate"]),
        ({"preset": "solo"}, ["solo"]),
        ({"preset": "war.classic"}, ["war"]),
        ({"preset": "custom", "game": "ww3"}, ["own"]),
        ({"game": "ww3"}, ["own", "solo", "ww3"]),
        ({"result": "clock"}, ["ultimate"]),
    ]:
        assert found(client, made, **query) == names, query


def test_a_row_is_told_in_the_words_of_its_game(client, alice, bob):
    stored(alice, bob, game="ww3", preset="standard", length=15, end="all_out", result="1")
    stored(alice, bob, game="ultimate", preset="standard", length=300, end="clock")
    page = client.get("/history/").content.decode()
    assert "15 rounds" in page and "all went out together" in page and "Alice wins" in page
    assert "300 fights" in page and "most cards when time ran out" in page


@each(
    [
        ({"preset": "nope"}, "“nope” is not a valid choice"),
        ({"game": "chess"}, "“chess” is not a valid choice"),
        ({"game": "war", "preset": "ww3.solo"}, "These are house rules of World War III"),
        ({"player": "Nobody Here"}, "No player is called “Nobody Here”"),
        ({"player": "<b>x</b>"}, "&lt;b&gt;x&lt;/b&gt;"),
        ({"result": "won"}, "Choose a player for this"),
        ({"shortest": "many"}, "Enter a whole number"),
        ({"longest": "-1"}, "greater than or equal to 0"),
        ({"shortest": "9", "longest": "5"}, "The maximum length must be at least"),
        ({"since": "yesterday"}, "Enter a date such as 2026-11-20"),
        ({"since": "2026-03-02", "until": "2026-03-01"}, "The last day must not be before"),
        ({"before": "x-y"}, "There is no such page"),
        ({"after": "99999999999999999999999999-1"}, "There is no such page"),
    ],
    "client, games",
)
def test_a_wrong_value_says_which_and_why(client, games, query, words):
    answer = client.get("/history/", query)
    assert answer.status_code == 400
    assert words in answer.content.decode()
    assert codes(answer) == []


def test_pages_by_key_go_down_and_up_again(client, alice, bob):
    tables = [stored(alice, bob, number=number) for number in range(2 * SIZE + 3)]
    newest = [table.code for table in reversed(tables)]
    first = client.get("/history/")
    second = client.get(link(first, "next"))
    third = client.get(link(second, "next"))
    assert codes(first) + codes(second) + codes(third) == newest
    assert link(first, "prev") is None and link(third, "next") is None
    assert codes(client.get(link(third, "prev"))) == codes(second)
    assert codes(client.get(link(second, "prev"))) == codes(first)


def test_games_that_ended_together_are_neither_lost_nor_doubled(client, alice, bob):
    tables = [stored(alice, bob) for _ in range(SIZE + 5)]
    first = client.get("/history/")
    second = client.get(link(first, "next"))
    assert sorted(codes(first) + codes(second)) == sorted(table.code for table in tables)
    assert codes(client.get(link(second, "prev"))) == codes(first)


def test_pages_keep_what_was_asked_for(client, alice, bob):
    for number in range(SIZE + 1):
        stored(alice, bob, number=number, preset="peace")
    answer = client.get("/history/", {"preset": "peace", "player": ""})
    assert "preset=peace" in link(answer, "next") and "player" not in link(answer, "next")


def test_an_empty_history_offers_a_game(client):
    page = client.get("/history/").content.decode()
    assert "No finished games yet" in page


def test_nothing_found_offers_all(client, games):
    assert "No games match" in client.get("/history/", {"preset": "slap"}).content.decode()


def test_queries_do_not_grow_with_rows(client, alice, django_assert_num_queries):
    for number in range(SIZE):
        stored(alice, person(f"Player {number}"), number=number)
    with django_assert_num_queries(4):
        assert len(codes(client.get("/history/"))) == SIZE
    with django_assert_num_queries(2):  # its lines are kept: keys and names
        assert len(codes(client.get("/history/"))) == SIZE


def test_a_line_that_is_kept_has_the_new_name(client, alice, bob):
    stored(alice, bob)
    assert "Alice" in client.get("/history/").content.decode()
    Player.objects.filter(pk=alice.pk).update(name="Alina")
    text = client.get("/history/").content.decode()
    assert "Alina" in text and "Alice" not in text


def test_a_line_that_is_kept_has_the_new_name_of_the_owner_of_a_bot(client, alice, bob):
    robot = make_owned(owner=alice, name="Robot")
    stored(robot, bob)
    for name in ("Alice", "Xenia"):
        Player.objects.filter(pk=alice.pk).update(name=name)
        assert f"bot of {name}" in words_of(client.get(f"/p/{bob.slug}/"))


def test_a_player_with_many_games_is_found_without_listing_them(
    client, games, alice, monkeypatch, django_assert_num_queries
):
    monkeypatch.setattr("games.table.reading.history.FEW", 2)
    with django_assert_num_queries(6):
        assert found(client, games, player="Alice") == ["later", "own", "peace", "classic"]


def test_a_cursor_survives_its_text():
    place = Cursor(START, 7)
    assert Cursor.read(place.text) == place
    for text in ("", "1", "1-", "-1", "a-1", "1-a", "1" * 50):
        with pytest.raises(BadCursor):
            Cursor.read(text)


def test_only_reading_is_allowed(client):
    assert client.post("/history/").status_code == 405


def test_the_filters_are_folded_also_when_some_are_chosen(client, db):
    for query, said in (("", "Filters"), ("?game=war", "Change the filters")):
        page = " ".join(client.get(f"/history/{query}").content.decode().split())
        assert f'<details class="panel finder"> <summary> {said} </summary>' in page
