"""Boards, the rating of a player, the stakes of a table, and the form that opens a rated one."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.ratings import reading
from games.ratings.models import Note, Pool, Rating
from games.ratings.skill import Skill, SkillRecord
from games.table.models import Table
from games.table.writer import play
from games.table.writer.orders import Order
from games.work.ratings import rate_tables
from tests.pages.browsing import signed_in
from tests.pages.stored import confirm_addresses, person
from tests.ratings.conftest import finish, finished_tables, open_rated


@pytest.fixture
def rated(db):
    """Seven players on the board, Anna first in the alphabet, and their tables."""
    players = [person(name) for name in ("Anna", "Ben", "Cem", "Dana", "Eli", "Fay", "Gus")]
    confirm_addresses(*players)
    tables = finished_tables(players, 90, until=timezone.now())
    rate_tables()
    return players, tables


def test_a_board_says_who_is_surely_best_and_where_i_am(rated):
    players, _ = rated
    me = players[0]
    page = signed_in(me).get("/ratings/ww3/")
    order = list(Rating.objects.filter(listed_until__isnull=False).order_by("-sure"))
    assert [row["player"] for row in page.context["rows"]] == [rating.player for rating in order]
    assert page.context["own"].place == [rating.player for rating in order].index(me) + 1
    assert me in [row["player"] for row in page.context["beside"]]
    html = page.content.decode()
    assert "±" in html and "at least 30 rated games against 5" in " ".join(html.split())


@pytest.fixture
def listed(db):
    """A board of 120, the best first; every two have the same rating."""
    pool, now = Pool.objects.create(key="ww3"), timezone.now()
    rows = [Rating(pool=pool, player=person(f"Listed {number}")) for number in range(120)]
    for number, row in enumerate(rows):
        skill = Skill(40 - number // 2 / 10, 5)
        row.follow(SkillRecord(skill, 40, (1, 2, 3, 4, 5), now, skill.sure))
    Rating.objects.bulk_create(rows)
    confirm_addresses(*(row.player for row in rows))
    return rows


def shown(client, address):
    """Places and names of a page, the links beside it, and its number of queries."""
    with CaptureQueriesContext(connection) as queries:
        page = client.get(address)
    assert not any("OFFSET" in query["sql"] for query in queries)
    of_board = [query["sql"] for query in queries if "listed_until" in query["sql"]]
    assert of_board and not any('JOIN "games_pool"' in sql for sql in of_board)
    rows = [(row["place"], row["player"].name) for row in page.context["rows"]]
    links = {
        rel: link for link, rel in re.findall(r'href="(.+)" rel="(\w+)"', page.content.decode())
    }
    return rows, links, len(queries)


def test_pages_of_a_board_begin_at_a_player_and_cost_the_same(client, listed):
    every = [(place, row.player.name) for place, row in enumerate(listed, 1)]
    first, links, _ = shown(client, "/ratings/ww3/")
    middle, beside, count = shown(client, f"/ratings/ww3/{links['next']}")
    last, end, count_of_last = shown(client, f"/ratings/ww3/{beside['next']}")
    assert (first, middle, last) == (every[:50], every[50:100], every[100:])
    assert set(links) == {"next"} and set(end) == {"prev"} and count == count_of_last
    assert shown(client, f"/ratings/ww3/{end['prev']}")[0] == middle
    Rating.objects.filter(pk=listed[0].pk).update(listed_until=None)  # nobody is skipped by that
    places = [(place - 1, name) for place, name in middle]
    assert shown(client, f"/ratings/ww3/{links['next']}")[0] == places
    below_all = client.get("/ratings/ww3/?after=0.00000000000000000,1")
    assert below_all.status_code == 302
    assert client.get("/ratings/ww3/?after=somewhere").status_code == 404


def test_my_place_is_shown_on_other_pages_with_those_beside_me(listed):
    member = signed_in(listed[90].player)
    page = member.get("/ratings/ww3/")
    assert page.context["is_elsewhere"] and "Your place" in page.content.decode()
    assert [row["place"] for row in page.context["beside"]] == [89, 90, 91, 92, 93]
    assert [row["player"] for row in page.context["beside"]] == [
        row.player for row in listed[88:93]
    ]
    first = signed_in(listed[0].player).get("/ratings/ww3/").context
    assert [row["place"] for row in first["beside"]] == [1, 2, 3] and not first["is_elsewhere"]


def test_nobody_is_listed_without_a_confirmed_address(client, rated):
    anna, ben, cem = rated[0][:3]
    anna.emailaddress_set.update(verified=False)
    ben.emailaddress_set.all().delete()
    cem.emailaddress_set.create(email="other@example.org", verified=True)  # listed once
    listed = {player.name for player in rated[0][2:]}
    page, top = client.get("/ratings/ww3/"), client.get("/ratings/").context["ranked"][0][1]
    names = [row["name"] for row in client.get("/api/v1/boards/ww3").json()["rows"]]
    assert sorted(names) == sorted(row["player"].name for row in page.context["rows"])
    assert sorted(names) == sorted(listed) and {row["player"].name for row in top} <= listed
    assert signed_in(anna).get("/ratings/ww3/").context["own"] is None
    assert "players with a confirmed email address" in page.content.decode()


def test_who_has_not_played_for_long_is_not_listed(client, rated):
    Rating.objects.update(listed_until=timezone.now() - timedelta(days=1))
    page = client.get("/ratings/ww3/")
    assert page.context["rows"] == [] and "reliable rating yet" in page.content.decode()
    assert client.get("/ratings/chess/").status_code == 404


def test_a_table_says_what_is_expected_and_then_what_changed(client, rated):
    players, tables = rated
    waiting = open_rated(players[:2])
    before = client.get(f"/t/{waiting.code}/ratings/")
    assert sum(stake.chance for stake in before.context["stakes"]) == pytest.approx(1)
    assert not before.context["counted"]
    after = client.get(f"/t/{tables[-1].code}/ratings/")
    stakes = after.context["stakes"]
    best = min(stakes, key=lambda stake: stake.change.place - stake.expected)
    assert after.context["counted"] and best.gain == max(stake.gain for stake in stakes)
    assert client.get("/t/NOSUCHCODE/ratings/").status_code == 404


def test_seats_read_at_the_table_what_is_expected_and_what_came_of_it(client, rated):
    """R13: at the table and in the replay, not only on a page of its own."""
    anna, ben = rated[0][:2]
    waiting = play.open_table(by=anna, game="ww3", options="seats=2", rated=True)
    assert "expected to win" not in client.get(f"/t/{waiting.code}/").content.decode()
    play.sit(Order(waiting, ben))
    percents = {row.seat.player: row.percent for row in reading.stakes(waiting, timezone.now())}
    before = client.get(f"/t/{waiting.code}/").content.decode()
    for percent in percents.values():
        assert f"expected to win {percent}%" in " ".join(before.split())

    table = finish(open_rated([anna, ben]))
    hers, guests = signed_in(anna), client
    address = f"/t/{table.code}/"
    assert "counted within a minute" in hers.get(address).content.decode()
    rate_tables()
    change = table.rating_changes.get(player=anna)
    gain = change.skill.points - change.before.points
    own = hers.get(address).content.decode().partition("data-own-rating>")[2].partition("</div>")[0]
    for words in (
        f"{change.skill.points} ",
        f"± {change.skill.margin}",
        f"({gain:+})",
        "expected 1.",
    ):
        assert words.replace("-", "−") in own
    assert "data-own-rating" not in guests.get(address).content.decode()
    replay = " ".join(guests.get(f"/g/{table.code}/").content.decode().split())
    assert replay.count("place 1, expected 1.") == 1 and f"± {change.skill.margin}" in replay
    table.rating_changes.update(note=Note.VOID)
    for page in (address, f"/g/{table.code}/"):
        assert "Not counted: declared void" in hers.get(page).content.decode()


def test_the_course_of_a_rating_is_a_chart_and_a_table(client, rated):
    me = rated[0][0]
    page = client.get(f"/p/{me.slug}/ratings/ww3/")
    games = Rating.objects.get(player=me).games
    assert page.context["chart"].games == games and "<polyline" in page.content.decode()
    assert len(page.context["page"]) == min(50, games)
    assert client.get(f"/p/{me.slug}/ratings/war-slap/").status_code == 404
    assert "Ratings" in client.get(f"/p/{me.slug}/").content.decode()


def test_boards_take_as_many_queries_for_many_as_for_few(rated):
    client, counts = signed_in(rated[0][0]), []
    pages = ("/ratings/", "/ratings/ww3/", f"/t/{rated[1][-1].code}/ratings/")
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            for page in pages:
                client.get(page)
        counts.append(len(queries))
        more = [person(f"More {number}") for number in range(8)] if len(counts) == 1 else []
        finished_tables([*rated[0], *more], 150, seed=3, until=timezone.now())
        rate_tables()
    assert counts[0] == counts[1]


def test_the_form_opens_a_rated_table_for_accounts_only(client, db):
    alice = person("Alice")
    asked = {"game": "ww3", "do": "open", "rated": "on", "seats": "2", "was_game": "ww3"}
    member = signed_in(alice)
    assert 'name="rated"' in member.get("/new/?game=ww3").content.decode()
    assert 'name="rated"' not in member.get("/new/?game=war").content.decode()
    assert member.post("/new/", asked).status_code == 302
    table = Table.objects.get()
    assert table.rated and not table.substitute
    refused = client.post("/new/", asked).content.decode()
    assert "Sign up or sign in to play rated games." in refused and Table.objects.count() == 1
    assert "rated" in client.get("/").content.decode()
    private = member.post("/new/", asked | {"private": "on"}).content.decode()
    assert "A rated table is public." in private


def test_boards_without_ratings_are_one_sentence(client, db):
    for address, said in (("/ratings/", "Nobody has"), ("/ratings/bots/", "No bot has")):
        text = client.get(address).content.decode()
        assert (
            text.count("reliable rating yet") == 1 and f"{said} a reliable rating yet in:" in text
        )
        assert "<b>World War III" in text
