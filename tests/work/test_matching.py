"""Wishes are matched soon after they are made, whoever runs the pass and whatever was killed."""

import re
import threading
from contextlib import suppress

import pytest
from django.core.cache import cache
from django.db import OperationalError, connections
from django.test import Client

from games.accounts.models import Player
from games.bus import presence, publisher, schedule, valkey
from games.lobby import wishes
from games.lobby.models import Wish, WishEnd
from games.lobby.wishes import WishedGame
from games.table import clock as clocks
from games.table.models import Move, Seat, Table
from games.table.writer import play
from games.table.writer.orders import Order
from games.work import matching, sweep
from tests.live import site
from tests.live.waiting import wait_for
from tests.pages.stored import person

WW3 = [WishedGame("ww3", seats=(2, 2))]


@pytest.fixture(autouse=True)
def clean(no_reminders):
    yield


def see(*players, ago=0):
    presence.see(valkey.client(), [one.pk for one in players], clocks.now_ms() - ago)


def ends():
    return set(Wish.objects.values_list("end", flat=True))


def test_two_wishes_make_a_table(alice, bob, clock):
    see(alice, bob)
    for player in (alice, bob):
        wishes.make(player=player, choices=WW3)
    wait_for(lambda: ends() == {WishEnd.MATCHED})
    assert {seat.player for seat in Table.objects.get().seats.all()} == {alice, bob}
    wish = Wish.objects.order_by("ended_ms").last()
    assert wish.ended_ms - wish.made_ms < 1000


def test_a_lost_reminder_costs_one_sweep(alice, bob):
    see(alice, bob)
    for player in (alice, bob):
        wishes.make(player=player, choices=WW3)
    publisher.flush()
    valkey.client().delete(valkey.key("clock"))  # and the worker was killed
    sweep.sweep()
    assert schedule.claim(valkey.client(), clocks.now_ms()).due == [schedule.MATCHING]
    matching.match_wishes()
    assert ends() == {WishEnd.MATCHED}


def test_whoever_left_is_not_matched(alice, bob):
    wishes.make(player=alice, choices=WW3)
    matching.match_wishes()
    assert ends() == {""}  # nothing is known of them, as after a restart of Valkey
    see(alice, ago=presence.HERE_MS)
    matching.match_wishes()
    assert ends() == {WishEnd.AWAY}


def test_two_workers_at_once_match_everybody_once(alice):
    players = [person(f"player{n}") for n in range(40)]
    see(*players)
    for player in players:
        wishes.make(player=player, choices=WW3)

    def work():
        try:
            with suppress(OperationalError):  # the other one has held the rows for too long
                matching.match_wishes()
        finally:
            connections.close_all()

    workers = [threading.Thread(target=work) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert ends() == {WishEnd.MATCHED}
    assert Table.objects.count() == 20 and Seat.objects.count() == 40
    assert len(set(Seat.objects.values_list("player", flat=True))) == 40


def test_the_tab_that_made_the_wish_goes_or_else_the_one_seen_last(alice, bob):
    redis, now = valkey.client(), clocks.now_ms()
    see(alice, bob)
    presence.see_tabs(redis, {alice.pk: {"one": now - 9000, "two": now}}, now)
    presence.see_tabs(redis, {bob.pk: {"old": now}}, now - presence.TAB_MS)
    presence.see_tabs(redis, {bob.pk: {"left": now - 5, "right": now - 9}}, now)
    wishes.make(player=alice, choices=WW3, tab="one")
    wishes.make(player=bob, choices=WW3, tab="old")
    matching.match_wishes()
    tabs = dict(Wish.objects.values_list("player__name", "tab"))
    assert tabs == {"Alice": "one", "Bob": "left"}


def test_who_misses_a_table_twice_must_wait(alice, bob, charlie):
    def matched(*players):
        see(*players)
        for player in players:
            wishes.make(player=player, choices=WW3)
        matching.match_wishes()
        table = Table.objects.latest("pk")
        play.mark_back(Order(table, players[0]))
        play.tick(table=table, now=clocks.now_ms() + 30_000)

    matched(alice, bob)
    assert not wishes.pause_left(bob.pk, clocks.now_ms())
    play.leave(Order(Table.objects.latest("pk"), alice))
    matched(charlie, bob)
    assert 100 < wishes.pause_left(bob.pk, clocks.now_ms()) <= 120
    assert not wishes.pause_left(alice.pk, clocks.now_ms())


def test_the_others_choose_when_somebody_does_not_come(alice, bob, charlie):
    def matched(*choices, **more):
        see(alice, bob)
        for player in (alice, bob):
            wishes.make(player=player, choices=choices, **more)
        matching.match_wishes()
        table = Table.objects.latest("pk")
        play.mark_back(Order(table, alice))
        before = page(table)
        play.tick(table=table, now=clocks.now_ms() + 30_000)
        assert "player found for this table" not in before
        return table

    def page(table, query=""):
        return hers.get(f"/t/{table.code}/{query}").content.decode()

    hers = Client()
    hers.force_login(alice)
    table = matched(*WW3)
    shown = page(table)
    assert "player found for this table" in shown and "Play with a bot instead" in shown
    assert "player found for this table" not in Client().get(f"/t/{table.code}/").content.decode()

    # She waits: the next who looks for this gets the seat, before an older table is filled.
    wait = re.search(r'href="(\?wait=\d+)"', shown)[1]
    assert "player found for this table" not in page(table, wait)
    older = play.open_table(by=Player.objects.create_user("dora"), game="ww3", options="seats=2")
    Table.objects.filter(pk=older.pk).update(created_at="2026-01-01T00:00Z")
    play.mark_back(Order(older, older.opened_by))
    see(charlie)
    wishes.make(player=charlie, choices=WW3)
    matching.match_wishes()
    assert Seat.objects.get(player=charlie).table == table
    assert "player found for this table" not in page(table)
    play.mark_back(Order(table, charlie))
    play.leave(Order(table, charlie))
    play.leave(Order(table, alice))
    play.leave(Order(older, older.opened_by))

    # She takes a bot, and the next time she leaves without a mark; in rated games no bot plays.
    table = matched(*WW3)
    form = {"do": "bot", "level": re.search(r'name="level" value="(\w+)"', page(table))[1]}
    hers.post(f"/t/{table.code}/seat/", form)
    assert table.seats.get(bot=True) and "player found for this table" not in page(table)
    play.leave(Order(table, alice))
    cache.clear()  # Bob's pause
    table = matched(*WW3, rated=True)
    shown = page(table)
    assert "player found for this table" in shown and "Play with a bot instead" not in shown
    hers.post(f"/t/{table.code}/seat/", {"do": "leave"})
    assert not wishes.pause_left(alice.pk, clocks.now_ms())
    assert cache.get(wishes.pause_keys(alice.pk)[0]) is None


def test_a_rated_game_lost_by_absence_counts_twice(alice, bob):
    table = play.open_table(by=alice, game="ww3", options="cap=10;seats=2", rated=True)
    play.sit(Order(table, bob))
    for player in (alice, bob):
        play.ready(Order(table, player), entropy=bytes(16))
    play.tick(table=table, now=clocks.now_ms() + 60_000)  # the countdown
    table.refresh_from_db()
    assert table.status == "running"
    play.mark_away(Order(table, bob))
    gone_ms = Seat.objects.get(table=table, player=bob).away_ms
    play.tick(table=table, now=gone_ms + 1000 * table.forfeit_after_s)
    assert Move.objects.filter(table=table, act="resign", player=None).exists()
    assert 100 < wishes.pause_left(bob.pk, clocks.now_ms()) <= 120  # as after two missed tables
    assert not wishes.pause_left(alice.pk, clocks.now_ms())


def test_a_worker_that_starts_later_finds_the_wishes(alice, bob):
    see(alice, bob)
    for player in (alice, bob):
        wishes.make(player=player, choices=WW3)
    assert Player.objects.count() == 2
    with site.clock():
        wait_for(lambda: ends() == {WishEnd.MATCHED})
