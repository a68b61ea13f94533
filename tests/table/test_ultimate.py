"""A game where the time decides what is allowed."""

import pytest

from games.table.models import Move, Table
from games.table.reading.verification import verify
from games.table.refusals import Refused
from games.table.writer import play
from games.table.writer.orders import Order
from tests.table.conftest import NOW, begin


def test_an_act_is_judged_at_its_own_moment(alice, bob, charlie):
    """Nothing happens in between: a war is too early, and seconds later it is not."""
    table = play.open_table(by=alice, game="ultimate", options="seats=3", now=NOW)
    begin(table, alice, bob, charlie)
    call = {"name": "war", "args": {"seat": 2}}
    with pytest.raises(Refused, match="long enough"):
        play.act(Order(table, alice, now=NOW + 5_000), **call)
    play.act(Order(table, alice, now=NOW + 11_000), **call)
    events = Move.objects.filter(table=table).latest("number").events
    assert events[0]["ev"] == "call_war"


def test_a_game_ends_and_verifies_under_the_rules_it_was_dealt_under(alice, bob, charlie):
    """After an update of the site, which finds a state of another layout: with version 2 the
    clock of the game does not stop while the table is called."""
    ends = {}
    for version in (2, 3):
        rules = "clock=300000;multi=on;multi_window=30000;seats=3"
        table = play.open_table(by=alice, game="ultimate", options=rules, now=NOW)
        begin(table, alice, bob, charlie)
        Table.objects.filter(pk=table.pk).update(rules_version=version, state=b"older")
        call = {"src": "stack", "force": "none"}
        play.act(Order(table, alice, now=NOW + 299_000), name="multi", args=call)
        play.tick(table=table, now=NOW + 331_000)
        table.refresh_from_db()
        ends[version] = Move.objects.filter(table=table).latest("number").at_ms
        assert (table.end, table.rules_version) == ("clock", version)
        assert verify(table).ok
    assert ends[3] - ends[2] == 30_000
