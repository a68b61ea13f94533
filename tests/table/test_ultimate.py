"""A game where the time decides what is allowed."""

import pytest

from games.table.models import Move
from games.table.refusals import Refused
from games.table.writer import play
from tests.table.conftest import NOW, begin


def test_an_act_is_judged_at_its_own_moment(alice, bob, charlie):
    """Nothing happens in between: a war is too early, and seconds later it is not."""
    table = play.open_table(by=alice, game="ultimate", options="seats=3", now=NOW)
    begin(table, alice, bob, charlie)
    call = {"table": table, "player": alice, "name": "war", "args": {"seat": 2}}
    with pytest.raises(Refused, match="long enough"):
        play.act(**call, now=NOW + 5_000)
    play.act(**call, now=NOW + 11_000)
    events = Move.objects.filter(table=table).latest("number").events
    assert events[0]["ev"] == "call_war"
