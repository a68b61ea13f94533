"""Bots at live tables, driven by the clock of a worker; no browser is open."""

import pytest

from games.accounts.models import Player
from games.bus import publisher, schedule, valkey
from games.rules.catalogue import BOTS, rules_of
from games.table.models import Move, Seat, Table
from games.table.replay.rebuild import rebuild
from games.table.writer import play
from games.table.writer.orders import Order
from games.work import sweep
from games.work.tables import Plan, act, plans, wake_bots
from tests.live import site
from tests.live.waiting import wait_for


def moves(table: Table, act: str) -> int:
    return Move.objects.filter(table=table, act=act, refused="").count()


def seats_of(table: Table) -> list[Seat]:
    return list(table.seats.select_related("player", "table"))


def intents(table: Table) -> list[Plan]:
    return plans([seat for seat in seats_of(table) if seat.plays_itself])


def until_flip(table: Table) -> Table:
    """Run the table's clocks by hand up to the first decision."""
    table.refresh_from_db()
    play.tick(table=table, now=table.due_ms)
    table.refresh_from_db()
    publisher.flush()
    return table


@pytest.fixture
def table(no_reminders) -> Table:
    return play.open_table(by=None, bots=("sergeant", "recruit"))


@pytest.mark.outer
def test_a_table_of_bots_needs_no_browser(table):
    with site.clock():
        wait_for(lambda: moves(table, "flip") >= 4)
    table.refresh_from_db()
    assert table.length >= 1
    game, options = rules_of(table.game, table.options)
    rebuilt = rebuild(table, seats_of(table))
    stored = game.load(bytes(table.state))
    assert game.open_view(stored, options) == game.open_view(rebuilt, options)


def test_a_full_table_without_turns_keeps_everybody_busy(no_reminders):
    bots = BOTS["ultimate"].company(8)
    table = play.open_table(by=None, game="ultimate", options="seats=8", bots=bots)
    acts = Move.objects.filter(table=table, seat__gt=0, at_ms__gt=0)
    everybody = set(range(1, 9))
    with site.clock():
        wait_for(lambda: set(acts.values_list("seat", flat=True)) == everybody, 30)
    assert not acts.exclude(refused="").exists()


def test_a_decision_is_the_same_whenever_it_is_made(table):
    until_flip(table)
    first = intents(table)
    assert [plan.decision.act for plan in first] == ["flip", "flip"]
    again = intents(table)
    assert [(p.decision, p.due_ms, p.command) for p in again] == [
        (p.decision, p.due_ms, p.command) for p in first
    ]


def test_a_bot_takes_his_time(table):
    until_flip(table)
    for plan in intents(table):
        opened = table.moved_ms
        assert 350 <= plan.due_ms - opened <= 2500


def test_while_nothing_happens_nothing_is_decided_anew(
    table, django_assert_num_queries, django_assert_max_num_queries
):
    until_flip(table)
    wake_bots(table.pk)
    with django_assert_num_queries(1):  # has the table changed?
        wake_bots(table.pk)
    act(intents(table)[0])
    with django_assert_max_num_queries(4):
        wake_bots(table.pk)


def test_two_workers_that_decide_together_act_once(table):
    until_flip(table)
    plan = intents(table)[0]
    act(plan)
    act(plan)
    assert moves(table, "flip") == 1


def test_a_plan_of_yesterday_does_nothing(table):
    until_flip(table)
    old = intents(table)
    for plan in old:
        act(plan)
    table.refresh_from_db()
    version = table.version
    for plan in old:
        act(plan)
    table.refresh_from_db()
    assert table.version == version


def test_a_lost_reminder_is_found_by_the_sweep(table):
    redis = valkey.client()
    until_flip(table)
    redis.delete(valkey.key("clock"), valkey.key("sweep"))
    sweep.sweep()
    due = schedule.claim(redis, 2**53).due
    assert sorted(due) == sorted([schedule.timer(table.pk), schedule.bots(table.pk)])


def test_a_bot_remembers_when_he_wants_to_act(table):
    redis = valkey.client()
    until_flip(table)
    redis.delete(valkey.key("clock"))
    wake_bots(table.pk)
    first = min(plan.due_ms for plan in intents(table))
    assert redis.zscore(valkey.key("clock"), schedule.bots(table.pk)) == first


def test_a_bot_plays_for_somebody_away_until_he_is_back(alice, no_reminders):
    table = play.open_table(by=alice, bots=("general",))
    play.ready(Order(table, alice), entropy=bytes(16))
    until_flip(table)
    assert [plan.seat.bot for plan in intents(table)] == [True]
    play.mark_away(Order(table, alice))
    seat = table.seats.get(player=alice)
    play.tick(table=table, now=seat.away_ms + table.away_after_s * 1000)
    substituted = [plan for plan in intents(table) if not plan.seat.bot]
    assert [plan.seat.player for plan in substituted] in ([alice], [])
    assert table.seats.get(player=alice).substitute
    play.mark_back(Order(table, alice))
    assert all(plan.seat.bot for plan in intents(table))


def test_nobody_can_foretell_the_luck_of_a_bot(table, settings):
    until_flip(table)
    first = [plan.due_ms for plan in intents(table)]
    settings.SECRET_KEY = "another"
    assert [plan.due_ms for plan in intents(table)] != first


def test_nothing_is_planned_where_nobody_plays(alice, no_reminders):
    table = play.open_table(by=alice)
    wake_bots(table.pk)
    wake_bots(2**31)
    assert valkey.client().zscore(valkey.key("clock"), schedule.bots(table.pk)) is None
    assert Player.objects.bots().count() == 0
