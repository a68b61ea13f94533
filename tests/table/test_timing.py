"""Everything that happens by itself: away, substitutes, expiry, outages, slaps."""

from uuid import uuid4

import pytest

from games.accounts.models import Player
from games.rules.catalogue import BOTS
from games.table.models import Move, Pulse, Seat, Table
from games.table.reading import game_log, snapshot
from games.table.reading.requested import first_message
from games.table.reading.verification import verify
from games.table.refusals import Refused
from games.table.writer import outages, play
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


# Outages -----------------------------------------------------------------------------------


def test_the_first_pulse_after_an_outage_gives_the_time_back(running, alice):
    play.pulse(now=NOW + 2000)
    play.tick(table=running, now=NOW + 3000)
    before = Table.objects.get()
    assert play.pulse(now=NOW + 60_000) == 1
    table = Table.objects.get()
    assert table.lost_ms == 57_000 and table.due_ms == before.due_ms + 57_000
    assert acts(running)[-1] == ("pause", 0, 3000)
    told = [(line.text, line.kind) for _, line in game_log.lines(table)]
    assert ("The server was away, and all clocks stood still.", "outage") in told
    assert Pulse.objects.get().alive_ms == NOW + 60_000
    assert play.pulse(now=NOW + 61_000) == 0
    play.act(Order(running, alice, now=NOW + 60_500), name="flip", args={})
    assert acts(running)[-1] == ("flip", 1, 3500)


def test_who_acts_before_the_worker_is_back_gets_the_time_back_too(running, alice):
    play.pulse(now=NOW + 2000)
    play.tick(table=running, now=NOW + 3000)
    play.act(Order(running, alice, now=NOW + 60_000), name="flip", args={})
    assert [act for act, _, _ in acts(running)[-2:]] == ["pause", "flip"]
    assert acts(running)[-1][2] == 3000
    assert play.pulse(now=NOW + 60_100) == 0


def test_time_in_the_log_does_not_go_back_and_verification_looks_at_it(running, alice):
    play.pulse(now=NOW + 4000)
    play.act(Order(running, alice, now=NOW + 60_000), name="flip", args={})
    play.resign(Order(running, alice, now=NOW + 61_000))
    table = Table.objects.get()
    assert [check.ok for check in verify(table).checks] == [True] * 5
    flip, pause = Move.objects.get(act="flip"), Move.objects.get(act="pause")
    Move.objects.filter(pk=pause.pk).update(at_ms=table.game_ms(NOW + 90_000))
    moves = verify(table).checks[2]
    assert (
        moves.ok and f"goes back at move {pause.number + 1}, which changes nothing" in moves.detail
    )
    Move.objects.filter(pk=flip.pk).update(at_ms=table.game_ms(NOW + 90_000))
    (broken,) = [check for check in verify(table).checks if not check.ok]
    assert broken.name == "moves" and broken.detail.endswith("the time goes back")


@pytest.mark.parametrize(
    ("game", "options"), [("war", ""), ("ww3", "seats=2"), ("ultimate", "seats=3")]
)
def test_absence_counts_from_the_deal(game, options, alice, bob):
    table = play.open_table(by=alice, game=game, options=options, now=NOW)
    play.sit(Order(table, bob, now=NOW))
    for _ in range(table.players - 2):
        play.seat_bot(Order(table, bob, now=NOW), level=BOTS[game].usual[0])
    play.ready(Order(table, alice, now=NOW + 1000), entropy=bytes(16))
    play.mark_away(Order(table, alice, now=NOW + 10_000))
    play.leave(Order(table, bob, now=NOW + 15_000))  # or the others would begin
    play.sit(Order(table, bob, now=NOW + 115_000))
    play.ready(Order(table, bob, now=NOW + 120_000), entropy=bytes(16))
    started = Table.objects.get().started_ms
    assert seat(table, 1).away_ms == started == NOW + 120_000
    play.tick(table=table, now=started + 59_999)
    assert not seat(table, 1).substitute
    play.tick(table=table, now=started + 60_000)
    move = Move.objects.get(act="substitute")
    assert seat(table, 1).substitute and move.at_ms == 60_000
    play.resign(Order(table, bob, now=started + 61_000))
    if game == "ultimate":  # the bot is left, too
        play.resign(Order(table, alice, now=started + 62_000))
    table.refresh_from_db()
    assert verify(table).ok
    Move.objects.filter(pk=move.pk).update(at_ms=-51_000)  # earlier releases wrote that
    moves = verify(table).checks[2]
    assert moves.ok and f"the time goes back at move {move.number}, " in moves.detail


def test_no_entry_is_earlier_than_the_one_before(running, alice, bob):
    """Times never run backwards: here a release had counted absence from before the deal."""
    play.tick(table=running, now=NOW + 5000)
    past = {"due_ms": NOW - 51_000}
    Table.objects.update(**past)
    Seat.objects.filter(number=1).update(away_ms=NOW - 111_000)
    play.mark_back(Order(running, bob, now=NOW + 5500))
    play.resign(Order(running, bob, now=NOW + 6000))
    times = [at for _, _, at in acts(running)]
    assert times == sorted(times) and verify(Table.objects.get()).ok


def test_a_table_that_nobody_could_write_to_gets_its_time_back(running, alice):
    """The server ran, but something held the row for two minutes."""
    play.pulse(now=NOW + 2000)
    play.tick(table=running, now=NOW + 3000)
    due, back = Table.objects.get().due_ms, NOW + 125_000
    play.pulse(now=NOW + 4000)
    Pulse.objects.update(alive_ms=back - 1000)
    play.act(Order(running, alice, now=back), name="flip", args={})
    table = Table.objects.get()
    assert [act for act, _, _ in acts(running)[-2:]] == ["pause", "flip"]
    assert table.lost_ms == back - (due - 5000) and table.due_ms > back
    play.resign(Order(running, alice, now=back + 100))
    assert verify(Table.objects.get()).ok


def test_a_deadline_that_is_met_late_again_and_again_comes_all_the_same(running):
    """The worker reports, but whatever is due waits for seven seconds."""
    for _ in range(6):
        late = Table.objects.get().due_ms + 7000
        Pulse.objects.update_or_create(pk=1, defaults={"alive_ms": late - 1000})
        play.tick(table=running, now=late)
    timers = Move.objects.filter(act="timer").order_by("number")
    assert list(timers.values_list("at_ms", flat=True)) == [3000, 13_000, 13_600, 23_600, 24_200]


def test_an_outage_is_given_back_once_however_long_that_takes(alice, bob):
    """Tables are locked one after the other; meanwhile people act and another worker reports."""
    tables = [
        begin(play.open_table(by=alice, options="cap=20", now=NOW), alice, bob) for _ in range(3)
    ]
    play.pulse(now=NOW + 4000)
    back = NOW + 60_000
    outage = outages.report(back)
    assert (outage.outage, outage.since_ms, outage.until_ms) == (1, NOW + 4000, back)
    play.tick(table=tables[0], now=back + 8000)  # before it got its time back
    assert outages.owed(outage) == [tables[1].pk, tables[2].pk]
    assert outages.report(back + 4000).outage == 1
    assert play.pulse(now=back + 8500) == 2
    assert play.pulse(now=back + 9500) == 0
    for table in tables:
        play.tick(table=table, now=Table.objects.get(pk=table.pk).due_ms + 4000)
        assert [act for act, _, _ in acts(table)].count("pause") == 1


def test_two_outages_one_after_the_other_are_both_given_back(alice, bob, monkeypatch):
    """The worker dies again before all tables have got the time of the first one."""
    monkeypatch.setattr(outages, "AT_ONCE", 1)
    for _ in range(3):
        begin(play.open_table(by=alice, options="cap=20", now=NOW), alice, bob)
    play.pulse(now=NOW + 2000)
    assert play.pulse(now=NOW + 60_000) == 1
    now = NOW + 90_000
    assert [play.pulse(now=now + ms) for ms in (0, 1000, 2000, 3000)] == [1, 1, 1, 0]
    lost = [table.lost_ms for table in Table.objects.order_by("pk")]
    assert lost == [88_000] * 3
    outages.settle()
    assert Pulse.objects.get().settled == 2
    outages.report(now + 60_000)
    assert outages.last().since_ms == now + 3000


def test_a_late_deadline_is_a_line_of_the_log_only_where_somebody_noticed(alice, bob):
    """Each deadline of a game of reactions is late, as under overload."""
    options = "slap=5,6;slap_window=1000;pace=auto:800;cap=20"
    for late_ms, lines in ((800, 0), (3000, 1)):
        table = begin(play.open_table(by=alice, options=options, now=NOW), alice, bob)
        for _ in range(5):
            table.refresh_from_db()
            due, lost = table.due_ms, table.lost_ms
            play.tick(table=table, now=due + late_ms)
            assert Table.objects.get(pk=table.pk).lost_ms == lost + late_ms
        assert [act for act, _, _ in acts(table)].count("pause") == lines
        play.resign(Order(table, alice, now=table.due_ms + late_ms + 100))
        assert verify(Table.objects.get(pk=table.pk)).ok


def test_a_short_hiccup_is_no_outage(running):
    play.pulse(now=NOW + 2000)
    play.tick(table=running, now=NOW + 3000)
    assert play.pulse(now=NOW + 6900) == 0
    assert Table.objects.get().lost_ms == 0


def test_no_window_for_slaps_passes_unseen_on_a_busy_site(alice, bob):
    """Each deadline is met three seconds late."""
    options = "slap=5,6;slap_window=1000;pace=auto:800;cap=20"
    table = begin(play.open_table(by=alice, options=options, now=NOW), alice, bob)
    shown = 0
    while table.status == "running":
        late = table.due_ms + 3000
        play.tick(table=table, now=late)
        table.refresh_from_db()
        view = snapshot.load(table.pk).view(None)
        if view["reveal"] and view["reveal"]["open"]:
            shown += 1
            assert table.due_ms >= late + 1000
    events = Move.objects.filter(act="timer").values_list("events", flat=True)
    assert shown == str(list(events)).count("slap_open") > 5
    assert verify(table).ok


def test_absence_is_not_counted_while_the_server_was_away(running, alice):
    play.pulse(now=NOW + 3000)
    play.mark_away(Order(running, alice, now=NOW + 3000))
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
