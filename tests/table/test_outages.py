"""Outages: clocks get the lost time back, once, and an honest log stays one."""

import pytest

from games.rules.catalogue import BOTS
from games.table.models import Move, Pulse, Seat, Table
from games.table.reading import game_log, snapshot
from games.table.reading.verification import verify
from games.table.writer import outages, play
from games.table.writer.orders import Order
from tests.table.conftest import NOW, acts, begin, seat

pytestmark = pytest.mark.django_db


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
