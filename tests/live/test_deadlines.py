"""Deadlines are met by the processes that show a table, without a live worker."""

import pytest
from django.db import connection
from django.db.models import F

from games.bus import publisher, schedule, valkey
from games.live.room import meet_deadline
from games.table import clock
from games.table.models import Move, Table
from games.table.writer import play
from games.table.writer.orders import Order
from tests.live import site
from tests.live.client import Client


@pytest.mark.outer
def test_two_processes_that_show_a_table_meet_its_deadline_once(dealt, alice, bob):
    publisher.flush()
    valkey.client().delete(valkey.key("clock"))
    with (
        site.web() as first,
        site.web() as second,
        Client(first, dealt.code, alice) as a,
        Client(second, dealt.code, bob) as b,
    ):
        for client in (a, b):
            client.hello()
        for client in (a, b):
            client.see(lambda state: state["view"]["phase"] == "flip")
    assert Move.objects.filter(table=dealt, act="timer", at_ms=3000).count() == 1
    publisher.flush()
    assert valkey.client().zscore(valkey.key("clock"), schedule.timer(dealt.pk)) is None


def test_what_was_due_before_the_table_was_opened_is_done_at_once(base, dealt, alice):
    past = {name: F(name) - 4000 for name in ("started_ms", "due_ms", "moved_ms")}
    Table.objects.filter(pk=dealt.pk).update(**past)
    with Client(base, dealt.code, alice) as a:
        a.hello()
        a.see(lambda state: state["view"]["phase"] == "flip")
    assert Move.objects.get(table=dealt, act="timer").at_ms == 3000


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no clock of its own")
def test_a_process_with_a_wrong_clock_meets_no_deadline(dealt, time_machine, monkeypatch):
    monkeypatch.setattr(clock, "COMPARED_S", 0)
    past = {name: F(name) - 4000 for name in ("started_ms", "due_ms", "moved_ms")}
    Table.objects.filter(pk=dealt.pk).update(**past)
    time_machine.move_to(clock.moment(clock.now_ms() + 60_000))
    assert meet_deadline(dealt.pk) is None
    assert not Move.objects.filter(table=dealt, act="timer").exists()
    time_machine.move_to(clock.moment(clock.now_ms() - 60_000))
    meet_deadline(dealt.pk)
    assert Move.objects.filter(table=dealt, act="timer").exists()


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no clock of its own")
def test_nor_does_an_order_that_comes_there(dealt, alice, bob, time_machine, monkeypatch):
    monkeypatch.setattr(clock, "COMPARED_S", 0)
    monkeypatch.setattr(clock, "_looked", {"at": 0.0, "off": 0.0})  # others find it as it was
    due_ms, number = dealt.due_ms, dealt.version
    time_machine.move_to(clock.moment(clock.now_ms() + 60_000))
    play.mark_away(Order(dealt.pk, alice))
    play.mark_away(Order(dealt.pk, bob, now=clock.now_ms()))
    moves = Move.objects.filter(table=dealt, number__gt=number).order_by("number")
    assert [(move.act, move.at_ms < 3000) for move in moves] == [("away", True)] * 2
    assert Table.objects.get(pk=dealt.pk).due_ms == due_ms
