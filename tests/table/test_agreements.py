"""Agreements between the players of a table: offers and rematches."""

import pytest

from games.table.models import Table
from games.table.reading.verification import verify
from games.table.refusals import Refused
from games.table.writer import play
from games.table.writer.orders import Order
from tests.table.conftest import NOW, acts, begin, finish, seat, until_phase

pytestmark = pytest.mark.django_db


# Offers ------------------------------------------------------------------------------------


def test_all_agree_and_the_game_ends_like_the_cap(running, alice, bob):
    play.offer(Order(running, alice, now=NOW + 4000), what="finish")
    assert Table.objects.get().offer["until"] == NOW + 19_000
    play.answer(Order(running, bob, now=NOW + 5000), yes=True)
    table = Table.objects.get()
    assert (table.status, table.end, table.result, table.offer) == (
        "finished",
        "agreed",
        "=1+2",
        None,
    )
    assert [act for act, _, _ in acts(running)[-3:]] == ["offer", "answer", "stop"]


def test_one_no_ends_an_offer(running, alice, bob):
    play.offer(Order(running, alice, now=NOW + 4000), what="finish")
    play.answer(Order(running, bob, now=NOW + 5000), yes=False)
    assert Table.objects.get().offer is None and Table.objects.get().status == "running"
    with pytest.raises(Refused, match="NO_OFFER"):
        play.answer(Order(running, bob, now=NOW + 5000), yes=True)


def test_silence_is_a_no(running, alice, bob):
    play.offer(Order(running, alice, now=NOW + 4000), what="fast")
    play.tick(table=running, now=NOW + 19_000)
    assert Table.objects.get().offer is None
    assert ("lapse", 0, 19_000) in acts(running)


def test_a_fast_forward_late_in_a_pause_ends_it_before_itself(alice, bob):
    """World War III pauses for a second after a round; agreed after 0.7 s, it pauses for 0.4 s."""
    table = play.open_table(by=alice, game="ww3", options="cap=10;seats=2", now=NOW)
    table = until_phase(begin(table, alice, bob), "round_end")
    agreed = table.due_ms - 300
    play.offer(Order(table, alice, now=agreed), what="fast")
    play.answer(Order(table, bob, now=agreed), yes=True)
    assert Table.objects.get().due_ms == agreed - 300
    assert verify(finish(table)).ok


def test_one_offer_at_a_time_and_one_in_three_minutes(running, alice, bob):
    play.offer(Order(running, alice, now=NOW + 4000), what="fast")
    for player, what, code in ((alice, "fast", "OFFER_OPEN"), (bob, "finish", "OFFER_OPEN")):
        with pytest.raises(Refused, match=code):
            play.offer(Order(running, player, now=NOW + 5000), what=what)
    with pytest.raises(Refused, match="YOUR_OFFER"):
        play.answer(Order(running, alice, now=NOW + 5000), yes=True)
    play.answer(Order(running, bob, now=NOW + 6000), yes=False)
    with pytest.raises(Refused, match="OFFER_TOO_SOON"):
        play.offer(Order(running, alice, now=NOW + 183_000), what="fast")
    with pytest.raises(Refused, match="UNKNOWN_OFFER"):
        play.offer(Order(running, bob, now=NOW + 183_000), what="draw")


def test_bots_agree_at_once(alice):
    table = play.open_table(by=alice, bots=("recruit",), now=NOW)
    begin(table, alice)
    play.offer(Order(table, alice, now=NOW + 4000), what="fast")
    assert [act for act, _, _ in acts(table)[-2:]] == ["offer", "hurry"]
    play.tick(table=table, now=NOW + 60_000)
    assert Table.objects.get().length > 25  # a battle takes less than two seconds now


# Rematch -----------------------------------------------------------------------------------


def test_a_rematch_keeps_the_seats_one_further_round(running, alice, bob, charlie):
    finish(running)
    with pytest.raises(Refused, match="NOT_YOUR_SEAT"):
        play.rematch(Order(running, charlie))
    new = play.rematch(Order(running, bob))
    assert play.rematch(Order(running, alice)) == new
    running.refresh_from_db()
    assert running.rematch == new and acts(running)[-1][:2] == ("rematch", 2)
    assert (new.options, new.opened_by) == (running.options, bob)
    assert [seat(new, n).player for n in (1, 2)] == [bob, alice]
    assert (seat(new, 1).away_ms is None, seat(new, 2).away_ms is None) == (True, False)


def test_a_rematch_with_a_bot_waits_only_for_the_person(alice):
    table = begin(play.open_table(by=alice, bots=("recruit",), options="cap=20"), alice)
    with pytest.raises(Refused, match="NOT_OVER"):
        play.rematch(Order(table, alice))
    finish(table)
    new = play.rematch(Order(table, alice))
    assert new.status == "open" and seat(new, 1).bot
    assert begin(new, alice).status == "running"


def test_a_rematch_against_bots_begins_at_once(alice, bob):
    table = begin(play.open_table(by=alice, bots=("recruit",), options="cap=20"), alice)
    finish(table)
    new = play.rematch(Order(table, alice), entropy=b"e" * 16)
    assert new.status == "running" and bytes(seat(new, 2).entropy) == b"e" * 16
    people = begin(play.open_table(by=alice, options="cap=20"), alice, bob)
    finish(people)
    again = play.rematch(Order(people, alice), entropy=b"e" * 16)
    assert again.status == "open", "Bob has not said that he is ready"
    assert [seat(again, n).ready for n in (1, 2)] == [False, True]


def test_a_rematch_that_nobody_came_to_is_taken_back(running, alice, bob):
    finish(running)
    new = play.rematch(Order(running, alice))
    play.leave(Order(new, alice))
    old, new = (Table.objects.get(pk=table.pk) for table in (running, new))
    assert old.rematch is None and acts(old)[-1][:2] == ("unrematch", 1)
    assert new.status == "aborted" and verify(old).ok
    again = play.rematch(Order(running, bob))
    play.mark_back(Order(again, alice))
    play.leave(Order(again, bob))
    assert Table.objects.get(pk=running.pk).rematch == again, "Alice came"
