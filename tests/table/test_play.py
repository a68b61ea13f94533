"""The writer: seats, the deal, acts, answers."""

from uuid import uuid4

import pytest
from django.db import connection

from games.table.models import Move, Seat, Table
from games.table.refusals import Refused
from games.table.writer import play
from games.table.writer.orders import Order
from tests.table.conftest import NOW, begin, finish

pytestmark = pytest.mark.django_db


def refusal(function, *arguments, **named):
    with pytest.raises(Refused) as refused:
        function(*arguments, **named)
    assert len(refused.value.sentence) > 10
    return refused.value.code


def log(table):
    return [(m.number, m.seat, m.act) for m in Move.objects.filter(table=table).order_by("number")]


def test_a_table_is_opened_with_its_owner_in_seat_one(opened, alice):
    assert (opened.status, opened.players, opened.options) == ("open", 2, "cap=20")
    assert log(opened) == [(1, 0, "open"), (2, 1, "sit")]
    assert opened.version == 2 and len(opened.commitment) == 64


def test_the_seats_of_a_table_come_in_their_order(running, alice):
    """PostgreSQL returns rows as they lie if it uses no index, and a changed row lies behind the
    others."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_indexscan = off; SET LOCAL enable_bitmapscan = off")
    Seat.objects.filter(table=running, number=1).update(rtt_ms=40)
    assert [seat.number for seat in running.seats.all()] == [1, 2]


def test_a_preset_gives_the_options(alice):
    table = play.open_table(by=alice, preset="arsenal")
    assert "slap=5" in table.options and table.preset == "arsenal"


def test_a_preset_with_another_length_is_still_that_preset(alice):
    assert play.open_table(by=alice, options="slap=5;cap=100").preset == "slap"
    assert play.open_table(by=alice, options="slap=6").preset == ""


def test_bad_options_are_refused_with_a_reason(alice):
    assert refusal(play.open_table, by=alice, options="mode=peace;faces=3") == "BAD_OPTIONS"
    assert refusal(play.open_table, by=alice, options="nonsense") == "BAD_OPTIONS"
    assert refusal(play.open_table, by=alice, game="chess") == "UNKNOWN_GAME"
    assert refusal(play.open_table, by=alice, bots=["emperor"]) == "UNKNOWN_LEVEL"
    assert not Table.objects.exists()


def test_nobody_opens_table_after_table(alice):
    for _ in range(5):
        play.open_table(by=alice)
    assert refusal(play.open_table, by=alice) == "TOO_MANY_TABLES"


def test_seats_are_taken_once(opened, alice, bob, charlie):
    assert refusal(play.sit, Order(opened, alice)) == "ALREADY_SEATED"
    assert refusal(play.sit, Order(opened, bob), number=1) == "SEAT_TAKEN"
    assert refusal(play.sit, Order(opened, bob), number=3) == "NO_SUCH_SEAT"
    play.sit(Order(opened, bob), number=2)
    assert refusal(play.sit, Order(opened, charlie)) == "TABLE_FULL"


def test_a_started_table_is_closed(running, charlie, alice):
    assert refusal(play.sit, Order(running, charlie)) == "STARTED"
    assert refusal(play.leave, Order(running, alice)) == "STARTED"
    assert refusal(play.seat_bot, Order(running, alice), level="recruit") == "STARTED"


def test_a_stranger_changes_nothing(running, opened, charlie):
    for function, more in (
        (play.leave, {}),
        (play.ready, {"entropy": bytes(16)}),
        (play.act, {"name": "flip", "args": {}}),
        (play.resign, {}),
        (play.offer, {"what": "finish"}),
        (play.answer, {"yes": True}),
        (play.rematch, {}),
        (play.mark_away, {}),
    ):
        assert refusal(function, Order(running, charlie), **more) == "NOT_YOUR_SEAT"
    assert refusal(play.seat_bot, Order(running, charlie), level="recruit") == "NOT_ALLOWED"
    assert refusal(play.abort, Order(running, charlie), reason="") == "NOT_ALLOWED"


def test_unknown_tables_are_told(alice):
    assert refusal(play.sit, Order("NOSUCHTB", alice)) == "NO_TABLE"
    assert refusal(play.sit, Order(10**9, alice)) == "NO_TABLE"


def test_a_banned_player_may_not_sit(opened, bob):
    bob.is_active = False
    assert refusal(play.sit, Order(opened, bob)) == "BANNED"
    assert refusal(play.open_table, by=bob) == "BANNED"


def test_leaving_frees_the_seat(opened, alice, bob):
    play.leave(Order(opened, alice))
    play.sit(Order(opened, bob))
    assert Seat.objects.get(table=opened).number == 1


def test_cards_are_dealt_when_all_are_ready(opened, alice, bob):
    play.sit(Order(opened, bob))
    play.ready(Order(opened, alice, now=NOW), entropy=bytes(16))
    assert refusal(play.ready, Order(opened, alice), entropy=bytes(16)) == "ALREADY"
    assert refusal(play.ready, Order(opened, bob), entropy=bytes(15)) == "BAD_ENTROPY"
    assert Table.objects.get().status == "open"
    play.ready(Order(opened, bob, now=NOW + 5), entropy=bytes(16))
    table = Table.objects.get()
    assert (table.status, table.started_ms, table.counts) == ("running", NOW + 5, [26, 26])
    assert table.deal.startswith("1:") and table.due_ms == NOW + 5 + 3000


def test_a_full_table_waits_twenty_seconds_for_the_last(alice, bob, charlie):
    table = play.open_table(by=alice, options="players=3", now=NOW)
    for player in (bob, charlie):
        play.sit(Order(table, player, now=NOW))
    play.ready(Order(table, alice, now=NOW), entropy=bytes(16))
    assert Table.objects.get().deal_ms is None
    play.ready(Order(table, bob, now=NOW + 100), entropy=bytes(16))
    assert Table.objects.get().due_ms == NOW + 20_100
    play.tick(table=table, now=NOW + 20_099)
    assert Table.objects.get().status == "open"
    play.tick(table=table, now=NOW + 20_150)
    dealt = Table.objects.get()
    assert (dealt.status, dealt.started_ms) == ("running", NOW + 20_100)
    assert len(bytes(Seat.objects.get(number=3).entropy)) == 16


def test_leaving_ends_the_wait(alice, bob, charlie):
    table = play.open_table(by=alice, options="players=3")
    for player in (bob, charlie):
        play.sit(Order(table, player))
        play.ready(Order(table, player), entropy=bytes(16))
    assert Table.objects.get().deal_ms
    play.leave(Order(table, alice))
    assert Table.objects.get().deal_ms is None


def test_bots_are_ready_and_begin_alone(alice):
    table = play.open_table(by=None, bots=("recruit", "recruit"))
    assert (table.status, table.opened_by) == ("running", None)
    assert [seat.player.name for seat in table.seats.order_by("number")] == [
        "Recruit",
        "Recruit Ada",
    ]


def test_a_person_against_a_bot_waits_for_the_person(alice):
    table = play.open_table(by=alice, bots=("general",))
    assert table.status == "open"
    play.ready(Order(table, alice), entropy=bytes(16))
    assert Table.objects.get().status == "running"


def test_bots_come_and_go_before_the_deal(opened, alice):
    play.seat_bot(Order(opened, alice), level="sergeant")
    assert refusal(play.unseat_bot, Order(opened, alice), number=1) == "NOT_A_BOT"
    play.unseat_bot(Order(opened, alice), number=2)
    assert Seat.objects.filter(table=opened).count() == 1


def test_an_act_is_logged_with_its_events(running, alice, bob):
    play.tick(table=running, now=NOW + 3000)
    play.act(Order(running, alice, now=NOW + 3100), name="flip", args={})
    verdict = play.act(Order(running, bob, now=NOW + 3200), name="flip", args={})
    move = Move.objects.get(table=running, number=verdict.version)
    assert (move.seat, move.act, move.player, move.at_ms) == (2, "flip", bob, 3200)
    assert move.events[0]["ev"] == "flip" and len(move.events[0]["cards"]) == 2
    table = Table.objects.get()
    assert (table.version, table.length) == (verdict.version, 1)


def test_timers_due_fire_before_the_act(running, alice):
    verdict = play.act(Order(running, alice, now=NOW + 13_000), name="auto", args={"on": 0})
    at = list(Move.objects.filter(table=running, act="timer").values_list("at_ms", flat=True))
    assert at[:2] == [3000, 13_000] and at == sorted(at)
    assert log(running)[-1] == (verdict.version, 1, "auto")


def test_a_refused_act_changes_nothing(running, alice):
    play.tick(table=running, now=NOW + 3000)
    play.act(Order(running, alice, now=NOW + 3100), name="flip", args={})
    before = Table.objects.values().get()
    order = Order(running, alice, now=NOW + 3200)
    assert refusal(play.act, order, name="flip", args={}) == "ALREADY"
    assert refusal(play.act, order, name="lay", args={}) == "WRONG_PHASE"
    assert refusal(play.act, order, name="dance", args={}) == "UNKNOWN_ACT"
    assert refusal(play.act, order, name="flip", args={"x": 1}) == "BAD_PARAM"
    assert refusal(play.act, order, name="stop", args={"end": 5}) == "UNKNOWN_ACT"
    assert refusal(play.act, order, name="lead", args={"ms": 5}) == "UNKNOWN_ACT"
    assert Table.objects.values().get() == before
    assert Move.objects.filter(table=running).count() == before["version"]


def test_nobody_acts_before_the_deal_or_after_the_end(opened, alice, bob):
    flip = {"name": "flip", "args": {}}
    assert refusal(play.act, Order(opened, alice), **flip) == "NOT_STARTED"
    finish(begin(opened, alice, bob))
    assert refusal(play.act, Order(opened, alice), **flip) == "GAME_OVER"
    assert refusal(play.resign, Order(opened, alice)) == "GAME_OVER"
    assert refusal(play.ready, Order(opened, alice), entropy=bytes(16)) == "GAME_OVER"


def test_the_same_command_gets_the_same_answer(running, alice):
    play.tick(table=running, now=NOW + 3000)
    order = Order(running, alice, uuid4(), NOW + 3100)
    first = play.act(order, name="flip", args={})
    for later in (NOW + 3200, NOW + 60_000):
        again = play.act(order._replace(now=later), name="flip", args={})
        assert again == first._replace(again=True, waited_ms=0)
    assert Move.objects.filter(table=running, act="flip").count() == 1


def test_a_refusal_is_remembered_for_its_command(running, alice, bob):
    play.tick(table=running, now=NOW + 3000)
    order = Order(running, alice, uuid4(), NOW + 3100)
    assert refusal(play.act, order, name="lay", args={}) == "WRONG_PHASE"
    order = order._replace(now=NOW + 3200)
    assert refusal(play.act, order, name="flip", args={}) == "WRONG_PHASE"
    of_bob = order._replace(player=bob)
    assert refusal(play.act, of_bob, name="flip", args={}) == "NOT_YOUR_COMMAND"


def test_a_command_id_of_somebody_else_is_refused(running, alice, bob):
    play.tick(table=running, now=NOW + 3000)
    order = Order(running, alice, uuid4(), NOW + 3100)
    play.act(order, name="flip", args={})
    of_bob = order._replace(player=bob)
    assert refusal(play.act, of_bob, name="flip", args={}) == "NOT_YOUR_COMMAND"


def test_seats_remember_commands_too(opened, bob):
    command = uuid4()
    first = play.sit(Order(opened, bob, command))
    assert play.sit(Order(opened, bob, command)) == first._replace(again=True, waited_ms=0)


def test_who_resigns_has_lost(running, alice, bob):
    play.resign(Order(running, alice, now=NOW + 5000))
    table = Table.objects.get()
    assert (table.status, table.end, table.result, table.due_ms) == (
        "finished",
        "resign",
        "2",
        None,
    )
    assert table.ended_at is not None and table.size == "quick"
    seats = Seat.objects.filter(table=table).order_by("number")
    assert [(s.place, s.won, s.ended_at) for s in seats] == [
        (2, False, table.ended_at),
        (1, True, table.ended_at),
    ]


def test_a_game_ends_by_its_timers_alone(running):
    table = finish(running)
    assert (table.status, table.end, table.length) == ("finished", "cap", 20)
    assert table.result in ("1", "2", "=1+2")
    assert table.front[0] == [26, 26] and table.front[-1] == table.counts
    assert Move.objects.filter(table=table).count() == table.version


def test_an_admin_aborts_with_a_reason(running, alice):
    alice.is_staff = True
    play.abort(Order(running, alice, now=NOW + 5000), reason="a test")
    table = Table.objects.get()
    assert (table.status, table.result, table.reason, table.due_ms) == (
        "aborted",
        "*",
        "a test",
        None,
    )
    assert refusal(play.abort, Order(running, alice), reason="again") == "GAME_OVER"


def test_one_breath_tells_the_doors(running, alice, django_capture_on_commit_callbacks):
    from games.table.signals import table_changed

    told = []

    def listen(**news):
        told.append((news["table_id"], news["version"], news["due_ms"], news["status"]))

    table_changed.connect(listen)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            play.tick(table=running, now=NOW + 1000)
        assert told == []
        with django_capture_on_commit_callbacks(execute=True):
            play.tick(table=running, now=NOW + 3000)
    finally:
        table_changed.disconnect(listen)
    table = Table.objects.get()
    assert told == [(table.pk, table.version, table.due_ms, "running")]


def test_an_act_needs_few_queries(running, alice, bob, django_assert_max_num_queries):
    play.tick(table=running, now=NOW + 3000)
    with django_assert_max_num_queries(6):
        play.act(Order(running.pk, alice, uuid4(), NOW + 3100), name="flip", args={})
    with django_assert_max_num_queries(6):
        play.act(Order(running.pk, bob, uuid4(), NOW + 3200), name="flip", args={})
