"""Pools of bots: from games of bots alone, those of the site beside those of programs."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.accounts import people
from games.accounts.bots import bot_player, make_owned
from games.ratings.models import Note, Rating, RatingChange
from games.ratings.recount import check, declare_void
from games.table.models import Table
from games.table.rated import OF_BOTS, OF_PEOPLE
from games.table.writer import play
from games.table.writer.orders import Order
from games.work.ratings import rate_tables
from tests.ratings.conftest import AMONG_BOTS, NOW, START, finish, finished_tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def programs(accounts):
    return [
        make_owned(owner=owner, name=name) for owner, name in zip(accounts, NAMES, strict=False)
    ]


NAMES = ("Robo", "Machina")


def test_every_pool_has_one_of_bots_with_the_same_rules():
    assert [f"bots-{pool.key}" for pool in OF_PEOPLE] == [pool.key for pool in OF_BOTS]
    assert [pool.presets for pool in OF_PEOPLE] == [pool.presets for pool in OF_BOTS]


def test_a_game_of_bots_alone_is_counted_in_their_pool(accounts, programs):
    robo, machina = programs
    table = play.open_table(by=robo, game="ww3", options="cap=10;seats=3", fast=True, now=NOW)
    play.sit(Order(table, machina, now=NOW))
    play.seat_bot(Order(table, robo, now=NOW), level="general")
    for program in programs:
        play.ready(Order(table, program, now=NOW), entropy=bytes(16))
    table.refresh_from_db()
    assert table.status == "running" and table.among_bots and not table.rated
    assert finish(table).status == "finished"
    rate_tables()
    rows = RatingChange.objects.select_related("pool")
    assert {row.pool.key for row in rows} == {"bots-ww3"}
    assert {row.player for row in rows} == {robo, machina, bot_player("general", game="ww3")}
    rate_tables()
    assert rows.count() == 3 and check(rows[0].pool)[1] == []


def test_ten_games_a_day_count_between_bots_of_two_owners(accounts, programs):
    """However many bots they have; with bots of the site any number counts."""
    robo, machina = programs
    other, general = make_owned(owner=accounts[0], name="Ada"), bot_player("general", game="ww3")
    minute, kind = timedelta(minutes=1), AMONG_BOTS
    finished_tables([robo, machina], 6, every=minute, kind=kind)
    finished_tables([other, machina], 6, every=minute, start=START + 10 * minute, kind=kind)
    finished_tables([robo, general], 12, every=minute, start=START + 20 * minute, kind=kind)
    finished_tables([robo, machina], 1, start=START + timedelta(days=1), kind=kind)
    rate_tables()
    notes = RatingChange.objects.order_by("number").values_list("note", flat=True)
    assert [*notes[::2]] == [Note.COUNTED] * 10 + [Note.TOGETHER] * 2 + [Note.COUNTED] * 13


def test_games_with_people_and_private_ones_count_nowhere(accounts, programs):
    with_person = play.open_table(
        by=accounts[0], game="ww3", options="cap=10;seats=2", outside_bots=True, now=NOW
    )
    play.sit(Order(with_person, programs[0], now=NOW))
    hidden = play.open_table(
        by=programs[1],
        game="ww3",
        options="cap=10;seats=2",
        private=True,
        bots=["general"],
        now=NOW,
    )
    for table, players in ((with_person, (accounts[0], programs[0])), (hidden, programs[1:])):
        for player in players:
            play.ready(Order(table, player, now=NOW), entropy=bytes(16))
        table.refresh_from_db()
        assert finish(table).status == "finished"
    rate_tables()
    assert not RatingChange.objects.exists()


def test_bots_of_one_owner_do_not_feed_each_other(accounts, programs):
    sister = make_owned(owner=accounts[0], name="Sister")
    finished_tables([programs[0], sister], 3, kind=AMONG_BOTS)
    rate_tables()
    assert {row.note for row in RatingChange.objects.all()} == {Note.SIBLINGS}
    assert not Rating.objects.filter(games__gt=0).exists()


def test_the_board_shows_bots_of_the_site_beside_those_of_programs(
    client, programs, django_capture_on_commit_callbacks
):
    house = [bot_player(level, game="ww3") for level in ("recruit", "general")]
    tables = finished_tables([*programs, *house], 60, until=timezone.now(), kind=AMONG_BOTS)
    rate_tables()
    page = client.get("/ratings/bots-ww3/")
    assert {row["player"] for row in page.context["rows"]} == {*programs, *house}
    assert "±" in page.content.decode()
    body = client.get("/api/v1/boards/bots-ww3").json()
    assert {row["name"] for row in body["rows"]} == {"Robo", "Machina", "Recruit", "General"}
    assert client.get(f"/t/{tables[-1].code}/ratings/").context["counted"]
    assert "Ratings" in client.get(f"/p/{programs[0].slug}/").content.decode()
    assert not client.get("/ratings/ww3/").context["rows"]
    programs[1].owner.emailaddress_set.update(verified=False)
    body = client.get("/api/v1/boards/bots-ww3").json()
    assert {row["name"] for row in body["rows"]} == {"Robo", "Recruit", "General"}
    with django_capture_on_commit_callbacks(execute=True):
        people.ban(player=programs[0], reason="flooding")
    assert programs[0] not in [
        row["player"] for row in client.get("/ratings/bots-ww3/").context["rows"]
    ]
    declare_void(Table.objects.all())
    rate_tables()
    assert not Rating.objects.filter(games__gt=0).exists()
