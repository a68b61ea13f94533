"""Querysets, card shares, a filled history, cleaning up."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.accounts import people, personal_data
from games.accounts.guests import new_guest
from games.accounts.models import Player
from games.relations.circles import Circle, Member
from games.table.clock import moment, now_ms
from games.table.models import Move, Seat, Table
from games.table.reading import game_log
from games.table.reading.history import Filters, find
from games.table.reading.pagination import page
from games.table.reading.requested import visible_table
from games.table.reading.verification import verify
from games.table.writer import play
from games.table.writer.ledger import MOST_SHARES, grow_shares, share_stride
from games.table.writer.orders import Order
from tests.development.filling import REASON
from tests.table.conftest import NOW, begin, finish

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def test_tables_are_listed_by_what_they_are(alice, bob, charlie):
    waiting = play.open_table(by=alice, private=True)
    going = begin(play.open_table(by=alice), alice, bob)
    done = finish(begin(play.open_table(by=alice, options="cap=20"), alice, charlie))
    assert list(Table.objects.open()) == [waiting]
    assert list(Table.objects.running()) == [going]
    assert list(Table.objects.finished()) == [done]
    assert waiting not in Table.objects.public()
    assert list(Table.objects.finished().for_player(charlie)) == [done]
    assert list(Table.objects.due(at=NOW + 3000)) == [going]
    assert [seat.table for seat in Seat.objects.played_by(alice)] == [done]


def test_a_list_costs_two_queries(alice, bob, django_assert_num_queries):
    for _ in range(3):
        play.resign(Order(begin(play.open_table(by=alice), alice, bob), bob))
    with django_assert_num_queries(2):
        rows = list(Table.objects.finished().newest().listed())
        assert [[seat.player.name for seat in row.seats.all()] for row in rows] == [
            ["Alice", "Bob"]
        ] * 3


def test_whoever_may_see_a_table_finds_it_by_its_code(opened, alice, bob, charlie):
    today = moment(now_ms()).date()
    ours = Circle.objects.create(name="Ours", owner=charlie)
    Member.objects.create(circle=ours, player=charlie)
    others = [{"circle": ours}, {"held_back": True}, {"day": today}, {"private": True}]
    others += [{"day": today - timedelta(days=1)}, {}]
    found = []
    for changes in others:
        usual = {"circle": None, "held_back": False, "day": None, "private": False}
        Table.objects.filter(pk=opened.pk).update(**usual | changes)
        for reader in (alice, bob, charlie, None):
            key = reader.pk if reader else None
            visible = Table.objects.visible_to(key).filter(pk=opened.pk).exists()
            assert (visible_table(opened.code.lower(), key) == opened) == visible
            found.append(visible)
    assert found == [*(n in (2, 4, 8) for n in range(12)), *[True] * 12]
    assert visible_table("NOBODY00", alice.pk) is None


def test_the_front_never_has_more_than_120_points():
    front = []
    for number in range(3001):
        front = grow_shares(front, number, [number, 52 - number])
        assert len(front) <= MOST_SHARES - 1
    step = share_stride(3000)
    assert front == [[n, 52 - n] for n in range(0, 3001, step)]


def test_a_short_front_has_every_battle():
    front = []
    for number in range(50):
        front = grow_shares(front, number, [number])
    assert front == [[n] for n in range(50)]


@pytest.mark.outer
def test_a_filled_history_is_like_a_real_one():
    call_command("fill_history", games=60, distinct=12, players=20, verbosity=0)
    tables = Table.objects.filter(reason=REASON)
    assert tables.count() == Seat.objects.filter(player__level="recruit").count() == 60
    assert len({table.code for table in tables}) == 60
    played = tables.filter(moves__isnull=False).distinct().order_by("id")
    assert played.count() == 12
    for table in played:
        assert verify(table).ok
        assert game_log.as_json(table)["deal"] == table.deal
    for table in tables:
        seats = list(table.seats.all())
        assert len(seats) == table.players == len({seat.player_id for seat in seats})
        assert {seat.ended_at for seat in seats} == {table.ended_at}
        assert table.ended_at is not None and any(seat.won for seat in seats)
    found = page(find(Filters()), None, 25, columns=Table.objects.listed())
    assert len(found.rows) == 25 and found.older is not None
    new = play.open_table(by=None, bots=("recruit", "recruit"))  # new ids continue after the copies
    assert new.pk > max(table.pk for table in tables)


def test_guests_of_old_empty_tables_are_forgotten(alice):
    guest, player = new_guest(), new_guest()
    empty = play.open_table(by=guest)
    finish(begin(play.open_table(by=alice, options="cap=20"), alice, player))
    long_ago = timezone.now() - timedelta(days=40)
    Player.objects.update(date_joined=long_ago, last_login=long_ago)
    assert not Player.objects.forgotten(at=timezone.now()).exists()
    play.tick(table=empty, now=NOW + 3_600_000)
    Table.objects.filter(pk=empty.pk).update(ended_at=long_ago)
    play.forget(at=timezone.now())
    people.forget_guests(at=timezone.now())
    assert not Table.objects.filter(pk=empty.pk).exists()
    assert not Player.objects.filter(pk=guest.pk).exists()
    assert Player.objects.filter(pk=player.pk).exists()


def test_who_is_erased_stays_in_his_games_as_a_number(running, alice, bob):
    play.resign(Order(running, alice))
    personal_data.erase(alice)
    running.refresh_from_db()
    assert f'[Seat1 "Deleted player {alice.pk}"]' in game_log.wsn(running)
    assert "Alice" not in "".join(line.text for _, line in game_log.lines(running))
    assert verify(running).ok
    assert personal_data.as_export(bob)["games"][0]["won"] is True


def test_a_guest_keeps_his_games_when_he_signs_up(alice):
    guest = new_guest()
    table = begin(play.open_table(by=guest), guest, alice)
    play.resign(Order(table, alice))
    people.introduce(guest, "Dora")
    assert [seat.table for seat in Seat.objects.played_by(guest)] == [table]
    assert Move.objects.filter(player=guest).exists()
