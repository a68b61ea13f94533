"""Concurrent writes: threads on a real database, each with its own connection."""

import threading
from collections import Counter
from uuid import uuid4

import pytest
from django.db import connection

from games.accounts.models import Player
from games.table import rows
from games.table.models import Move, Seat, Table
from games.table.refusals import Refused
from games.table.replay.rebuild import rebuild
from games.table.writer import orders, play
from games.table.writer.orders import Order
from tests.table.conftest import NOW, begin
from warsite.cache import OneClient

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]


def at_once(*calls):
    """Run these at the same moment; returns the answer of each, or its refusal's code."""
    gate, said = threading.Barrier(len(calls)), [None] * len(calls)

    def run(index, call):
        try:
            gate.wait(20)
            said[index] = call() or "done"
        except Refused as refused:
            said[index] = refused.code
        except BaseException as error:  # shown by the assertion that follows
            said[index] = repr(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return said


def codes(said):
    return Counter(one if isinstance(one, str) else "done" for one in said)


def test_two_people_want_one_seat(opened, bob, charlie):
    said = at_once(
        *(lambda who=who: play.sit(Order(opened.pk, who), number=2) for who in (bob, charlie))
    )
    assert codes(said) == {"done": 1, "TABLE_FULL": 1}
    assert Seat.objects.filter(table=opened).count() == 2


def test_ten_tabs_of_one_player(opened, bob):
    said = at_once(*[lambda: play.sit(Order(opened.pk, bob))] * 10)
    assert codes(said) == {"done": 1, "ALREADY_SEATED": 9}


def test_one_command_sent_ten_times_at_once(running, alice):
    play.tick(table=running, now=NOW + 3000)
    order = Order(running.pk, alice, uuid4(), NOW + 3100)
    said = at_once(*[lambda: play.act(order, name="flip", args={})] * 10)
    assert codes(said) == {"done": 10} and sum(not verdict.again for verdict in said) == 1
    assert len({verdict.version for verdict in said}) == 1
    assert Move.objects.filter(act="flip").count() == 1


def test_everybody_acts_at_once_and_nothing_is_lost(alice, bob, charlie):
    table = begin(play.open_table(by=alice, options="players=3"), alice, bob, charlie)
    play.tick(table=table, now=NOW + 3000)
    flips = [
        lambda who=who: play.act(Order(table.pk, who, uuid4(), NOW + 3100), name="flip", args={})
        for who in (alice, bob, charlie)
    ]
    assert codes(at_once(*flips)) == {"done": 3}
    table.refresh_from_db()
    numbers = list(Move.objects.filter(table=table).values_list("number", flat=True))
    assert sorted(numbers) == list(range(1, table.version + 1))
    assert table.length == 1
    assert rebuild(table, list(table.seats.order_by("number"))).to_bytes() == bytes(table.state)


def test_the_clock_and_a_player_at_the_same_moment(running, alice, bob):
    play.tick(table=running, now=NOW + 3000)
    calls = [lambda: play.tick(table=running.pk, now=NOW + 13_000)] * 4
    calls += [
        lambda who=who: play.act(Order(running.pk, who, now=NOW + 13_000), name="flip", args={})
        for who in (alice, bob)
    ]
    at_once(*calls)
    fired = Move.objects.filter(table=running, act="timer").values_list("at_ms", flat=True)
    assert sorted(fired) == [3000, 13_000]
    running.refresh_from_db()
    assert rebuild(running, list(running.seats.order_by("number"))).to_bytes() == bytes(
        running.state
    )


def test_both_ask_for_a_rematch(running, alice, bob):
    play.resign(Order(running, alice))
    said = at_once(*(lambda who=who: play.rematch(Order(running.pk, who)) for who in (alice, bob)))
    assert len({table.pk for table in said}) == 1
    assert Table.objects.count() == 2


def test_bots_are_not_made_twice(alice):
    from games.accounts.bots import bot_player

    said = at_once(*[lambda: bot_player("general")] * 6)
    assert {type(one) for one in said} == {Player}
    assert Player.objects.bots().count() <= 6
    assert len({bot.name for bot in said}) == Player.objects.bots().count()


@pytest.mark.parametrize("step", ["inserted", "saved", "write", "announce"])
def test_a_fault_before_the_commit_leaves_nothing(running, alice, monkeypatch, step):
    play.tick(table=running, now=NOW + 3000)
    before = Table.objects.values().get(), list(Move.objects.values())

    def fail(*args, **kwargs):
        raise RuntimeError("the power is gone")

    with monkeypatch.context() as patch:
        patch.setattr(orders if step == "announce" else rows, step, fail)
        with pytest.raises(RuntimeError):
            play.act(Order(running, alice, now=NOW + 3100), name="flip", args={})
    assert (Table.objects.values().get(), list(Move.objects.values())) == before
    play.act(Order(running, alice, now=NOW + 3100), name="flip", args={})


def test_without_a_cache_the_game_goes_on(running, alice, monkeypatch):
    from redis.exceptions import ConnectionError

    def away(*args, **kwargs):
        raise ConnectionError

    monkeypatch.setattr(OneClient, "get_client", away)
    play.tick(table=running, now=NOW + 3000)
    play.act(Order(running, alice, uuid4(), NOW + 3100), name="flip", args={})
    with pytest.raises(Refused, match="ALREADY"):
        play.act(Order(running, alice, uuid4(), NOW + 3100), name="flip", args={})


def test_a_deaf_door_does_not_harm_the_table(running, alice):
    from games.table.signals import table_changed

    def broken(**news):
        raise RuntimeError("no broker")

    table_changed.connect(broken)
    try:
        play.tick(table=running, now=NOW + 3000)
    finally:
        table_changed.disconnect(broken)
    assert Table.objects.get().version == running.version + 1


def test_a_state_of_older_rules_is_made_again_from_the_log(running, alice):
    play.tick(table=running, now=NOW + 20_000)
    kept = bytes(Table.objects.get().state)
    Table.objects.update(state=b"\0\0\0\0" + kept[4:])
    play.act(Order(running, alice, now=NOW + 20_100), name="auto", args={"on": 1})
    table = Table.objects.get()
    assert rebuild(table, list(table.seats.order_by("number"))).to_bytes() == bytes(table.state)
    assert bytes(table.state)[:4] == kept[:4]
