"""World War III: seat 1 leads, so seats are drawn by lot."""

import pytest

from games.table.models import Seat
from games.table.refusals import Refused
from games.table.writer import play
from games.table.writer.orders import Order


def test_seats_of_a_new_table_are_drawn(alice, bob, charlie):
    seats = {"alice": set(), "bob": set(), "charlie": set()}
    for _ in range(40):
        table = play.open_table(by=alice, game="ww3")
        for player in (bob, charlie):
            play.sit(Order(table, player))
        for seat in Seat.objects.filter(table=table).select_related("player"):
            seats[seat.player.username].add(seat.number)
        table.delete()
    assert seats == dict.fromkeys(seats, {1, 2, 3})


def test_a_seat_may_still_be_chosen(alice, bob):
    table = play.open_table(by=alice, game="ww3", seated=False)
    play.sit(Order(table, alice), number=2)
    with pytest.raises(Refused) as refused:
        play.sit(Order(table, bob), number=2)
    assert refused.value.code == "SEAT_TAKEN"


def test_the_general_keeps_his_seat(alice):
    for _ in range(5):
        table = play.open_table(by=alice, game="ww3", options="seats=1")
        assert Seat.objects.get(table=table, player=alice).number == 1
        table.delete()
