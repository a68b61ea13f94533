"""Tables at which others decide who sits: players keep to it, and it begins without the absent."""

import pytest

from games.accounts.models import Player
from games.table.models import Table
from games.table.reading import game_log
from games.table.reading.verification import verify
from games.table.refusals import Refused
from games.table.writer import arranged, play
from games.table.writer.orders import Order
from tests.table.conftest import NOW, finish

ENTROPY = bytes(range(16))


@pytest.fixture
def four(db):
    return [Player.objects.create_user(f"player {n}") for n in range(1, 5)]


def seated(table):
    seats = Table.objects.get(pk=table.pk).seats.order_by("number")
    return list(seats.values_list("number", "player__name"))


def open_for(players, game="ww3", **more):
    seatings = [players]
    return arranged.open_arranged(game=game, options="", seatings=seatings, now=NOW, **more)[0]


def test_it_is_dealt_when_all_are_ready_and_not_before(four):
    table = open_for(four)
    assert seated(table) == [(n, f"player {n}") for n in range(1, 5)]
    for player in four[:3]:
        play.ready(Order(table, player, now=NOW), entropy=ENTROPY)
    play.tick(table=table, now=NOW + 3_600_000)  # nobody's patience ends
    assert Table.objects.get().status == "open"
    play.ready(Order(table, four[3], now=NOW), entropy=ENTROPY)
    assert Table.objects.get().status == "running"


def test_players_neither_leave_nor_join_nor_bring_bots(four, charlie):
    table = open_for(four)
    for function, player, arguments in (
        (play.sit, charlie, {}),
        (play.leave, four[0], {}),
        (play.seat_bot, four[0], {"level": "sergeant"}),
        (play.unseat_bot, four[0], {"number": 2}),
    ):
        with pytest.raises(Refused, match="ARRANGED"):
            function(Order(table, player), **arguments)


def test_it_begins_with_those_who_came_and_what_they_sent_counts(four):
    table = open_for(four)
    play.ready(Order(table, four[3], now=NOW), entropy=ENTROPY)
    play.mark_back(Order(table, four[0], now=NOW))
    assert arranged.came([table]) == {table.pk: {1, 4}}
    here = [four[0], four[3]]
    assert arranged.deal_to(table=table, players=here, now=NOW + 1)
    assert not arranged.deal_to(table=table, players=here, now=NOW + 2)
    dealt = Table.objects.get()
    assert (dealt.status, dealt.players) == ("running", 2) and "seats=2" in dealt.options
    assert seated(table) == [(1, "player 1"), (2, "player 4")]
    assert bytes(dealt.seats.get(number=2).entropy) == ENTROPY
    play.play_out(table=table, decide=lambda _: [], until=NOW + 10**9)
    assert verify(Table.objects.get()).ok


def test_bots_fill_a_table_that_is_too_small_for_its_game(four):
    table = open_for(four[:3], game="ultimate")
    assert arranged.deal_to(table=table, players=[*four[:2], None], now=NOW)
    assert [seat.bot for seat in Table.objects.get().seats.order_by("number")] == [0, 0, 1]


def test_it_can_be_called_off(four):
    table = open_for(four)
    assert arranged.call_off(table=table, reason="Nobody came.", now=NOW)
    assert not arranged.call_off(table=table, reason="Nobody came.", now=NOW)
    assert not arranged.deal_to(table=table, players=four, now=NOW)
    assert Table.objects.get().reason == "Nobody came."


def test_players_agree_to_end_a_game_only_where_that_is_allowed(four):
    for agree in (False, True):
        table = open_for(four[:2], agree=agree)
        arranged.deal_to(table=table, players=four[:2], now=NOW)
        if agree:
            play.offer(Order(table, four[0], now=NOW + 5000), what="finish")
            continue
        with pytest.raises(Refused, match="NO_SUCH_OFFER"):
            play.offer(Order(table, four[0], now=NOW + 5000), what="finish")


def at_limit(players, **more):
    table = open_for(players[:2], limit_ms=600_000, **more)
    arranged.deal_to(table=table, players=players[:2], now=NOW)
    return table


@pytest.mark.parametrize("game", ["war", "ww3"])
def test_the_server_ends_a_game_at_its_limit(four, game):
    table = at_limit(four, game=game)
    finish(table)
    ended = Table.objects.get()
    assert (ended.end, ended.ended_at.timestamp() * 1000) == ("limit", NOW + 600_000)
    assert ended.moves.last().args == {"end": 7} and verify(ended).ok
    wsn = game_log.wsn(ended)
    assert '[End "limit"]' in wsn and wsn.endswith("!l\n")


def test_the_limit_moves_with_an_outage_and_can_be_extended(four):
    table = at_limit(four, game="war")
    arranged.extend(table=table, minutes=5, now=NOW + 1000)
    play.pulse(now=NOW + 2000)
    play.pulse(now=NOW + 62_000)
    finish(table)
    ended = Table.objects.get()
    assert ended.ended_at.timestamp() * 1000 == NOW + 900_000 + 60_000
    with pytest.raises(Refused, match="GAME_OVER"):
        arranged.extend(table=table, minutes=5)


def test_a_restart_aborts_the_game_and_opens_the_same_table_again(four):
    more = {"agree": True, "forfeit_after_s": 300, "limit_ms": 600_000, "private": True}
    table = open_for(four[::-1], **more)
    arranged.deal_to(table=table, players=[four[2], four[0]], now=NOW)
    arranged.pause(table=table, reason="Wrong cards", now=NOW + 1000)
    new = arranged.restart(table=table, reason="Wrong cards", now=NOW + 2000)
    table.refresh_from_db()
    assert (table.status, table.reason, table.paused_ms) == ("aborted", "Wrong cards", None)
    assert (new.status, new.arranged, new.options) == ("open", True, "seats=2")
    assert {name: getattr(new, name) for name in more} == more
    assert seated(new) == seated(table) == [(1, "player 3"), (2, "player 1")]
    again = arranged.restart(table=table, reason="Once more", now=NOW + 3000)
    table.refresh_from_db()
    assert again != new and table.reason == "Wrong cards"
