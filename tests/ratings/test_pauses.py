"""Players who are paused play no rated games."""

from datetime import timedelta

import pytest

from games.accounts import sanctions
from games.accounts.sanctions import ConductRule, SanctionKind
from games.table.clock import moment
from games.table.refusals import Refused
from games.table.writer import play
from games.table.writer.orders import Order
from tests.table.conftest import NOW

pytestmark = pytest.mark.django_db


def pause(player):
    sanctions.impose(
        player=player,
        kind=SanctionKind.PAUSE,
        rule=ConductRule.CHEATING,
        lasts=timedelta(hours=1),
        now=moment(NOW),
    )


def test_a_paused_player_neither_opens_nor_joins_a_rated_table(accounts):
    anna, ben = accounts[:2]
    pause(ben)
    with pytest.raises(Refused, match="NOT_RATABLE"):
        play.open_table(by=ben, game="ww3", rated=True, now=NOW)
    table = play.open_table(by=anna, game="ww3", rated=True, now=NOW)
    with pytest.raises(Refused, match="NOT_RATABLE"):
        play.sit(Order(table, ben, now=NOW))
    play.open_table(by=ben, game="ww3", now=NOW)
    later = NOW + 3_600_000
    play.open_table(by=ben, game="ww3", rated=True, now=later)


def test_nothing_is_dealt_to_a_paused_player_and_the_log_says_so(accounts):
    anna, ben = accounts[:2]
    table = play.open_table(by=anna, game="ww3", options="seats=2", rated=True, now=NOW)
    play.sit(Order(table, ben, now=NOW))
    play.ready(Order(table, ben, now=NOW), entropy=bytes(16))
    pause(ben)
    play.ready(Order(table, anna, now=NOW), entropy=bytes(16))
    table.refresh_from_db()
    assert table.status == "open" and not table.seats.get(player=ben).ready
    assert table.moves.order_by("number").last().act == "unready"
