"""The lobby: open tables and wishes in one list, in words, the same for every reader."""

import json

import pytest

from games.accounts.bots import make_owned
from games.accounts.models import Player
from games.lobby import listing, wishes
from games.lobby.models import Wish
from games.lobby.rows import MOST_BYTES, lobby_for, lobby_texts
from games.lobby.wishes import WishedGame
from games.relations import changes
from games.table.models import Seat, Table
from games.table.writer import play
from games.table.writer.orders import Order
from tests.pages.stored import person

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
WW3 = "seats={}"


def opened(by, seats, game="ww3", **more):
    return play.open_table(by=by, game=game, options=WW3.format(seats), **more)


def wished(player, *choices, **more):
    return wishes.make(player=player, choices=choices or [WishedGame("ww3", seats=(2, 4))], **more)


def told(language="en"):
    return json.loads(lobby_texts([language])[language])["lobby"]


def test_those_who_need_one_player_come_first_then_those_who_waited_longest(anna, ben, max):
    third = opened(anna, 4)
    first = opened(ben, 2)
    Table.objects.filter(pk=first.pk).update(created_at="2026-01-02T00:00Z")
    Table.objects.filter(pk=third.pk).update(created_at="2026-01-01T00:00Z")
    Wish.objects.filter(pk=wished(max).pk).update(made_ms=1)
    last = wished(anna, WishedGame("ultimate", seats=(3, 5)))
    frame = told()
    ids = [row["id"] for row in frame["rows"]]
    assert ids == [f"w{Wish.objects.get(player=max).pk}", first.code, third.code, f"w{last.pk}"]
    assert frame["count"] == 4


def test_a_row_says_what_is_played_and_who_waits(anna, ben):
    guest = Player.objects.create_user("guest", name="Gast", is_guest=True)
    robo = make_owned(owner=ben, name="Robo")
    table = opened(guest, 4, outside_bots=True)
    play.sit(Order(table, robo))
    play.seat_bot(Order(table, guest), level="recruit")
    (row,) = told()["rows"]
    assert (row["title"], row["seats"], row["go"]) == (
        "World War III",
        "3 of 4 seats taken",
        "Join",
    )
    assert [(one["name"], one["what"]) for one in row["people"][:2]] == [
        ("Gast", "guest"),
        ("Robo", "bot of Ben"),
    ]
    assert row["people"][2]["what"] == "bot"
    assert row["of"] == sorted([guest.pk, ben.pk])  # a bot counts as its owner
    assert "points" not in row["people"][0] and not row["rated"]


def test_ratings_come_with_their_interval_and_races_with_the_slowness_of_lines(anna, ben):
    table = opened(anna, 3, rated=True)
    play.sit(Order(table, ben))
    Seat.objects.filter(player=anna).update(rtt_ms=151)
    wished(anna, WishedGame("ww3", "secret"), rated=True)
    row, wish = told()["rows"]
    first, other = row["people"]
    assert (first["points"], first["margin"], first["line"]) == (1500, 217, "over 150 ms")
    assert (other["points"], other["line"]) == (1500, "")  # not measured yet
    assert wish["rated"] and wish["people"][0]["points"] == 1500
    for rtt_ms, words in ((60, "up to 60 ms"), (61, "up to 150 ms"), (150, "up to 150 ms")):
        Seat.objects.filter(player=ben).update(rtt_ms=rtt_ms)
        assert told()["rows"][0]["people"][1]["line"] == words
    Table.objects.update(options="seats=3;hold=secret")  # holds are secret: there is no race
    assert told()["rows"][0]["people"][1]["line"] == ""


def test_private_full_dealt_and_arranged_tables_are_not_in_it(anna, ben):
    opened(anna, 3, private=True)
    full = opened(anna, 2)
    play.sit(Order(full, ben))
    play.open_table(by=None, preset="classic", bots=("recruit", "general"))
    assert told() == {"count": 0, "rows": []}


def test_a_reader_does_not_see_their_own_wish_and_whom_they_block(anna, ben, max):
    for player in (anna, ben, max):
        wished(player)
    robo = make_owned(owner=max, name="Robo")
    opened(ben, 3)
    play.sit(Order(opened(ben, 4, outside_bots=True), robo))
    opened(max, 3, seated=False)
    changes.block(player=anna, other=max)
    changes.follow(player=anna, other=ben)
    seen = lobby_for(anna)
    assert [row["people"][0]["name"] for row in seen["rows"]] == ["Ben", "Ben"]
    assert seen["followed"] == (ben.pk,)
    assert len(lobby_for(None)["rows"]) == 6
    assert len(lobby_for(max)["rows"]) == 5  # nothing tells him of the block


def test_sixty_rows_and_sixteen_thousand_bytes_at_most(db, monkeypatch):
    names = [f"Somebody with a long name {n:02}" for n in range(70)]
    for name in names[:35]:
        opened(person(name), 6)
    for name in names[35:]:
        wished(person(name), WishedGame("ww3", options="cap=25", seats=(3, 5)))
    frame = told()
    text = lobby_texts(["en"])["en"]
    assert frame["count"] == 70 and 30 < len(frame["rows"]) <= listing.MOST
    assert len(text.encode()) <= MOST_BYTES + 100 < 16_384
    assert lobby_for(None)["more"] == 10
    monkeypatch.setattr("games.lobby.rows.MOST_BYTES", 10**6)
    assert len(told()["rows"]) == listing.MOST


def test_it_is_read_once_for_all_languages(anna, ben, max, django_assert_num_queries):
    def crowd():
        opened(anna, 4, rated=True)
        opened(ben, 4)
        wished(max, rated=True)

    crowd()
    with django_assert_num_queries(4):  # tables, seats, wishes, ratings
        texts = lobby_texts(["en", "en-XA"])
    assert texts["en"] == lobby_texts(["en"])["en"]
    crowd()
    with django_assert_num_queries(4):
        lobby_texts(["en", "en-XA"])


def test_what_the_rules_no_longer_know_is_left_out_and_logged(anna, ben, max, client, caplog):
    broken, gone, good = opened(anna, 4), opened(anna, 3), opened(ben, 2)
    Table.objects.filter(pk=broken.pk).update(options="seats=4;tails=9")
    Table.objects.filter(pk=gone.pk).update(game="whist")
    wish = wished(max)
    kind = wish.kinds[0] | {"preset": "", "options": "tails=9"}
    Wish.objects.filter(pk=wish.pk).update(kinds=[kind])
    frame = told()
    assert [row["id"] for row in frame["rows"]] == [good.code] and frame["count"] == 2
    assert broken.code in caplog.text and gone.code in caplog.text
    page = client.get("/").content.decode()
    assert good.code in page and broken.code not in page
