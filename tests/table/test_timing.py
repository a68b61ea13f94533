"""Everything that happens by itself: away, substitutes, expiry, slaps."""

from uuid import uuid4

import pytest

from games.accounts.models import Player
from games.table.models import Move, Seat, Table
from games.table.reading import game_log
from games.table.reading.requested import first_message
from games.table.refusals import Refused
from games.table.writer import play
from games.table.writer.orders import Order
from tests.table.conftest import NOW, acts, begin, finish, seat
from tests.table.slaps import until_a_slap

pytestmark = pytest.mark.django_db


def test_after_a_minute_away_a_bot_plays(running, alice, bob):
    play.mark_away(Order(running, alice, now=NOW + 1000))
    play.mark_away(Order(running, alice, now=NOW + 1500))
    assert (seat(running, 1).away_ms, seat(running, 1).substitute) == (NOW + 1000, False)
    play.tick(table=running, now=NOW + 60_999)
    assert not seat(running, 1).substitute
    play.tick(table=running, now=NOW + 61_000)
    assert seat(running, 1).substitute and not seat(running, 2).substitute
    assert acts(running)[-2:] == [("away", 1, 1000), ("substitute", 1, 61_000)]


def test_everybody_sees_at_once_who_is_away_and_what_follows_when(running, alice, bob):
    def absence():
        found = first_message(running, bob)["table"]["seats"][0]
        return found["absence"]

    assert absence() is None
    play.mark_away(Order(running, alice, now=NOW + 1000))
    assert absence() == {"then": "bot", "until": 61_000}
    Table.objects.update(substitute=False, forfeit_after_s=300)
    assert absence() == {"then": "out", "until": 301_000}


def test_coming_back_sends_the_bot_away(running, alice):
    play.mark_away(Order(running, alice, now=NOW + 1000))
    play.tick(table=running, now=NOW + 62_000)
    play.act(Order(running, alice, now=NOW + 62_100), name="auto", args={"on": 0}, by_bot=True)
    play.mark_back(Order(running, alice, now=NOW + 63_000))
    play.mark_back(Order(running, alice, now=NOW + 64_000))
    assert (seat(running, 1).away_ms, seat(running, 1).substitute) == (None, False)
    assert acts(running)[-1] == ("back", 1, 63_000)
    with pytest.raises(Refused, match="BOT_MOVED_ON"):
        play.act(Order(running, alice, now=NOW + 63_100), name="flip", args={}, by_bot=True)


def test_the_first_visit_is_no_return(alice):
    table = play.open_table(by=alice, options="")
    for came in (play.mark_back, play.mark_away, play.mark_back):
        came(Order(table, alice))
    assert [act for act, _, _ in acts(table)] == ["open", "sit", "arrive", "away", "back"]


def test_nobody_plays_for_who_is_out(alice, bob, charlie):
    table = begin(play.open_table(by=alice, options="players=3"), alice, bob, charlie)
    play.resign(Order(table, bob, now=NOW + 4000))
    play.mark_away(Order(table, bob, now=NOW + 4500))
    play.tick(table=table, now=NOW + 90_000)
    assert Table.objects.get().status == "running" and not seat(table, 2).substitute


def test_an_act_of_his_own_brings_the_owner_back(running, alice):
    play.mark_away(Order(running, alice, now=NOW + 1000))
    play.act(Order(running, alice, now=NOW + 2000), name="auto", args={"on": 1})
    assert [act for act, _, _ in acts(running)[-3:]] == ["away", "back", "auto"]


def test_without_substitutes_nobody_plays_for_him(running, alice):
    Table.objects.update(substitute=False)
    play.mark_away(Order(running, alice, now=NOW + 1000))
    play.tick(table=running, now=NOW + 120_000)
    assert not seat(running, 1).substitute
    assert Table.objects.get().length > 5  # cards are turned when a player's time is up


def test_a_game_with_forfeits_is_lost_after_five_minutes_away(alice, bob):
    table = begin(play.open_table(by=alice), alice, bob)
    Table.objects.update(forfeit_after_s=300, substitute=False)
    play.mark_away(Order(table, alice, now=NOW + 1000))
    play.tick(table=table, now=NOW + 300_999)
    assert Table.objects.get().status == "running"
    play.tick(table=table, now=NOW + 301_000)
    table = Table.objects.get()
    assert (table.status, table.end, table.result) == ("finished", "resign", "2")


def test_long_absence_fires_every_timer_at_its_own_time(running):
    play.tick(table=running, now=NOW + 3000)
    play.tick(table=running, now=NOW + 100_000)
    at = list(Move.objects.filter(act="timer").order_by("number").values_list("at_ms", flat=True))
    assert at == sorted(at) and len(at) > 10
    assert 13_000 in at and at[-1] <= 100_000


def test_one_long_tick_is_as_good_as_many_short_ones(running):
    twin = Table.objects.get()
    finish(running)
    rows = Move.objects.filter(table=running).values("number", "act", "at_ms", "events")
    many = list(rows)
    Move.objects.filter(table=running, act="timer").delete()
    for field in Table._meta.concrete_fields:
        setattr(running, field.attname, getattr(twin, field.attname))
    running.save()
    play.tick(table=running, now=NOW + 100_000_000)
    assert (
        list(Move.objects.filter(table=running).values("number", "act", "at_ms", "events")) == many
    )


def test_an_open_table_without_people_is_closed(opened, alice):
    assert seat(opened, 1).away_ms == NOW  # not connected yet
    play.tick(table=opened, now=NOW + 30 * 60_000 - 1)
    assert Table.objects.get().status == "open"
    play.tick(table=opened, now=NOW + 30 * 60_000)
    table = Table.objects.get()
    assert (table.status, table.result, table.due_ms) == ("aborted", "*", None)


def test_an_open_table_waits_as_long_as_somebody_is_there(opened, alice):
    play.mark_back(Order(opened, alice, now=NOW + 1000))
    assert Table.objects.get().due_ms is None
    play.leave(Order(opened, alice, now=NOW + 2000))
    assert Table.objects.get().due_ms == NOW + 2000 + 30 * 60_000


def test_a_seat_kept_for_nobody_may_be_given_to_a_bot(opened, alice, bob):
    play.sit(Order(opened, bob, now=NOW))
    play.mark_away(Order(opened, bob, now=NOW))
    bot = {"level": "recruit", "number": 2}
    with pytest.raises(Refused, match="TABLE_FULL"):
        play.seat_bot(Order(opened, alice, now=NOW + 59_999), **bot)
    play.seat_bot(Order(opened, alice, now=NOW + 60_000), **bot)
    assert seat(opened, 2).bot


# Slaps -------------------------------------------------------------------------------------


@pytest.fixture
def slapping(alice, bob):
    return begin(play.open_table(by=alice, options="slap=2,3;auto=A;cap=40", now=NOW), alice, bob)


def test_the_lead_follows_the_slowest_line(slapping, alice, bob):
    assert Table.objects.get().lead_ms == 50
    play.note_rtt(table=slapping.code, player=bob, rtt_ms=30)
    play.tick(table=slapping, now=NOW + 100)
    assert Table.objects.get().lead_ms == 50  # 15 ms are not worth a move
    play.note_rtt(table=slapping, player=bob, rtt_ms=200)
    play.tick(table=slapping, now=NOW + 200)
    assert Table.objects.get().lead_ms == 150
    play.note_rtt(table=slapping, player=alice, rtt_ms=9999)
    play.tick(table=slapping, now=NOW + 300)
    assert Table.objects.get().lead_ms == 400
    assert [act for act, _, _ in acts(slapping)].count("lead") == 3


def test_the_server_measures_arrival_and_credit(slapping, alice, bob):
    play.note_rtt(table=slapping, player=alice, rtt_ms=100)
    opened = until_a_slap(slapping)
    slap = {"name": "slap", "args": {"reveal": opened["reveal"], "rt": 320}}
    shown = NOW + opened["show_at"]
    play.act(Order(slapping, alice, now=shown + 400), **slap)
    args = Move.objects.filter(act="slap").get().args
    assert args == {"reveal": opened["reveal"], "rt": 320, "arr": 400, "credit": 130}


def test_a_bot_is_judged_by_its_drawn_reaction(slapping, alice):
    opened = until_a_slap(slapping)
    play.mark_away(Order(slapping, alice, now=NOW + opened["show_at"]))
    Seat.objects.filter(table=slapping, number=1).update(substitute=True)
    slap = {"name": "slap", "args": {"reveal": opened["reveal"], "rt": 450}, "by_bot": True}
    play.act(Order(slapping, alice, now=NOW + opened["show_at"] + 700), **slap)
    args = Move.objects.filter(act="slap").get().args
    assert (args["rt"], args["arr"], args["credit"]) == (450, 450, 0)


def told(table):
    """The last line of the log."""
    *_, (_move, line) = game_log.lines(table)
    return line.text


def test_a_bot_that_is_too_late_has_no_time_of_its_own(slapping, alice):
    opened = until_a_slap(slapping)
    play.mark_away(Order(slapping, alice, now=NOW + opened["show_at"]))
    Seat.objects.filter(table=slapping, number=1).update(substitute=True)
    slap = {"name": "slap", "args": {"reveal": opened["reveal"], "rt": 3100}, "by_bot": True}
    with pytest.raises(Refused, match="TOO_LATE"):
        play.act(Order(slapping, alice, uuid4(), NOW + opened["show_at"] + 3150), **slap)
    assert told(slapping).startswith("Alice: slap was refused.")


def test_a_late_slap_is_refused_and_logged(slapping, alice, bob):
    opened = until_a_slap(slapping)
    slap = {"name": "slap", "args": {"reveal": opened["reveal"], "rt": 3100}}
    command = uuid4()
    late = NOW + opened["show_at"] + 3050
    for _ in range(2):
        with pytest.raises(Refused, match="TOO_LATE") as refused:
            play.act(Order(slapping, alice, command, late), **slap)
    move = Move.objects.get(refused="TOO_LATE")
    assert "Alice: slap (3100 ms) was refused." in told(slapping)
    assert refused.value.version == move.number == Table.objects.get().version
    assert Player.objects.get(pk=move.player_id) == alice
