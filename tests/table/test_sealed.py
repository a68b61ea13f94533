"""Calls of World War III: stored at once, hidden from others until the window is judged."""

import json
from uuid import uuid4

import pytest

from games.table.models import Move, Table
from games.table.reading import game_log, verification
from games.table.refusals import Refused, Verdict
from games.table.replay.rebuild import rebuild
from games.table.writer import play
from games.table.writer.orders import Order
from tests.table.conftest import NOW, begin, call, seen, until_phase, view_of

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["seats=2", "hold=secret;seats=2"])
def window(request, alice, bob):
    """Alice and Bob have turned cards in a war and may call hold."""
    table = play.open_table(by=alice, game="ww3", options=request.param, seated=False, now=NOW)
    play.sit(Order(table, alice, now=NOW), number=1)
    return until_phase(begin(table, alice, bob), "hold")


def test_a_call_is_stored_and_shown_to_nobody_else(window, alice):
    before = {viewer: seen(window, viewer) for viewer in (None, 1, 2)}
    verdict = call(window, alice)
    after = Table.objects.get(pk=window.pk)
    assert (after.version, after.sealed, after.shown) == (window.version + 1, 1, window.shown)
    assert verdict == Verdict(window.shown)
    assert seen(window, 2) == before[2] and seen(window) == before[None]
    mine = json.loads(seen(window, 1))
    assert mine["v"] == window.shown and mine["view"]["asks"] is None
    assert json.loads(before[1])["view"]["asks"]["acts"] == ["hold", "draw"]
    assert list(game_log.lines(after)) == list(game_log.lines(window))


def test_who_does_not_hold_shows_as_little(window, bob):
    before = seen(window, 1), seen(window)
    call(window, bob, "draw")
    assert (seen(window, 1), seen(window)) == before


def test_the_judgement_is_one_step_for_everybody(window, alice, bob):
    call(window, alice)
    call(window, bob, "draw", ms=900)
    after = Table.objects.get(pk=window.pk)
    assert after.shown == window.shown + 1 and after.version == window.version + 2
    told = json.loads(seen(window, 2, since=window.shown))
    assert {row["n"] for row in told["events"]} == {after.shown}
    assert [row["ev"] for row in told["events"]][0] == "hold"
    assert Move.objects.filter(table=window, sealed=True).count() == 1


def test_nothing_comes_along_with_a_call(window, alice):
    """A changed latency or a return would be noticed at the moment of the call."""
    play.note_rtt(table=window, player=alice, rtt_ms=600)
    play.mark_away(Order(window, alice, now=NOW))
    shown = Table.objects.get(pk=window.pk).shown
    call(window, alice)
    assert Table.objects.get(pk=window.pk).shown == shown


def test_what_happens_meanwhile_is_counted_without_the_call(window, alice, bob):
    call(window, alice)
    play.offer(Order(window, bob, now=window.moved_ms), what="finish")
    told = json.loads(seen(window, None, since=window.shown))
    assert (told["from"], told["v"]) == (window.shown, window.shown + 1)
    assert [line["n"] for line in told["lines"]] == [window.shown + 1]


def test_the_same_command_gets_the_same_answer(window, alice, bob):
    command = uuid4()
    first = call(window, alice, command=command)
    assert call(window, alice, command=command) == first._replace(again=True, waited_ms=0)
    with pytest.raises(Refused, match="ALREADY") as refused:
        call(window, alice, command=uuid4())
    assert refused.value.version == window.shown
    call(window, bob, "draw", ms=900)
    assert call(window, alice, command=command) == first._replace(again=True, waited_ms=0)


def test_a_whole_game_of_calls_is_verified(window, alice, bob):
    play.offer(Order(window, alice, now=window.moved_ms), what="fast")
    play.answer(Order(window, bob, now=window.moved_ms), yes=True)
    for _ in range(4000):
        table = Table.objects.get(pk=window.pk)
        if table.is_over:
            break
        if "hold" in ((view_of(table, 1)["asks"] or {}).get("acts", ())):
            call(table, alice)
        play.tick(table=table, now=Table.objects.get(pk=window.pk).due_ms)
    assert table.is_over and table.sealed > 3
    assert verification.verify(table).ok
    assert rebuild(table, list(table.seats.order_by("number"))).to_bytes() == bytes(table.state)


def test_lines_are_measured_where_reactions_count(alice, bob):
    for options, lead in (("seats=2", 350), ("hold=secret;seats=2", 0)):
        table = play.open_table(by=alice, game="ww3", options=options, now=NOW)
        play.sit(Order(table, bob, now=NOW))
        play.note_rtt(table=table, player=bob, rtt_ms=600)
        assert begin(table, alice, bob).lead_ms == lead
