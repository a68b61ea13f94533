"""Counted acts of bots: those of the site where workers do them, those of programs where their
commands come in, and what a bot's page says of both."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.accounts.bots import make_owned
from games.bus import bot_acts, publisher, valkey
from games.bus.bot_acts import Counts
from games.rules.bots import Bots
from games.table import clock
from games.table.models import Move, Table
from games.table.writer import play
from games.table.writer.orders import Order
from games.work import sweep, tables
from games.work.tables import LATE_MS
from tests.api.program import Program


def counts_of(player) -> Counts:
    publisher.flush()
    return bot_acts.of(player.pk)


@pytest.fixture
def two_bots(no_reminders) -> Table:
    """Two bots of the site, who are asked to flip."""
    table = play.open_table(by=None, bots=("sergeant", "recruit"))
    table.refresh_from_db()
    play.tick(table=table, now=table.due_ms)
    return table


@pytest.fixture
def robo(alice) -> Program:
    return Program("", player=make_owned(owner=alice, name="Robo"))


@pytest.fixture
def playing(robo, no_reminders) -> Table:
    """Robo plays against a bot of the site, and is asked to flip."""
    table = play.open_table(by=robo.player, bots=("recruit",))
    play.ready(Order(table, robo.player), entropy=bytes(16))
    table.refresh_from_db()
    play.tick(table=table, now=table.due_ms)
    return table


def planned(table):
    table.refresh_from_db()
    return tables.plans(tables.seats_of(table))


def test_a_bot_of_the_site_is_late_from_when_its_act_was_due(two_bots, time_machine):
    first, second = planned(two_bots)
    time_machine.move_to((first.due_ms + 10.5) / 1000, tick=False)
    tables.act(first)
    tables.act(first)  # another worker had the same plan
    time_machine.move_to((second.due_ms + LATE_MS + 200.5) / 1000, tick=False)
    tables.act(second)
    assert counts_of(first.seat.player) == Counts(acts=1, ms=10)
    assert counts_of(second.seat.player) == Counts(acts=1, ms=LATE_MS + 200, late=1)
    tables.act(first)  # the game has moved on
    assert counts_of(first.seat.player) == Counts(acts=1, ms=10)


def test_a_decision_that_fails_is_a_crash_of_its_bot(two_bots, monkeypatch):
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Bots, "decide", fail)
    with pytest.raises(ZeroDivisionError):
        tables.wake_bots(two_bots.pk)
    crashes = [counts_of(seat.player).crashes for seat in tables.seats_of(two_bots)]
    assert sorted(crashes) == [0, 1]


def test_a_program_takes_its_time_and_is_late(robo, playing):
    asked_ms = Table.objects.get(pk=playing.pk).moved_ms
    first = robo.act(playing.code, "flip", key="6f1c1d3e-0000-4000-8000-000000000001")
    took_ms = Table.objects.get(pk=playing.pk).moved_ms - asked_ms
    again = robo.act(playing.code, "flip", key="6f1c1d3e-0000-4000-8000-000000000001")
    assert again["ack"] == first["ack"]
    assert counts_of(robo.player) == Counts(acts=1, ms=took_ms)
    robo.act(playing.code, "flip", 409)  # wrong, and not late: nothing has happened since
    assert not counts_of(robo.player).late
    while Move.objects.filter(table=playing).latest("number").act != "timer":
        playing.refresh_from_db()
        play.tick(table=playing, now=playing.due_ms)
    key = "6f1c1d3e-0000-4000-8000-000000000002"
    for _time in range(2):  # a repeated command is judged once
        robo.act(playing.code, "lay", 409, key=key)
    assert counts_of(robo.player).late == 1


def test_a_program_that_leaves_a_running_game_has_crashed(robo, playing, bob):
    waiting = play.open_table(by=robo.player)
    redis, later = valkey.client(), clock.now_ms() + 60_000
    for now in (clock.now_ms(), later, later):
        sweep.notice_absence(redis, [playing.pk, waiting.pk], now)
    assert counts_of(robo.player).crashes == 1
    play.act(Order(playing, robo.player), name="resign", args={})
    person = play.open_table(by=bob)
    sweep.notice_absence(redis, [playing.pk, person.pk], later)
    assert counts_of(robo.player).crashes == 1 and counts_of(bob) == Counts()


def panel_of(player) -> list[str]:
    page = Client().get(f"/p/{player.slug}/").content.decode()
    return re.findall(r'<td class="num">\s*(.*?)\s*</td>', page.partition('id="acts"')[2])[:4]


def test_the_page_of_a_bot_says_it(robo, bob, no_reminders):
    assert panel_of(robo.player) == []
    for player in (robo.player, bob):
        bot_acts.add(player.pk, Counts(acts=3, ms=1001, late=1, crashes=2))
        bot_acts.add(player.pk, Counts(acts=1000))
    publisher.flush()
    assert panel_of(robo.player) == ["1,003", "1 ms", "1", "2"]
    assert panel_of(bob) == []  # a person


def test_counts_end_after_a_month(robo, no_reminders, time_machine):
    bot_acts.add(robo.player.pk, Counts(acts=1))
    publisher.flush()
    (name,) = valkey.client().scan_iter(valkey.key("bot-acts", "*"))
    assert 30 < valkey.client().ttl(name) / 86_400 <= 31
    time_machine.move_to(timezone.now() + timedelta(days=bot_acts.DAYS))
    assert bot_acts.of(robo.player.pk) == Counts()


@pytest.mark.django_db
def test_nobody_waits_for_counts_while_valkey_hangs(hanging_valkey):
    bot_acts.add(1, Counts(acts=1))
    assert bot_acts.of(1) == Counts()
