"""Whole tournaments on real tables: rounds, no-shows, results, standings, stages."""

from fractions import Fraction
from itertools import combinations

import pytest

from games.table import refusals
from games.table.models import Table
from games.table.writer import play
from games.table.writer.orders import Order as TableOrder
from games.tournaments.log import Act
from games.tournaments.models import Entrant, Pairing, Place, Round, Tournament, TournamentGame
from games.tournaments.refusals import Refused
from games.tournaments.writer import automation, entries, life
from games.tournaments.writer.orders import Order
from tests.tournaments.chain import first_break
from tests.tournaments.conftest import NOW, WAR, new_players
from tests.tournaments.evening import CALL, GRACE, Evening

WW3 = {"game": "ww3", "size": 4, "options": "cap=10"}


def names(tournament):
    return list(Act.objects.filter(tournament=tournament).values_list("act", flat=True))


def test_a_swiss_of_five_from_the_first_draw_to_the_last_standing(director):
    evening = Evening(director, [WAR], new_players(5))
    ended = evening.run()
    assert (ended.state, ended.due_ms, ended.question) == ("finished", None, "")
    rounds = list(Round.objects.order_by("number"))
    assert [(r.number, r.state, r.method) for r in rounds] == [
        (number, "complete", "dutch") for number in (1, 2, 3)
    ]
    for one in rounds:  # everybody once in each, one of them with the bye
        entrants = one.places.values_list("entrant__number", flat=True)
        assert sorted(entrants) == [1, 2, 3, 4, 5]
        assert one.places.filter(pairing=None).get().kind == "bye"
        assert one.begins_ms == one.published_ms + CALL
    met = [
        tuple(sorted(pairing.places.values_list("entrant", flat=True)))
        for pairing in Pairing.objects.all()
    ]
    assert len(met) == len(set(met)) == 6
    rows = ended.stages.get().standings.get(after=3).rows
    points = {row["entrant"]: row["points"] for row in rows}
    assert sum(map(float, points.values())) == 9 and rows[0]["place"] == 1
    round_acts = ["draw", "publish", "begin", "result", "result", "complete"]
    assert names(ended)[-19:] == [*round_acts * 3, "finish"]
    log = [a.as_json() | {"hash": a.hash} for a in Act.objects.filter(tournament=ended)]
    assert first_break(log) is None


def test_who_does_not_come_loses_the_point_and_is_not_drawn_until_back(director):
    players = new_players(4)
    evening = Evening(director, [WAR], players)
    evening.away = {players[0].pk}
    while not Act.objects.filter(act="noshow").exists():
        evening.come()
        evening.play()
        assert evening.advance()
    begun = Round.objects.get(number=1).begun_ms
    told = Act.objects.get(act="noshow")
    absent = Entrant.objects.get(player=players[0])
    assert told.at_ms == begun + GRACE and told.args["absent"] == [absent.number]
    assert absent.away
    pairing = Pairing.objects.get(status="walkover")
    assert dict(pairing.places.values_list("points", "place")) == {"1": 1, "0": None}
    assert pairing.games.get().table.status == "aborted"
    evening.run()
    kinds = Place.objects.filter(entrant=absent, pairing=None).order_by("round__number")
    assert list(kinds.values_list("kind", flat=True)) == ["absent", "absent"]
    entries_after = Entrant.objects.get(pk=absent.pk)
    assert entries_after.status == "playing"


def test_announced_absence_is_worth_half_a_win_once(director):
    players = new_players(5)
    evening = Evening(director, [WAR], players)
    entries.miss(Order(evening.code, players[2], now=NOW), players[2], rounds=[1, 2])
    evening.run()
    missed = Place.objects.filter(entrant__player=players[2], pairing=None)
    found = list(missed.order_by("round__number").values_list("kind", "points"))
    assert found[:2] == [("half", "1/2"), ("absent", "0")]


def test_a_withdrawal_resigns_the_game_and_ends_the_drawing(director):
    players = new_players(4)
    evening = Evening(director, [WAR], players)
    evening.come()
    while not Table.objects.running().exists():
        assert evening.advance()
        evening.come()
    entries.withdraw(Order(evening.code, players[1], now=evening.now), players[1])
    game = TournamentGame.objects.get(table__seats__player=players[1])
    assert (game.table.status, game.table.end) == ("finished", "resign")
    evening.run()
    kinds = Place.objects.filter(entrant__player=players[1]).order_by("round__number")
    assert list(kinds.values_list("kind", flat=True)) == ["played", "withdrawn", "withdrawn"]


def test_with_too_few_left_a_director_is_asked(director):
    players = new_players(4)
    evening = Evening(director, [WAR], players)
    while not Round.objects.filter(state="complete").exists():
        evening.come()
        evening.play()
        evening.advance()
    for player in players[1:]:
        entries.withdraw(Order(evening.code, player, now=evening.now), player)
    waiting = evening.run()
    assert (waiting.state, waiting.question, waiting.due_ms) == ("running", "TOO_FEW", None)
    ended = life.finish(Order(evening.code, director, now=evening.now))
    assert (ended.state, ended.question, ended.due_ms) == ("finished", "", None)
    rows = ended.stages.get().standings.order_by("after").last().rows
    assert rows[0]["place"] == 1 and all(row["ties"]["lot"] for row in rows)


def test_a_knockout_ends_when_the_others_have_gone(director):
    players = new_players(4)
    stage = WAR | {"format": "elimination", "rounds": None}
    evening = Evening(director, [stage], players, break_s=600)
    while not Round.objects.filter(state="complete").exists():
        evening.come()
        evening.play()
        evening.advance()
    left = Place.objects.filter(place=1).select_related("entrant__player").first()
    entries.withdraw(Order(evening.code, left.entrant.player, now=evening.now), left.entrant.player)
    ended = evening.run()
    assert (ended.state, Round.objects.count()) == ("finished", 2)  # one in which nobody plays
    rows = ended.stages.get().standings.order_by("after").last().rows
    assert [row["place"] for row in rows] == [1, 2, 3, 3]
    assert rows[1]["entrant"] == left.entrant.number


@pytest.mark.parametrize(
    "final, left",
    [({"format": "elimination", "rounds": None}, 1), ({"format": "roundrobin", "size": 3}, 2)],
)
def test_a_stage_that_too_few_are_left_for_waits_for_a_director(director, final, left):
    final = WAR | {"take": 3, "least": left + 1} | final
    players = new_players(4)
    evening = Evening(director, [WAR | {"rounds": 1}, final], players)
    evening.come()
    while not Table.objects.running().exists():
        evening.advance()
        evening.come()
    for player in players[left:]:
        entries.withdraw(Order(evening.code, player, now=evening.now), player)
    waiting = evening.run()
    assert (waiting.state, waiting.question, waiting.due_ms) == ("running", "TOO_FEW", None)
    assert life.finish(Order(evening.code, director)).state == "finished"


@pytest.mark.parametrize("entrants, byes", [(6, 2), (8, 0)])
def test_a_knockout_with_a_match_for_the_third_place(director, entrants, byes):
    stage = WAR | {"format": "elimination", "third": True, "rounds": None}
    evening = Evening(director, [stage], new_players(entrants))
    ended = evening.run()
    assert ended.state == "finished"
    first = Round.objects.get(number=1)
    assert first.places.filter(kind="bye", pairing=None).count() == byes
    rows = ended.stages.get().standings.order_by("after").last().rows
    assert [row["place"] for row in rows][:4] == [1, 2, 3, 4]
    assert Pairing.objects.filter(node="P3").count() == 1


class LostFinal(Evening):
    """The first final is resigned by the finalist who has not lost before."""

    def play(self):
        for game in TournamentGame.objects.filter(pairing__node="F1.1", table__status="running"):
            unbeaten = Place.objects.get(pairing__node="W2.1", place=1).entrant.player
            play.resign(TableOrder(game.table, unbeaten, now=self.now))
        super().play()


def test_in_a_double_elimination_the_final_is_played_again_when_the_unbeaten_lose(director):
    stage = WAR | {"format": "double", "rounds": None}
    ended = LostFinal(director, [stage], new_players(4)).run()
    assert ended.state == "finished"
    nodes = [
        sorted(one.pairings.values_list("node", flat=True))
        for one in Round.objects.order_by("number")
    ]
    assert nodes == [["W1.1", "W1.2"], ["L1.1", "W2.1"], ["L2.1"], ["F1.1"], ["F2.1"]]
    rows = ended.stages.get().standings.order_by("after").last().rows
    assert [row["place"] for row in rows] == [1, 2, 3, 4]
    champion = Place.objects.get(pairing__node="F2.1", place=1)
    assert rows[0]["entrant"] == champion.entrant.number


def test_a_match_goes_on_in_exchanged_seats_until_one_has_more_than_half(director):
    stage = WAR | {"format": "elimination", "games": 3, "rounds": None}
    evening = Evening(director, [stage], new_players(2))
    ended = evening.run()
    assert ended.state == "finished"
    games = list(TournamentGame.objects.order_by("number"))
    assert 2 <= len(games) <= 5
    seated = [
        list(game.table.seats.order_by("number").values_list("player", flat=True)) for game in games
    ]
    assert seated[1] == seated[0][::-1]


def test_the_best_of_a_swiss_play_an_elimination(director):
    final = WAR | {"format": "elimination", "take": 2, "rounds": None}
    evening = Evening(director, [WAR | {"rounds": 2}, final], new_players(4))
    ended = evening.run()
    assert ended.state == "finished"
    swiss, knockout = ended.stages.order_by("number")
    best = [row["entrant"] for row in swiss.standings.get(after=2).rows[:2]]
    field = knockout.field.order_by("number").values_list("entrant__number", flat=True)
    assert list(field) == best
    assert Round.objects.filter(stage=knockout).count() == 1


def test_a_round_robin_with_a_free_entrant(director):
    stage = WAR | {"format": "roundrobin", "rounds": None}
    ended = Evening(director, [stage], new_players(3)).run()
    assert ended.state == "finished"
    free = Place.objects.filter(kind="free").values_list("entrant__number", flat=True)
    assert sorted(free) == [1, 2, 3] and Pairing.objects.count() == 3


def test_a_swiss_at_tables_of_four_counts_places_and_short_tables(director):
    evening = Evening(director, [WW3 | {"rounds": 2}], new_players(7))
    ended = evening.run()
    assert ended.state == "finished"
    for one in Round.objects.order_by("number"):
        sizes = [pairing.places.count() for pairing in one.pairings.order_by("number")]
        assert sorted(sizes) == [3, 4] and one.method == "cost" and one.cost["short"] is not None
    points = [row["points"] for row in ended.stages.get().standings.get(after=2).rows]
    assert sum(map(Fraction, points)) == 2 * (6 + Fraction(9, 2))
    tables = [game.table for game in TournamentGame.objects.select_related("table")]
    assert {(table.players, table.status) for table in tables} == {(3, "finished"), (4, "finished")}


def test_bots_fill_a_table_that_is_too_small_and_are_nobodys_opponent(director):
    players = new_players(4)
    stage = {"game": "ultimate", "size": 4, "least": 3, "rounds": 1}
    evening = Evening(director, [stage], players)
    evening.away = {players[0].pk}
    while not Round.objects.filter(state="published").exists():
        evening.advance()
    entries.withdraw(Order(evening.code, players[1], now=evening.now), players[1])
    ended = evening.run()
    assert ended.state == "finished"
    pairing = Pairing.objects.get()
    table = pairing.games.get().table
    assert (table.players, table.seats.filter(bot=True).count()) == (3, 1)
    came = pairing.places.exclude(place=None)
    assert sorted(came.values_list("place", "points")) == [(1, "3"), (2, "0")]


def test_a_game_that_takes_too_long_is_counted_as_it_stands(director):
    evening = Evening(
        director, [WAR | {"rounds": 1, "options": "pace=auto"}], new_players(2), limit_min=1
    )
    evening.play = lambda: [play.tick(table=t, now=evening.now) for t in Table.objects.running()]
    ended = Tournament.objects.get()
    for _ in range(60):
        evening.come()
        evening.play()
        evening.advance()
        evening.now += 20_000
        ended = evening.row
    assert ended.state == "finished"
    game = TournamentGame.objects.get()
    assert (game.table.end, game.pairing.status) == ("limit", "adjudicated")


def test_a_pause_gives_everybody_the_time_back(director):
    players = new_players(4)
    evening = Evening(director, [WAR | {"rounds": 1}], players)
    evening.away = {players[0].pk}
    evening.come()
    while not Table.objects.running().exists():
        evening.advance()
        evening.come()
    began, minutes = Round.objects.get().begun_ms, 7 * 60_000
    act = Order(evening.code, director)
    life.pause(act._replace(reason="Fire alarm.", now=began + 1000), tables=True)
    assert automation.advance(tournament=evening.pk, now=began + minutes) is None
    running = Table.objects.running().get()
    with pytest.raises(refusals.Refused, match="PAUSED"):
        play.resign(TableOrder(running, running.seats.first().player, now=began + minutes))
    life.resume(act._replace(now=began + 1000 + minutes))
    assert evening.row.due_ms == began + GRACE + minutes
    evening.now = began + 1000 + minutes
    assert evening.run().state == "finished"


def test_a_round_robin_at_tables_follows_its_plan_without_those_who_left(director):
    players = new_players(9)
    stage = {"game": "war", "options": "cap=20;pace=auto", "size": 3, "format": "roundrobin"}
    evening = Evening(director, [stage | {"rounds": 4}], players)
    stage = evening.row.stages.get()
    seeds = {seed.number: seed.entrant.number for seed in stage.field.all()}
    while not Round.objects.filter(number=1, state="complete").exists():
        evening.come()
        evening.play()
        evening.advance()
    entries.withdraw(Order(evening.code, players[8], now=evening.now), players[8])
    ended = evening.run()
    assert ended.state == "finished"
    for one, tables in zip(Round.objects.order_by("number"), stage.plan, strict=True):
        planned = [[seeds[seed] for seed in table] for table in tables]
        if one.number > 2:  # the second was drawn before
            planned = [[e for e in table if e != 9] for table in planned]
        drawn = [
            list(pairing.places.order_by("seat").values_list("entrant__number", flat=True))
            for pairing in one.pairings.order_by("number")
        ]
        assert drawn == planned and one.method == "design"
    pairs = [pair for table in sum(stage.plan, []) for pair in combinations(sorted(table), 2)]
    assert len(pairs) == len(set(pairs)) == 36  # everybody was to meet everybody once


def test_the_rounds_of_a_stage_that_runs_fit_its_plan(director):
    robin = WAR | {"format": "roundrobin", "rounds": None}
    evening = Evening(director, [robin], new_players(4), break_s=600)
    edit = Order(evening.code, director, reason="It is late.")
    with pytest.raises(Refused, match="rounds"):
        life.edit(edit, changes={"rounds": 4})
    while not Round.objects.filter(number=1, state="complete").exists():
        evening.come()
        evening.play()
        assert evening.advance()
    life.edit(edit, changes={"rounds": 1})
    assert evening.run().state == "finished" and Round.objects.count() == 1
