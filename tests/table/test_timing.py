"""Everything that happens by itself: away, substitutes, offers, expiry, outages."""

from uuid import uuid4

import pytest

from games.accounts.models import Player
from games.live.snapshot import first_message
from games.table.models import Move, Pulse, Seat, Table
from games.table.reading.verification import verify
from games.table.refusals import Refused
from games.table.writer import play
from tests.table.conftest import NOW, begin, finish
from tests.table.slaps import until_a_slap

pytestmark = pytest.mark.django_db


def acts(table):
    rows = Move.objects.filter(table=table).order_by("number")
    return [(m.act, m.seat, m.at_ms) for m in rows if m.act != "timer"]


def seat(table, number):
    return Seat.objects.get(table=table, number=number)


def test_after_a_minute_away_a_bot_plays(running, alice, bob):
    play.mark_away(table=running, player=alice, now=NOW + 1000)
    play.mark_away(table=running, player=alice, now=NOW + 1500)
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
    play.mark_away(table=running, player=alice, now=NOW + 1000)
    assert absence() == {"then": "bot", "until": 61_000}
    Table.objects.update(substitute=False, forfeit_after_s=300)
    assert absence() == {"then": "out", "until": 301_000}


def test_coming_back_sends_the_bot_away(running, alice):
    play.mark_away(table=running, player=alice, now=NOW + 1000)
    play.tick(table=running, now=NOW + 62_000)
    play.act(
        table=running, player=alice, name="auto", args={"on": 0}, by_bot=True, now=NOW + 62_100
    )
    play.mark_back(table=running, player=alice, now=NOW + 63_000)
    play.mark_back(table=running, player=alice, now=NOW + 64_000)
    assert (seat(running, 1).away_ms, seat(running, 1).substitute) == (None, False)
    assert acts(running)[-1] == ("back", 1, 63_000)
    with pytest.raises(Refused, match="BOT_MOVED_ON"):
        play.act(table=running, player=alice, name="flip", args={}, by_bot=True, now=NOW + 63_100)


def test_the_first_visit_is_no_return(alice):
    table = play.open_table(by=alice, options="")
    for came in (play.mark_back, play.mark_away, play.mark_back):
        came(table=table, player=alice)
    assert [act for act, _, _ in acts(table)] == ["open", "sit", "arrive", "away", "back"]


def test_nobody_plays_for_who_is_out(alice, bob, charlie):
    table = begin(play.open_table(by=alice, options="players=3"), alice, bob, charlie)
    play.resign(table=table, player=bob, now=NOW + 4000)
    play.mark_away(table=table, player=bob, now=NOW + 4500)
    play.tick(table=table, now=NOW + 90_000)
    assert Table.objects.get().status == "running" and not seat(table, 2).substitute


def test_an_act_of_his_own_brings_the_owner_back(running, alice):
    play.mark_away(table=running, player=alice, now=NOW + 1000)
    play.act(table=running, player=alice, name="auto", args={"on": 1}, now=NOW + 2000)
    assert [act for act, _, _ in acts(running)[-3:]] == ["away", "back", "auto"]


def test_without_substitutes_nobody_plays_for_him(running, alice):
    Table.objects.update(substitute=False)
    play.mark_away(table=running, player=alice, now=NOW + 1000)
    play.tick(table=running, now=NOW + 120_000)
    assert not seat(running, 1).substitute
    assert Table.objects.get().length > 5  # cards are turned when a player's time is up


def test_a_game_with_forfeits_is_lost_after_five_minutes_away(alice, bob):
    table = begin(play.open_table(by=alice), alice, bob)
    Table.objects.update(forfeit_after_s=300, substitute=False)
    play.mark_away(table=table, player=alice, now=NOW + 1000)
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
    play.mark_back(table=opened, player=alice, now=NOW + 1000)
    assert Table.objects.get().due_ms is None
    play.leave(table=opened, player=alice, now=NOW + 2000)
    assert Table.objects.get().due_ms == NOW + 2000 + 30 * 60_000


def test_a_seat_kept_for_nobody_may_be_given_to_a_bot(opened, alice, bob):
    play.sit(table=opened, player=bob, now=NOW)
    play.mark_away(table=opened, player=bob, now=NOW)
    bot = {"table": opened, "by": alice, "level": "recruit", "number": 2}
    with pytest.raises(Refused, match="TABLE_FULL"):
        play.seat_bot(**bot, now=NOW + 59_999)
    play.seat_bot(**bot, now=NOW + 60_000)
    assert seat(opened, 2).bot


# Offers ------------------------------------------------------------------------------------


def test_all_agree_and_the_game_ends_like_the_cap(running, alice, bob):
    play.offer(table=running, player=alice, what="finish", now=NOW + 4000)
    assert Table.objects.get().offer["until"] == NOW + 19_000
    play.answer(table=running, player=bob, yes=True, now=NOW + 5000)
    table = Table.objects.get()
    assert (table.status, table.end, table.result, table.offer) == (
        "finished",
        "agreed",
        "=1+2",
        None,
    )
    assert [act for act, _, _ in acts(running)[-3:]] == ["offer", "answer", "stop"]


def test_one_no_ends_an_offer(running, alice, bob):
    play.offer(table=running, player=alice, what="finish", now=NOW + 4000)
    play.answer(table=running, player=bob, yes=False, now=NOW + 5000)
    assert Table.objects.get().offer is None and Table.objects.get().status == "running"
    with pytest.raises(Refused, match="NO_OFFER"):
        play.answer(table=running, player=bob, yes=True, now=NOW + 5000)


def test_silence_is_a_no(running, alice, bob):
    play.offer(table=running, player=alice, what="fast", now=NOW + 4000)
    play.tick(table=running, now=NOW + 19_000)
    assert Table.objects.get().offer is None
    assert ("lapse", 0, 19_000) in acts(running)


def test_one_offer_at_a_time_and_one_in_three_minutes(running, alice, bob):
    play.offer(table=running, player=alice, what="fast", now=NOW + 4000)
    for player, what, code in ((alice, "fast", "OFFER_OPEN"), (bob, "finish", "OFFER_OPEN")):
        with pytest.raises(Refused, match=code):
            play.offer(table=running, player=player, what=what, now=NOW + 5000)
    with pytest.raises(Refused, match="YOUR_OFFER"):
        play.answer(table=running, player=alice, yes=True, now=NOW + 5000)
    play.answer(table=running, player=bob, yes=False, now=NOW + 6000)
    with pytest.raises(Refused, match="OFFER_TOO_SOON"):
        play.offer(table=running, player=alice, what="fast", now=NOW + 183_000)
    with pytest.raises(Refused, match="UNKNOWN_OFFER"):
        play.offer(table=running, player=bob, what="draw", now=NOW + 183_000)


def test_bots_agree_at_once(alice):
    table = play.open_table(by=alice, bots=("recruit",), now=NOW)
    begin(table, alice)
    play.offer(table=table, player=alice, what="fast", now=NOW + 4000)
    assert [act for act, _, _ in acts(table)[-2:]] == ["offer", "hurry"]
    play.tick(table=table, now=NOW + 60_000)
    assert Table.objects.get().length > 25  # a battle takes less than two seconds now


# Rematch -----------------------------------------------------------------------------------


def test_a_rematch_keeps_the_seats_one_further_round(running, alice, bob, charlie):
    finish(running)
    with pytest.raises(Refused, match="NOT_YOUR_SEAT"):
        play.rematch(table=running, player=charlie)
    new = play.rematch(table=running, player=bob)
    assert play.rematch(table=running, player=alice) == new
    running.refresh_from_db()
    assert running.rematch == new and acts(running)[-1][:2] == ("rematch", 2)
    assert (new.options, new.opened_by) == (running.options, bob)
    assert [seat(new, n).player for n in (1, 2)] == [bob, alice]
    assert (seat(new, 1).away_ms is None, seat(new, 2).away_ms is None) == (True, False)


def test_a_rematch_with_a_bot_waits_only_for_the_person(alice):
    table = begin(play.open_table(by=alice, bots=("recruit",), options="cap=20"), alice)
    with pytest.raises(Refused, match="NOT_OVER"):
        play.rematch(table=table, player=alice)
    finish(table)
    new = play.rematch(table=table, player=alice)
    assert new.status == "open" and seat(new, 1).bot
    assert begin(new, alice).status == "running"


def test_a_rematch_against_bots_begins_at_once(alice, bob):
    table = begin(play.open_table(by=alice, bots=("recruit",), options="cap=20"), alice)
    finish(table)
    new = play.rematch(table=table, player=alice, entropy=b"e" * 16)
    assert new.status == "running" and bytes(seat(new, 2).entropy) == b"e" * 16
    people = begin(play.open_table(by=alice, options="cap=20"), alice, bob)
    finish(people)
    again = play.rematch(table=people, player=alice, entropy=b"e" * 16)
    assert again.status == "open", "Bob has not said that he is ready"
    assert [seat(again, n).ready for n in (1, 2)] == [False, True]


def test_a_rematch_that_nobody_came_to_is_taken_back(running, alice, bob):
    finish(running)
    new = play.rematch(table=running, player=alice)
    play.leave(table=new, player=alice)
    old, new = (Table.objects.get(pk=table.pk) for table in (running, new))
    assert old.rematch is None and acts(old)[-1][:2] == ("unrematch", 1)
    assert new.status == "aborted" and verify(old).ok
    again = play.rematch(table=running, player=bob)
    play.mark_back(table=again, player=alice)
    play.leave(table=again, player=bob)
    assert Table.objects.get(pk=running.pk).rematch == again, "Alice came"


# Outages -----------------------------------------------------------------------------------


def test_the_first_pulse_after_an_outage_gives_the_time_back(running, alice):
    play.pulse(now=NOW + 2000)
    play.tick(table=running, now=NOW + 3000)
    before = Table.objects.get()
    assert play.pulse(now=NOW + 60_000) == 1
    table = Table.objects.get()
    assert table.lost_ms == 57_000 and table.due_ms == before.due_ms + 57_000
    assert acts(running)[-1] == ("pause", 0, 3000)
    assert Pulse.objects.get().alive_ms == NOW + 60_000
    assert play.pulse(now=NOW + 61_000) == 0
    play.act(table=running, player=alice, name="flip", args={}, now=NOW + 60_500)
    assert acts(running)[-1] == ("flip", 1, 3500)


def test_who_acts_before_the_worker_is_back_gets_the_time_back_too(running, alice):
    play.pulse(now=NOW + 2000)
    play.tick(table=running, now=NOW + 3000)
    play.act(table=running, player=alice, name="flip", args={}, now=NOW + 60_000)
    assert [act for act, _, _ in acts(running)[-2:]] == ["pause", "flip"]
    assert acts(running)[-1][2] == 3000
    assert play.pulse(now=NOW + 60_100) == 0


def test_time_in_the_log_does_not_go_back_and_verification_looks_at_it(running, alice):
    play.pulse(now=NOW + 4000)
    play.act(table=running, player=alice, name="flip", args={}, now=NOW + 60_000)
    play.resign(table=running, player=alice, now=NOW + 61_000)
    table = Table.objects.get()
    assert verify(table).ok
    Move.objects.filter(act="pause").update(at_ms=table.game_ms(NOW + 90_000))
    (broken,) = [check for check in verify(table).checks if not check.ok]
    assert broken.name == "moves" and broken.detail.endswith("the time goes back")


def test_a_short_hiccup_is_no_outage(running):
    play.pulse(now=NOW + 2000)
    play.tick(table=running, now=NOW + 3000)
    assert play.pulse(now=NOW + 6900) == 0
    assert Table.objects.get().lost_ms == 0


def test_absence_is_not_counted_while_the_server_was_away(running, alice):
    play.pulse(now=NOW + 3000)
    play.mark_away(table=running, player=alice, now=NOW + 3000)
    play.pulse(now=NOW + 100_000)
    assert seat(running, 1).away_ms == NOW + 100_000


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
    slap = {"table": slapping, "name": "slap", "args": {"reveal": opened["reveal"], "rt": 320}}
    shown = NOW + opened["show_at"]
    play.act(player=alice, now=shown + 400, **slap)
    args = Move.objects.filter(act="slap").get().args
    assert args == {"reveal": opened["reveal"], "rt": 320, "arr": 400, "credit": 130}


def test_a_bot_is_judged_by_its_drawn_reaction(slapping, alice):
    opened = until_a_slap(slapping)
    play.mark_away(table=slapping, player=alice, now=NOW + opened["show_at"])
    Seat.objects.filter(table=slapping, number=1).update(substitute=True)
    slap = {"name": "slap", "args": {"reveal": opened["reveal"], "rt": 450}, "by_bot": True}
    play.act(table=slapping, player=alice, now=NOW + opened["show_at"] + 700, **slap)
    args = Move.objects.filter(act="slap").get().args
    assert (args["rt"], args["arr"], args["credit"]) == (450, 450, 0)


def test_a_late_slap_is_refused_and_logged(slapping, alice, bob):
    opened = until_a_slap(slapping)
    slap = {"table": slapping, "name": "slap", "args": {"reveal": opened["reveal"], "rt": 3100}}
    command = uuid4()
    late = NOW + opened["show_at"] + 3050
    for _ in range(2):
        with pytest.raises(Refused, match="TOO_LATE") as refused:
            play.act(player=alice, now=late, command=command, **slap)
    move = Move.objects.get(refused="TOO_LATE")
    assert refused.value.version == move.number == Table.objects.get().version
    assert Player.objects.get(pk=move.player_id) == alice
