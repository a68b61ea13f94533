"""Tables to which nobody came, in every format: nobody scores (6.5)."""

import json
from contextlib import suppress
from fractions import Fraction

import pytest

from games.table.models import Table
from games.tournaments.models import Pairing, Round
from games.tournaments.refusals import Refused
from games.tournaments.writer import arena, entries, rounds, tables
from games.tournaments.writer.orders import Order
from tests.depth import share
from tests.referee.check import check
from tests.tournaments.conftest import WAR, new_players
from tests.tournaments.evening import ARENA, Arena, Evening, exported, go_to

WW3 = {"game": "ww3", "rounds": 2, "options": "cap=10"}
STAGES = {
    "dutch": WAR,
    "cost": WAR | {"engine": "cost"},
    "swiss of three": WW3 | {"size": 3},
    "berger": WAR | {"format": "roundrobin", "rounds": None},
    "plan": WW3 | {"size": 3, "format": "roundrobin"},
    "duplicate": WW3 | {"size": 3, "deals": "duplicate"},
    "single": WAR | {"format": "elimination", "rounds": None},
    "cut": WW3 | {"size": 3, "format": "elimination", "rounds": None},
    "double": WAR | {"format": "double", "rounds": None},
}

pytestmark = pytest.mark.django_db


def verify(evening, *, annulled=False):
    """Nobody has points from a table to which nobody came; the referee agrees with everything."""
    told = exported(evening)
    stages = told["stages"]
    empty = [
        pairing
        for stage in stages
        for round_ in stage["rounds"]
        for pairing in round_["pairings"]
        if pairing["status"] == "noshow"
    ]
    assert empty or annulled
    for pairing in empty:
        assert not any(map(Fraction, pairing["points"] or ()))
        is_common = stages[0]["settings"]["deals"] == "duplicate"
        assert (pairing["places"] is None) == is_common
        assert not any(game["status"] == "counted" for game in pairing["games"])
    assert list(check(json.dumps(told))) == []


def seated(pairing):
    return [place.entrant.player for place in pairing.places.select_related("entrant__player")]


@pytest.mark.parametrize("name", share(STAGES))
def test_nobody_comes_to_a_table(director, name):
    evening = Evening(director, [STAGES[name]], new_players(9))
    while not Table.objects.exists():
        evening.advance()
    evening.away = {player.pk for player in seated(Pairing.objects.get(number=1))}
    evening.run()
    verify(evening)


@pytest.mark.outer
@pytest.mark.parametrize("back", [1, 2])
@pytest.mark.parametrize("name", share(["arena", *STAGES]))
def test_players_leave_before_their_table_opens_and_come_back(director, name, back):
    """The table never opened, so nobody came to it, however many are there again when its worker,
    which was killed, goes on."""
    made, stage = (Arena, ARENA) if name == "arena" else (Evening, STAGES[name])
    evening = made(director, [stage], new_players(9))
    begin(evening)
    round_ = Round.objects.get(state="opening")
    players = seated(Pairing.objects.get(number=1))
    for player in players:
        entries.withdraw(Order(evening.code, player, now=evening.now), player)
    while tables.open_tables(round_, now=evening.now):
        pass
    tables.play_on(round_, now=evening.now)
    for player in players[:back]:
        with suppress(Refused):  # whoever leaves a schedule so early has left it for good
            entries.come_back(Order(evening.code, player, now=evening.now), player)
    assert evening.run().state == "finished"
    verify(evening, annulled=name == "berger")


def begin(evening):
    """Begin the first round, and open none of its tables."""
    order = Order(evening.code, now=evening.now)
    if isinstance(evening, Arena):
        arena.wave(order, present={player.pk for player in evening.players})
        return
    go_to(evening, 1, "published")
    rounds.begin(Order(evening.code, now=evening.now))
