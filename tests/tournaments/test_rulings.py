"""Acts of directors about results and rounds: rulings, void games, restarts, more time, undoing."""

import json
from fractions import Fraction

import pytest

from games.table.models import Table
from games.tournaments.log import Act
from games.tournaments.models import Entrant, Pairing, Place, Round, TournamentGame
from games.tournaments.pairing import dutch
from games.tournaments.reading.export import export
from games.tournaments.reading.record import field_of, record_of, settings_of
from games.tournaments.writer import automation, entries, life, rounds, rulings
from games.tournaments.writer.orders import Order
from tests.referee.check import check
from tests.tournaments.conftest import MINUTE, WAR, new_director, new_players
from tests.tournaments.evening import Evening, exported, go_to, refused
from tests.tournaments.results import record_with, seats_of

KNOCKOUT = WAR | {"format": "elimination", "rounds": None}
BERGER = WAR | {"format": "roundrobin", "rounds": None}


def act(evening, director, reason="A wrong result."):
    return Order(evening.code, director, reason, now=evening.now)


def table_of(number, pairing=1):
    rows = Pairing.objects.exclude(round__state="undone")
    return rows.get(round__number=number, number=pairing)


def players_at(pairing):
    return list(pairing.places.order_by("seat").values_list("entrant__player", flat=True))


def turned(pairing):
    """The other wins."""
    return [2, 1] if pairing.places.order_by("seat").first().place == 1 else [1, 2]


def last_act(name):
    return Act.objects.filter(act=name).latest("number")


def points_after(number):
    rows = Round.objects.get(number=number).stage.standings.get(after=number).rows
    return {row["entrant"]: row["points"] for row in rows}


def row_of(evening, entrant, after):
    rows = evening.row.stages.get().standings.get(after=after).rows
    return next(row for row in rows if row["entrant"] == entrant)


# Rulings ---------------------------------------------------------------------------------


def test_a_ruling_on_round_one_changes_standings_and_the_next_draw_alone(director):
    """TX-12"""
    evening = Evening(director, [WAR | {"rounds": 4}], new_players(6))
    third = go_to(evening, 3, "playing")
    seats = list(Place.objects.filter(round=third).values_list("entrant", "seat"))
    stored = {number: points_after(number) for number in (1, 2)}
    first = Pairing.objects.filter(round__number=1, places__place=2).first()
    before = list(first.places.order_by("seat").values_list("place", "points"))
    winner, loser = first.places.order_by("place").values_list("entrant__number", flat=True)
    rulings.rule(act(evening, director), pairing=first.pk, places=turned(first))
    told = last_act("rule")
    assert (told.role, told.player_id) == ("director", director.pk)
    assert told.args["before"] == {
        "status": "played",
        "places": [place for place, _ in before],
        "points": [points for _, points in before],
    }
    assert told.args["places"] == [3 - place for place, _ in before] and "own" not in told.args
    assert evening.row.due_ms == evening.now
    evening.advance()
    for number in (1, 2):
        now = points_after(number)
        assert Fraction(now[winner]) == Fraction(stored[number][winner]) - 1
        assert Fraction(now[loser]) == Fraction(stored[number][loser]) + 1
    assert list(Place.objects.filter(round=third).values_list("entrant", "seat")) == seats
    assert Table.objects.running().count() == 3
    go_to(evening, 4, "published")
    stage = third.stage
    played = record_of(stage, 3).rounds
    drawn = dutch.draw(record_with(settings_of(stage), field_of(stage), played, range(1, 7)))
    fourth = [
        tuple(one.places.order_by("seat").values_list("entrant__number", flat=True))
        for one in Pairing.objects.filter(round__number=4).order_by("number")
    ]
    assert fourth == seats_of(drawn)


def test_a_ruling_ends_a_game_that_goes_on_and_completes_the_round(director):
    evening = Evening(director, [WAR], new_players(4))
    go_to(evening, 1, "playing")
    for number, places in ((1, [1, 1]), (2, [None, 1])):
        rulings.rule(act(evening, director), pairing=table_of(1, number).pk, places=places)
    assert set(Table.objects.values_list("status", flat=True)) == {"aborted"}
    assert not TournamentGame.objects.filter(void=False).exists()
    assert [a.args["before"] for a in Act.objects.filter(act="rule")] == [None, None]
    assert (last_act("complete").role, table_of(1).round.state) == ("system", "complete")
    assert sorted(points_after(1).values()) == ["0", "1", "1/2", "1/2"]


def test_who_is_absent_by_ruling_is_drawn_again_after_coming_back(director):
    evening = Evening(director, [WAR | {"rounds": 4}], new_players(6))
    go_to(evening, 1, "playing")
    first = table_of(1)
    rulings.rule(act(evening, director), pairing=first.pk, places=[1, None])
    absent = first.places.get(place=None).entrant

    def kind_in(number):
        place = Place.objects.get(round__number=number, entrant=absent)
        return place.kind if place.pairing is None else "drawn"

    go_to(evening, 2, "playing")
    assert kind_in(2) == "absent"
    entries.come_back(Order(evening.code, absent.player, now=evening.now), absent.player)
    go_to(evening, 3, "playing")
    assert kind_in(3) == "drawn"
    undone = rulings.rule(act(evening, director), pairing=table_of(3).pk, places=[None, 1])
    rulings.undo(act(evening, director))
    assert not undone.places.filter(entrant__away=True).exists()
    rounds.request_draw(act(evening, director), number=3)
    evening.run()
    assert not list(check(json.dumps(exported(evening))))


def test_places_of_a_ruling_are_a_ranking_of_the_table(director):
    evening = Evening(director, [KNOCKOUT], new_players(4))
    go_to(evening, 1, "playing")
    given, pairing = act(evening, director), table_of(1).pk
    by_player = act(evening, evening.players[0])
    for bad in ([1], [1, 3], [0, 1], [2, 2], [1, 2, 3]):
        refused("BAD_PLACES", rulings.rule, given, pairing=pairing, places=bad)
    refused("NO_WINNER", rulings.rule, given, pairing=pairing, places=[1, 1])
    refused("REASON", rulings.rule, given._replace(reason=" "), pairing=pairing, places=[1, 2])
    refused("NOT_ALLOWED", rulings.rule, by_player, pairing=pairing, places=[1, 2])
    refused("NO_ROUND", rulings.rule, given, pairing=0, places=[1, 2])


def test_what_another_director_did_to_the_round_makes_a_ruling_stale(director):
    evening = Evening(director, [WAR], new_players(4))
    go_to(evening, 1, "playing")
    ruling = {"pairing": table_of(1).pk, "places": [1, 2]}
    stale = act(evening, director)._replace(revision=evening.row.revision)
    evening.play()
    evening.advance()
    refused("STALE", rulings.rule, stale, **ruling)
    seen = evening.row.revision
    other = new_director("Otto")
    rulings.rule(act(evening, other)._replace(revision=seen), **ruling)
    stale = stale._replace(revision=seen)
    refused("STALE", rulings.rule, stale, pairing=table_of(1, 2).pk, places=[1, 2])


def test_a_director_decides_about_their_own_table_only_if_there_is_no_other(director):
    """TX-8"""
    evening = Evening(director, [WAR], [director, *new_players(3)])
    go_to(evening, 1, "playing")
    mine = Pairing.objects.get(places__entrant__player=director)
    theirs = Pairing.objects.exclude(pk=mine.pk).get()
    other = new_director("Otto")
    given = act(evening, director)
    refused("CONFLICT", rulings.rule, given, pairing=mine.pk, places=[1, 2])
    refused("CONFLICT", rulings.void, given, pairing=mine.pk)
    refused("CONFLICT", rulings.restart, given, pairing=mine.pk)
    refused("CONFLICT", rulings.extend, given, pairing=mine.pk, minutes=5)
    opponent = mine.places.exclude(entrant__player=director).get().entrant.player
    refused("CONFLICT", entries.disqualify, given, opponent)
    assert Table.objects.running().count() == 2
    rulings.rule(given, pairing=theirs.pk, places=[1, 2])
    assert "own" not in last_act("rule").args
    other.is_active = False
    other.save()
    rulings.extend(given, pairing=mine.pk, minutes=5)
    rulings.rule(given, pairing=mine.pk, places=[1, 2])
    assert last_act("note").args["own"] and last_act("rule").args["own"]


# Eliminations ----------------------------------------------------------------------------


def test_a_ruling_is_refused_once_a_table_that_depends_on_it_has_begun(director):
    """TX-13"""
    evening = Evening(director, [KNOCKOUT], new_players(8))
    go_to(evening, 2, "playing")
    quarter = table_of(1)
    given = {"pairing": quarter.pk, "places": turned(quarter)}
    error = refused("DEPENDENTS", rulings.rule, act(evening, director), **given)
    assert "begun: round 2, table 1. Undo" in error.sentence
    go_to(evening, 3, "published")
    error = refused("DEPENDENTS", rulings.rule, act(evening, director), **given)
    assert "begun: round 2, table 1; round 3, table 1. Undo" in error.sentence
    refused("DEPENDENTS", rulings.void, act(evening, director), pairing=quarter.pk)
    for number in (3, 2):
        undone = rulings.undo(act(evening, director))
        assert (undone.number, undone.undone_by) == (number, last_act("undo").number)
    rulings.rule(act(evening, director), **given)
    winner = quarter.places.get(place=1).entrant
    rounds.draw_round(Order(evening.code, director, now=evening.now))
    assert winner.player_id in players_at(table_of(2))
    assert evening.run().state == "finished"


def test_a_round_that_is_only_drawn_follows_a_ruling(director):
    evening = Evening(director, [KNOCKOUT], new_players(4))
    final = go_to(evening, 2, "published")
    half = table_of(1)
    rulings.rule(act(evening, director), pairing=half.pk, places=turned(half))
    assert Round.objects.get(pk=final.pk).state == "undone"
    names = list(Act.objects.order_by("-number").values_list("act", flat=True)[:2])
    assert names == ["rule", "undo"]
    assert automation.advance(tournament=evening.pk, now=evening.now) is None
    rounds.draw_round(Order(evening.code, director, now=evening.now))
    assert half.places.get(place=1).entrant.player_id in players_at(table_of(2))


def test_a_ruling_on_the_final_changes_the_places(director):
    evening = Evening(director, [KNOCKOUT], new_players(2), hold_min=5)
    evening.come()
    go_to(evening, 1, "complete")
    final = table_of(1)
    rulings.rule(act(evening, director), pairing=final.pk, places=turned(final))
    automation.advance(tournament=evening.pk, now=evening.now)
    rows = final.round.stage.standings.get(after=1).rows
    winner = final.places.get(place=1).entrant.number
    assert (rows[0]["entrant"], rows[0]["place"]) == (winner, 1)


# Void, restart, extend -------------------------------------------------------------------


def test_a_void_table_gives_half_a_win_and_nobody_has_met(director):
    evening = Evening(director, [WAR], new_players(4))
    go_to(evening, 1, "playing")
    rulings.void(act(evening, director), pairing=table_of(1).pk)
    evening.play()
    evening.advance()
    told = last_act("void").args
    assert (told["status"], told["places"], told["points"]) == ("void", None, ["1/2", "1/2"])
    shown = export(evening.row, evening.now)["stages"][0]["rounds"][0]["pairings"][0]
    assert (shown["places"], shown["absent"], shown["points"]) == (None, [], ["1/2", "1/2"])
    assert shown["games"][0]["status"] == "void"
    assert sorted(points_after(1).values()) == ["0", "1", "1/2", "1/2"]
    assert record_of(table_of(1).round.stage).rounds[0].tables[0].kind == "void"


def test_a_restart_deals_a_new_game_to_the_same_seats(director):
    evening = Evening(director, [WAR], new_players(4))
    go_to(evening, 1, "playing")
    first, second = table_of(1), table_of(1, 2)
    old = first.games.get()
    new = rulings.restart(act(evening, director, "The cards hung."), pairing=first.pk)
    assert (new.number, new.opened_ms) == (2, evening.now)
    assert last_act("restart").args["game"] == 1
    old.refresh_from_db()
    assert (old.void, old.table.status) == (True, "aborted")
    assert players_at(first) == list(
        new.table.seats.order_by("number").values_list("player", flat=True)
    )
    play_all_but = Table.objects.get(tournament_game__pairing=second)
    evening.play()
    evening.advance()
    assert table_of(1, 2).status == "played" and play_all_but.pk != new.table_id
    again = rulings.restart(act(evening, director, "The wrong rules."), pairing=second.pk)
    assert table_of(1, 2).status == "open" and again.number == 2
    assert set(second.places.values_list("points", flat=True)) == {""}
    go_to(evening, 1, "complete")
    refused("NO_GAME", rulings.restart, act(evening, director), pairing=first.pk)
    assert sum(map(Fraction, points_after(1).values())) == 2


def test_a_table_gets_more_time_which_the_log_notes(director):
    evening = Evening(director, [WAR | {"rounds": 1}], new_players(2))
    go_to(evening, 1, "playing")
    before = Table.objects.running().get().limit_ms
    rulings.extend(act(evening, director, "A slow line."), pairing=table_of(1).pk, minutes=10)
    assert Table.objects.running().get().limit_ms == before + 10 * MINUTE
    note = last_act("note")
    assert (note.args["text"], note.args["pairing"], note.reason) == ("+10 min", 1, "A slow line.")
    hours = 24 * 60 * MINUTE  # its limit was long before, and no worker has come
    late = act(evening, director)._replace(now=evening.now + hours)
    refused("NO_GAME", rulings.extend, late, pairing=table_of(1).pk, minutes=10)
    go_to(evening, 1, "complete")
    late = act(evening, director)
    refused("NO_GAME", rulings.extend, late, pairing=table_of(1).pk, minutes=10)


# Undoing, reopening ------------------------------------------------------------------------


def test_undoing_the_last_round_forgets_its_no_shows_and_waits_for_a_director(director):
    players = new_players(5)
    evening = Evening(director, [WAR], players)
    refused("NO_ROUND", rulings.undo, act(evening, director))
    evening.away = {players[0].pk}
    while not Act.objects.filter(act="noshow").exists():
        evening.come()
        evening.advance()
    assert Entrant.objects.get(away=True).player == players[0]
    undone = rulings.undo(act(evening, director, "The hall had no power."))
    assert not Entrant.objects.filter(away=True).exists()
    assert not Table.objects.filter(status__in=("open", "running")).exists()
    assert evening.row.due_ms is None
    shown = export(evening.row, evening.now)["stages"][0]
    assert shown["rounds"] == [] and shown["standings"] == []
    assert shown["undone"][0]["act"] == last_act("undo").number == undone.undone_by
    evening.away = set()
    again = rounds.draw_round(Order(evening.code, director, now=evening.now))
    assert again.number == 1 and again.places.count() == 5
    assert evening.run().state == "finished"
    assert set(Round.objects.filter(state="complete").values_list("number", flat=True)) == {1, 2, 3}


def test_after_the_last_round_is_undone_the_stage_is_not_over(director):
    evening = Evening(director, [WAR | {"rounds": 1}], new_players(4), hold_min=5)
    go_to(evening, 1, "complete")
    stage = evening.row.stages.get()
    assert stage.state == "over" and stage.standings.count() == 1
    rulings.undo(act(evening, director))
    stage.refresh_from_db()
    assert stage.state == "running" and stage.standings.count() == 0
    rounds.draw_round(Order(evening.code, director, now=evening.now))
    assert evening.run().state == "finished"


def test_a_reopened_tournament_is_corrected_and_ends_again_after_the_hold(director):
    evening = Evening(director, [WAR | {"rounds": 1}], new_players(2), hold_min=5)
    assert evening.run().state == "finished"
    evening.now += 60 * MINUTE
    life.reopen(act(evening, director))
    due = automation.advance(tournament=evening.pk, now=evening.now)  # standings without lots
    assert due == evening.row.due_ms == evening.now + 5 * MINUTE
    only = table_of(1)
    rulings.rule(act(evening, director), pairing=only.pk, places=turned(only))
    automation.advance(tournament=evening.pk, now=evening.now)
    row = evening.row.stages.get().standings.get().rows[0]
    assert row["entrant"] == only.places.get(place=1).entrant.number and row["ties"]["lot"]
    assert evening.row.state == "running"
    ended = evening.run()
    assert (ended.state, ended.ended_ms) == ("finished", evening.now)


@pytest.mark.parametrize("pace, ends_after", [("auto", "playing"), ("director", "complete")])
def test_a_stage_ends_early_with_fewer_rounds(director, pace, ends_after):
    evening = Evening(director, [WAR | {"rounds": 4}], new_players(6), pace=pace)
    given = Order(evening.code, director, now=evening.now)
    if pace == "director":
        rounds.draw_round(given)
    go_to(evening, 1, ends_after)
    closes = given._replace(reason="The hall closes.", now=evening.now)
    life.edit(closes, changes={"rounds": 1})
    if ends_after == "complete":
        refused("NO_ROUND", rounds.draw_round, given)
    ended = evening.run()
    assert (ended.state, Round.objects.count()) == ("finished", 1)
    assert all(row["ties"]["lot"] for row in ended.stages.get().standings.get().rows)


# Leaving -----------------------------------------------------------------------------------


@pytest.mark.parametrize("played, counts", [(0, False), (1, False), (2, True)])
def test_who_leaves_a_round_robin_early_has_played_nobody(director, played, counts):
    """Four entrants, three tables each: half is two (2.9)."""
    players = new_players(4)
    evening = Evening(director, [BERGER], players)
    go_to(evening, played + 1, "published")
    entries.withdraw(Order(evening.code, players[0], now=evening.now), players[0])
    gone = Entrant.objects.get(player=players[0])
    evening.run()
    mine = Pairing.objects.filter(places__entrant=gone).order_by("round__number")
    statuses = list(mine.values_list("status", flat=True))
    row = row_of(evening, gone.number, 3)
    assert (row["place"] is None) != counts
    if counts:
        assert statuses == ["played", "played", "walkover"]
        return
    assert statuses == ["annulled"] * 3 and row["points"] == "0"
    assert evening.row.stages.get().standings.get(after=3).rows[-1]["entrant"] == gone.number
    assert row_of(evening, gone.number, 1)["place"] is None


def test_who_is_disqualified_is_last_in_every_standing(director):
    evening = Evening(director, [WAR], new_players(4))
    go_to(evening, 2, "playing")
    leader = points_after(1)
    best = max(leader, key=lambda entrant: Fraction(leader[entrant]))
    player = Entrant.objects.get(number=best).player
    entries.disqualify(act(evening, director, "Two accounts."), player)
    evening.run()
    for standing in evening.row.stages.get().standings.all():
        assert (standing.rows[-1]["entrant"], standing.rows[-1]["place"]) == (best, None)
    assert export(evening.row, evening.now)["final"][-1] == {"entrant": best, "place": None}
