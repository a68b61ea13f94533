"""Every node and round of an elimination's plan, whoever is missing, and the places that follow
(17.3-17.5, 17.9)."""

import json

import pytest

from games.tournaments.models import Entrant, Pairing
from games.tournaments.writer import entries, rulings
from games.tournaments.writer.orders import Order
from tests.depth import share
from tests.referee.check import check
from tests.tournaments.conftest import WAR, new_players
from tests.tournaments.evening import Evening, exported, go_to

KNOCKOUT = WAR | {"format": "elimination", "rounds": None}
DOUBLE = WAR | {"format": "double", "rounds": None}
TABLES = {"game": "ww3", "options": "cap=10", "format": "elimination", "size": 3, "advance": 1}


def read(evening):
    """The rounds of the first stage, which the referee finds right."""
    told = exported(evening)
    assert [str(fault) for fault in check(json.dumps(told))] == []
    return told["stages"][0]["rounds"]


def nodes_of(one):
    """The round's nodes: the status of each one's pairing, or a bye."""
    tables = {table["node"]: table["status"] for table in one["pairings"]}
    return tables | {u["node"]: "bye" for u in one["unpaired"] if u["kind"] == "bye"}


def places(told):
    return {row["entrant"]: row["place"] for row in told}


def order_of(evening, director):
    return Order(evening.code, director, "It must be.", now=evening.now)


def test_a_round_in_which_nobody_plays_keeps_its_number_in_the_plan(director):
    evening = Evening(director, [DOUBLE], new_players(4))
    evening.advance()
    assert [one["status"] for one in read(evening)] == ["published"] + ["planned"] * 4
    assert nodes_of(read(evening)[1]) == {"W2.1": "planned", "L1.1": "planned"}
    losers = Pairing.objects.order_by("number")
    evening.away = {table.places.get(seat=2).entrant.player_id for table in losers}
    assert evening.run().state == "finished"
    rounds = read(evening)
    assert [(one["no"], one["status"]) for one in rounds] == [
        (number, "complete") for number in range(1, len(rounds) + 1)
    ]
    assert nodes_of(rounds[1]) == {"W2.1": "played", "L1.1": "empty"}
    assert nodes_of(rounds[2]) == {"L2.1": "bye"} and not rounds[2]["pairings"]
    assert nodes_of(rounds[3]) == {"F1.1": "played"}
    (empty,) = [table for table in rounds[1]["pairings"] if table["node"] == "L1.1"]
    assert (empty["seats"], empty["places"], empty["games"]) == ([], [], [])
    is_beaten = rounds[3]["pairings"][0]["places"] == [2, 1]
    beats = rounds[3]["pairings"][0]["seats"][0] == rounds[2]["unpaired"][0]["entrant"]
    assert len(rounds) == (5 if is_beaten != beats else 4)


@pytest.mark.parametrize("stage, entrants", [(KNOCKOUT, 4), (TABLES, 6)])
@pytest.mark.parametrize("leaving", share([1, 2]))
def test_a_final_that_absences_emptied_is_listed(director, stage, entrants, leaving):
    evening = Evening(director, [stage], new_players(entrants), break_s=600)
    go_to(evening, 1, "complete")
    finalists = Entrant.objects.filter(places__place=1, places__round__number=1)
    for one in finalists.order_by("number")[:leaving]:
        entries.withdraw(order_of(evening, director), one.player)
    assert evening.run().state == "finished"
    final = "W2.1" if stage is KNOCKOUT else "K2.1"
    assert nodes_of(read(evening)[1]) == {final: "bye" if leaving == 1 else "empty"}
    assert sorted(places(exported(evening)["final"]).values())[:2] == [1, 3 - leaving]


def test_directors_decide_before_a_round_has_begun(director):
    evening = Evening(director, [KNOCKOUT], new_players(4))
    go_to(evening, 1, "published")
    ruled, void = Pairing.objects.order_by("number")
    rulings.rule(order_of(evening, director), pairing=ruled.pk, places=[2, 1])
    rulings.void(order_of(evening, director), pairing=void.pk)
    assert evening.run().state == "finished"
    first, final = read(evening)
    assert [
        (one["status"], one["places"], one["points"], one["games"]) for one in first["pairings"]
    ] == [
        ("ruled", [2, 1], ["0", "0"], []),
        ("void", None, ["0", "0"], []),
    ]
    assert nodes_of(final) == {"W2.1": "bye"}
    winner = first["pairings"][0]["seats"][1]
    assert places(exported(evening)["final"])[winner] == 1


def test_a_ruling_takes_back_later_rounds_in_which_nobody_played(director):
    evening = Evening(director, [KNOCKOUT], new_players(4), hold_min=5)
    go_to(evening, 1, "published")
    tables = list(Pairing.objects.order_by("number"))
    for table in tables:
        rulings.void(order_of(evening, director), pairing=table.pk)
    go_to(evening, 2, "complete")
    assert nodes_of(read(evening)[1]) == {"W2.1": "empty"}
    for table in tables:
        rulings.rule(order_of(evening, director), pairing=table.pk, places=[1, 2])
    evening.advance()
    assert [one["status"] for one in read(evening)] == ["complete", "planned"]


@pytest.mark.parametrize("stage", share([KNOCKOUT, TABLES]))
def test_everybody_moves_up_behind_a_disqualified_finalist(director, stage):
    evening = Evening(director, [stage], new_players(6), hold_min=5)
    go_to(evening, 3 if stage is KNOCKOUT else 2, "complete")
    before = places(exported(evening)["stages"][0]["standings"][-1]["rows"])
    (champion,) = [entrant for entrant, place in before.items() if place == 1]
    player = Entrant.objects.get(number=champion).player
    entries.disqualify(order_of(evening, director), player)
    assert evening.run().state == "finished"
    read(evening)
    told = exported(evening)
    right = {e: None if e == champion else place - 1 for e, place in before.items()}
    assert places(told["stages"][0]["standings"][-1]["rows"]) == places(told["final"]) == right
