"""Deadlines on time, whatever was killed before."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from functools import partial
from uuid import uuid4

import pytest
from django.db import OperationalError, connection
from psycopg.errors import LockNotAvailable

from games.bus import presence, publisher, schedule, valkey
from games.bus.db_thread import with_clean_connections
from games.live import commands
from games.live.protocol import Command
from games.table import clock as clocks
from games.table.models import Move, Pulse, Table
from games.table.writer import outages, play
from games.table.writer.orders import Order
from games.work import sweep, tables
from games.work.clock import HANDLERS, THREADS
from tests.live import site
from tests.live.waiting import wait_for


def timers_of(table: Table) -> int:
    return Move.objects.filter(table=table, act="timer").count()


@contextmanager
def locked(table: Table) -> Iterator[None]:
    """Somebody else holds its row."""
    with closing(connection.copy()) as other, other.cursor() as cursor:
        cursor.execute("BEGIN")
        cursor.execute("SELECT 1 FROM games_table WHERE id = %s FOR UPDATE", [table.pk])
        yield


def test_a_deadline_fires_without_anybody(dealt, clock):
    wait_for(lambda: timers_of(dealt) == 1)
    late = Move.objects.get(table=dealt, act="timer").at_ms
    assert late == 3000
    dealt.refresh_from_db()
    assert dealt.due_ms > dealt.moved_ms


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no clock of its own")
def test_no_deadline_is_met_by_a_wrong_clock(dealt, time_machine, caplog, monkeypatch):
    compared, off_ms = [], clocks.off_ms
    monkeypatch.setattr(clocks, "off_ms", lambda: compared.append(1) or off_ms())
    time_machine.move_to(clocks.moment(clocks.now_ms() + 60_000))
    with site.clock():
        wait_for(lambda: len(compared) == 3)
        assert timers_of(dealt) == 0
    assert caplog.text.count("no deadline is met by it") == 1  # it is not repeated each time


@pytest.mark.django_db(transaction=True)
def test_a_reminder_of_something_that_is_gone_does_nothing():
    for handle in HANDLERS.values():
        handle(2**40)


@pytest.mark.outer
def test_several_clocks_are_harmless(dealt):
    with site.clock(), site.clock(), site.clock():
        wait_for(lambda: timers_of(dealt) == 1)
    assert timers_of(dealt) == 1


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite locks no rows")
def test_a_locked_table_holds_up_no_other(dealt, charlie):
    other = play.open_table(by=None, bots=("sergeant", "recruit"))
    redis, reminder = valkey.client(), {schedule.timer(dealt.pk): 0}
    with site.clock():
        with locked(dealt):
            for _ in range(10 * THREADS):  # as sweep after sweep reminds
                schedule.add(redis, reminder)
                wait_for(lambda: redis.zscore(valkey.key("clock"), *reminder) is None)
            wait_for(lambda: timers_of(other) >= 1)
            assert timers_of(dealt) == 0
        wait_for(lambda: timers_of(dealt) == 1)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite locks no rows")
def test_one_thread_waits_for_a_table_whatever_is_due_there(dealt, no_reminders):
    redis = valkey.client()
    redis.set(valkey.key("sweep"), "1", ex=60)  # another worker sweeps
    due = {schedule.timer(dealt.pk): 0, schedule.fast_forward(dealt.pk): 0}
    with closing(connection.copy()) as other, other.cursor() as observer:

        def waiting() -> int:
            observer.execute(
                "SELECT count(*) FROM pg_stat_activity"
                " WHERE wait_event_type = 'Lock' AND datname = current_database()"
            )
            return int(observer.fetchone()[0])

        with locked(dealt), site.clock():
            schedule.add(redis, due)
            wait_for(lambda: waiting() == 1)
            for _ in range(10 * THREADS):
                schedule.add(redis, due)
                wait_for(lambda: redis.zmscore(valkey.key("clock"), list(due)) == [None, None])
                assert waiting() <= 1


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite locks no rows")
def test_who_waits_too_long_for_a_table_gives_up(dealt, alice, bob):
    other = play.open_table(by=alice)

    def sit(table: Table) -> dict:
        command = Command(str(uuid4()), "sit", {})
        return json.loads(commands.execute(table.pk, bob.pk, command, "en").text)

    with ThreadPoolExecutor() as threads, locked(dealt):  # if somebody waits, the lock goes first
        start = partial(threads.submit, with_clean_connections)
        clock, player = start(tables.fire_timers, dealt.pk), start(sit, dealt)
        assert "ack" in start(sit, other).result(30)
        with pytest.raises(OperationalError) as raised:
            clock.result(30)
        assert isinstance(raised.value.__cause__, LockNotAvailable)
        assert player.result(30)["code"] == "TRY_AGAIN"


def test_an_early_reminder_comes_again(dealt):
    redis = valkey.client()
    redis.delete(valkey.key("clock"))
    tables.fire_timers(dealt.pk)
    assert redis.zscore(valkey.key("clock"), schedule.timer(dealt.pk)) == dealt.due_ms
    assert timers_of(dealt) == 0


def test_a_process_that_shows_a_table_needs_no_reminder(dealt, alice):
    redis = valkey.client()
    presence.report(redis, dealt.pk, "a web process", {alice.pk}, 0, clocks.now_ms())
    redis.delete(valkey.key("clock"))
    tables.fire_timers(dealt.pk)
    assert redis.zscore(valkey.key("clock"), schedule.timer(dealt.pk)) is None


@pytest.mark.outer
def test_the_deadline_of_a_killed_process_is_met_all_the_same(dealt, alice):
    redis = valkey.client()
    presence.report(redis, dealt.pk, "killed", {alice.pk}, 0, clocks.now_ms())
    redis.delete(valkey.key("clock"))
    redis.set(valkey.key("sweep"), "1", ex=60)  # another worker sweeps
    with site.clock():
        wait_for(lambda: timers_of(dealt) == 1)
    table = Table.objects.get(pk=dealt.pk)
    assert table.moved_ms - dealt.due_ms >= tables.LATE_MS


def test_clocks_are_told_of_new_deadlines_only(dealt, alice, bob):
    redis, key = valkey.client(), valkey.key("clock")

    def reminded_by(player):
        publisher.flush()
        redis.delete(key)
        begun = clocks.now_ms() + 3100  # the countdown is over
        play.act(Order(dealt, player, now=begun), name="flip", args={})
        publisher.flush()
        return redis.zscore(key, schedule.timer(dealt.pk))

    play.tick(table=dealt, now=clocks.now_ms() + 3050)
    assert reminded_by(alice) is None  # the other player's time goes on
    assert reminded_by(bob) == Table.objects.get(pk=dealt.pk).due_ms


def test_a_reminder_of_a_table_that_is_gone_does_nothing(no_reminders, transactional_db):
    tables.fire_timers(2**31)


def test_without_valkey_the_sweep_fires_itself(dealt):
    sweep.sweep_alone(clocks.now_ms())
    assert timers_of(dealt) == 0
    Table.objects.filter(pk=dealt.pk).update(started_ms=dealt.started_ms - 3100)
    Table.objects.filter(pk=dealt.pk).update(due_ms=dealt.due_ms - 3100)
    sweep.sweep_alone(clocks.now_ms())
    assert timers_of(dealt) == 1


def test_the_sweep_is_the_pulse(dealt):
    valkey.client().delete(valkey.key("sweep"))
    before = clocks.now_ms()
    sweep.sweep()
    assert Pulse.objects.get(pk=1).alive_ms >= before


def test_an_outage_is_given_back_before_anything_fires(dealt):
    """The worker was down for a minute: nobody's card is turned because of that."""
    minute = 60_000
    Pulse.objects.update_or_create(pk=1, defaults={"alive_ms": dealt.moved_ms - minute})
    Table.objects.filter(pk=dealt.pk).update(
        started_ms=dealt.started_ms - minute,
        due_ms=dealt.due_ms - minute,
        moved_ms=dealt.moved_ms - minute,
    )
    valkey.client().delete(valkey.key("sweep"))
    sweep.sweep()
    dealt.refresh_from_db()
    assert minute - outages.OUTAGE_MS <= dealt.lost_ms <= minute + 5000
    assert timers_of(dealt) == 0 and dealt.due_ms > clocks.now_ms()


def test_who_is_connected_nowhere_is_away(dealt, alice, bob, monkeypatch):
    redis, now = valkey.client(), clocks.now_ms()
    gone = now + presence.ARRIVAL_MS + sweep.GONE_MS + 1
    presence.report(redis, dealt.pk, "a web process", {alice.pk}, 0, now)
    presence.report(redis, dealt.pk, "a web process", {alice.pk}, 0, gone)
    presence.absent_since(redis, {dealt.pk: {bob.pk}}, now)
    sweep.notice_absence(redis, [dealt.pk], gone)
    assert dealt.seats.get(player=alice).away_ms is None
    assert dealt.seats.get(player=bob).away_ms is not None


def test_a_reload_of_the_page_is_not_being_away(dealt, alice, bob):
    redis, now = valkey.client(), clocks.now_ms()
    presence.report(redis, dealt.pk, "a web process", {alice.pk, bob.pk}, 0, now)
    presence.report(redis, dealt.pk, "a web process", set(), 0, now + 1000)
    sweep.notice_absence(redis, [dealt.pk], now + 5000)
    assert dealt.seats.filter(away_ms=None).count() == 2
