"""A table that stands still: nothing is done, nothing falls due, and every clock goes on as it
was.  Time in the log never runs backwards, whatever stopped it."""

import pytest

from games.accounts.models import Player
from games.table.models import Move, Seat, Table
from games.table.reading.verification import verify
from games.table.refusals import Refused
from games.table.writer import arranged, play
from games.table.writer.orders import Order
from games.work.tables import plans_of
from tests.table.conftest import NOW, finish
from tests.table.slaps import until_a_slap

ENTROPY = bytes(range(16))
MINUTES_7 = 7 * 60_000


@pytest.fixture
def three(db):
    return [Player.objects.create_user(f"player {n}") for n in range(1, 4)]


def begun(players, game, options="", **more):
    (table,) = arranged.open_arranged(
        game=game, options=options, seatings=[players], limit_ms=300_000, now=NOW, **more
    )
    assert arranged.deal_to(table=table, players=players, now=NOW)
    return Table.objects.get(pk=table.pk)


def asked(table):
    """Until somebody has more than three seconds to answer."""
    play.tick(table=table, now=table.due_ms)
    table.refresh_from_db()
    assert table.due_ms - table.moved_ms > 3000
    return table


def left(table, now):
    """The time left on the timer, the limit, and the absence."""
    table.refresh_from_db()
    aways = [now - seat.away_ms for seat in table.seats.all() if seat.away_ms is not None]
    return table.due_ms - now, table.epoch_ms(table.limit_ms) - now, aways


def verify_log(table):
    times = list(
        Move.objects.filter(table=table).order_by("number").values_list("at_ms", flat=True)
    )
    assert times == sorted(times)
    assert verify(Table.objects.get(pk=table.pk)).ok


@pytest.mark.parametrize(
    ("game", "players", "act"),
    [("war", 2, "flip"), ("ww3", 3, "play"), ("ultimate", 3, "draw")],
)
def test_every_clock_goes_on_as_it_was(three, game, players, act):
    table = asked(begun(three[:players], game, forfeit_after_s=300))
    at = table.due_ms - 3000
    play.mark_away(Order(table, three[1], now=at - 500))
    before = left(table, at)
    assert arranged.pause(table=table, reason="Fire alarm", now=at)
    assert not arranged.pause(table=table, reason="Again", now=at)
    version = Table.objects.get().version
    for do, more in ((play.act, {"name": act, "args": {}}), (play.offer, {"what": "fast"})):
        with pytest.raises(Refused, match="PAUSED"):
            do(Order(table, three[0], now=at + 60_000), **more)
    play.tick(table=table, now=at + MINUTES_7 - 1)
    play.pulse(now=at + 1000)
    play.pulse(now=at + MINUTES_7 - 1)
    assert (Table.objects.get().version, Table.objects.get().due_ms) == (version, None)
    assert arranged.resume(table=table, now=at + MINUTES_7)
    assert not arranged.resume(table=table, now=at + MINUTES_7)
    assert left(table, at + MINUTES_7) == before and before[0] <= 3000
    assert arranged.call_off(table=table, reason="enough", now=at + MINUTES_7 + 1000)
    verify_log(table)


def test_a_slap_window_stays_open_for_its_rest(three):
    table = begun(three[:2], "war", "slap=2,3;pace=auto:1000")
    opened = until_a_slap(table)
    shown = NOW + opened["show_at"]
    table.refresh_from_db()
    rest = table.due_ms - shown - 400
    arranged.pause(table=table, reason="Fire alarm", now=shown + 400)
    slap = {"name": "slap", "args": {"reveal": opened["reveal"], "rt": 600}}
    with pytest.raises(Refused, match="PAUSED"):
        play.act(Order(table, three[0], now=shown + 600), **slap)
    arranged.resume(table=table, now=shown + 400 + MINUTES_7)
    table.refresh_from_db()
    assert table.due_ms == shown + 400 + MINUTES_7 + rest
    play.act(Order(table, three[0], now=shown + 600 + MINUTES_7), **slap)
    assert Move.objects.get(act="slap").args["arr"] == 600
    finish(table)
    verify_log(table)


def test_whoever_leaves_during_a_pause_is_away_from_its_end_on(three):
    table = asked(begun(three[:2], "war", forfeit_after_s=300))
    arranged.pause(table=table, reason="Fire alarm", now=NOW + 4000)
    play.mark_away(Order(table, three[0], now=NOW + 100_000))
    arranged.resume(table=table, now=NOW + 200_000)
    assert Seat.objects.get(table=table, number=1).away_ms == NOW + 200_000
    assert list(Move.objects.filter(at_ms=4000).values_list("act", flat=True)) == [
        "pause",
        "away",
        "resume",
    ]


def test_bots_wait_and_an_open_table_is_not_dealt(three):
    (table,) = arranged.open_arranged(game="war", options="", seatings=[three[:2]], now=NOW)
    arranged.pause(table=table, reason="Fire alarm", now=NOW)
    with pytest.raises(Refused, match="PAUSED"):
        play.ready(Order(table, three[0], now=NOW), entropy=ENTROPY)
    with pytest.raises(Refused, match="PAUSED"):
        arranged.deal_to(table=table, players=[*three[:1], None], now=NOW)
    arranged.resume(table=table, now=NOW + 1000)
    arranged.deal_to(table=table, players=[*three[:1], None], now=NOW + 1000)
    play.tick(table=table, now=NOW + 4000)
    assert plans_of(table.pk)
    arranged.pause(table=table, reason="Fire alarm", now=NOW + 4001)
    assert plans_of(table.pk) is None
    assert Table.objects.get().game_ms(NOW + 99_000) == 3001


def test_what_was_due_before_an_outage_comes_after_it(running):
    play.tick(table=running, now=NOW + 3000)
    running.refresh_from_db()
    play.pulse(now=running.due_ms + 1000)  # the worker lived, but had not come to this table
    play.pulse(now=running.due_ms + 60_000)
    play.tick(table=running, now=running.due_ms + 60_000)
    assert list(running.moves.values_list("act", flat=True))[-2:] == ["pause", "timer"]
    finish(running, now=running.due_ms + 60_000)
    verify_log(running)
