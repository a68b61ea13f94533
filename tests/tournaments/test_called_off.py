"""Games that had started and do not count, as the export lists them (17.2)."""

import json

from games.tournaments.log import Act
from games.tournaments.models import Pairing
from games.tournaments.writer import entries, life, rulings
from games.tournaments.writer.orders import Order
from tests.referee.check import check
from tests.tournaments.conftest import WAR, new_players
from tests.tournaments.evening import Evening, exported, go_to, refused

BERGER = WAR | {"format": "roundrobin", "rounds": None}


def test_every_game_that_was_called_off_is_listed_once_with_the_act_that_did_it(director):
    evening = Evening(director, [BERGER], new_players(6))
    go_to(evening, 1, "playing")

    def order():
        evening.now += 1000
        return Order(evening.code, director, "It must be.", now=evening.now)

    def causes(rounds="rounds"):
        told = exported(evening)
        assert [str(fault) for fault in check(json.dumps(told))] == []
        return [
            [(game["no"], game["status"], game["cause"]) for game in pairing["games"]]
            for pairing in told["stages"][0][rounds][0]["pairings"]
        ]

    first, second, third = Pairing.objects.order_by("number")
    rulings.restart(order(), pairing=first.pk)
    rulings.rule(order(), pairing=second.pk, places=[1, 2])
    rulings.void(order(), pairing=third.pk)
    restarted, ruled, void = [(1, "void", "restart")], [(1, "void", "rule")], [(1, "void", "void")]
    assert causes() == [restarted, ruled, void]  # the second game of the first has not started
    rulings.restart(order(), pairing=third.pk)
    evening.come()
    entries.withdraw(order()._replace(by=(left := first.places.first().entrant.player)), left)
    withdrawn, going_on = (2, "void", "withdraw"), (2, "counted", None)
    assert causes() == [[*restarted, withdrawn], ruled, [*void, going_on]]
    rulings.undo(order())
    undone = [[*restarted, withdrawn], ruled, [*void, (2, "void", "undo")]]
    assert causes("undone") == undone


def test_a_game_that_a_disqualification_ended_is_listed_with_that_act(director):
    evening = Evening(director, [BERGER], new_players(4))
    go_to(evening, 1, "playing")
    order = Order(evening.code, director, "Two accounts.", now=evening.now + 1000)
    entries.disqualify(order, Pairing.objects.first().places.first().entrant.player)
    told = exported(evening)
    games = [game for one in told["stages"][0]["rounds"][0]["pairings"] for game in one["games"]]
    assert sorted(game["cause"] or "" for game in games) == ["", "disqualify"]
    assert check(json.dumps(told)) == []


def test_a_finished_game_that_is_declared_void_ends_with_that_act(director):
    evening = Evening(director, [WAR | {"rounds": 2}], new_players(4))
    go_to(evening, 2, "playing")
    evening.now += 1000
    order = Order(evening.code, director, "A wrong deck.", now=evening.now)
    rulings.void(order, pairing=Pairing.objects.order_by("round", "number")[0].pk)
    told = exported(evening)["stages"][0]["rounds"]
    game = told[0]["pairings"][0]["games"][0]
    assert (game["status"], game["cause"], game["ended"]) == ("void", "void", evening.now)
    life.cancel(order)
    games = [p["games"][0] for p in exported(evening)["stages"][0]["rounds"][1]["pairings"]]
    assert {(one["status"], one["cause"], one["ended"]) for one in games} == {
        ("void", "cancel", evening.now)
    }
    assert check(json.dumps(exported(evening))) == []


def test_a_game_that_does_not_count_is_called_off(director):
    players = new_players(5)
    evening = Evening(director, [BERGER], players)
    go_to(evening, 1, "playing")
    pairing = Pairing.objects.filter(status="open").first()
    player = pairing.places.first().entrant.player
    entries.withdraw(Order(evening.code, player, now=evening.now), player)
    assert pairing.games.get().table.status == "aborted"
    told = Act.objects.filter(act="result").latest("number")
    assert (told.role, told.args["status"], told.args["places"]) == ("system", "annulled", None)
    refused("ANNULLED", entries.come_back, Order(evening.code, player), player)
    assert evening.run().state == "finished"
