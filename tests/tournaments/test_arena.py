"""Arenas on real tables: waves, who waits, no-shows, pauses, the end (5.8)."""

import json

import pytest

from games.accounts.bots import bot_player
from games.table.models import Table
from games.tournaments import settings
from games.tournaments.log import Act
from games.tournaments.models import Entrant, Pairing, Place, Round, Standing
from games.tournaments.reading.arena import count_series, standing_now
from games.tournaments.reading.export import export
from games.tournaments.refusals import Refused
from games.tournaments.scoring import arena as scoring
from games.tournaments.scoring.standings import to_json
from games.tournaments.writer import arena, entries, life, rulings
from games.tournaments.writer.orders import Order
from tests.depth import share
from tests.tournaments.conftest import MINUTE, NOW, new_players
from tests.tournaments.evening import ARENA, Arena, read_round

END = NOW + 5 * MINUTE
GRACE, LEFT = 30_000, 5_000


def standing_of(exported):
    """The rows as they follow from the rounds of an export."""
    stage = exported["stages"][0]
    s = settings.resolve(stage["settings"])
    rows = stage["standings"][0]["rows"]
    lots = {row["entrant"]: int(row["ties"]["lot"]) for row in rows}
    lines = scoring.results(s, [read_round(one) for one in stage["rounds"]])
    return [to_json(row) for row in scoring.standings(s, stage["field"], lines, lots)]


def points_in_log():
    """The last points of each table in the log, by wave and table."""
    results = Act.objects.filter(act__in=("result", "rule")).order_by("number")
    return {(a.args["round"], a.args["pairing"]): a.args["points"] for a in results}


@pytest.mark.parametrize("size, game", share([(2, {}), (4, {"game": "ww3", "options": "cap=20"})]))
def test_waves_follow_each_other_until_the_end(director, size, game):
    arena_of = Arena(director, [ARENA | game | {"size": size}], new_players(2 * size + 1))
    ended = arena_of.run()
    assert ended.state == "finished" and arena_of.stage.ends_ms == END
    rounds = list(Round.objects.order_by("number"))
    assert len(rounds) > 2 and {one.state for one in rounds} == {"complete"}
    assert all(one.begun_ms < END - 4 * MINUTE for one in rounds)
    exported = json.loads(json.dumps(export(ended, NOW)))
    stage = exported["stages"][0]
    for told in stage["rounds"]:
        waiting = [row["entrant"] for row in told["pool"]]
        assert set(told["present"]) <= set(waiting) <= set(told["active"])
        assert len(told["active"]) == 2 * size + 1 and not told["duel"]
    assert stage["standings"][0]["rows"] == standing_of(exported)
    assert points_in_log() == {
        (told["no"], table["no"]): table["points"]
        for told in stage["rounds"]
        for table in told["pairings"]
    }
    acts = list(Act.objects.values_list("act", flat=True))
    waves = ["draw", "publish", "begin", "complete"]
    assert [acts.count(act) for act in waves] == [len(rounds)] * 4
    games = Place.objects.values_list("entrant", flat=True)
    assert set(games) == set(Entrant.objects.values_list("pk", flat=True))


def test_only_those_who_are_here_and_free_are_seated(director):
    alice, bob, carol, dave = players = new_players(4)
    arena_of = Arena(director, [ARENA], players)
    arena_of.away = {carol.pk, dave.pk}
    arena_of.advance()
    pairing = Pairing.objects.get()
    assert {place.entrant.player for place in pairing.places.all()} == {alice, bob}
    arena_of.come()
    arena_of.play()
    over = arena_of.now
    arena_of.away = {dave.pk}
    arena_of.until(over + LEFT)
    assert Round.objects.count() == 1 and arena_of.of(carol).waiting_ms
    while Round.objects.count() == 1:  # carol waits for one of those who have just played
        assert arena_of.now <= over + LEFT + 3_000
        arena_of.advance()
    second = Round.objects.get(number=2)
    waited = {row["entrant"]: row["waited"] for row in second.pool["pool"]}
    assert carol.entrants.get().number in waited and not second.pool["duel"]


def test_a_table_that_somebody_misses_is_called_off_for_all(director):
    alice, bob, carol = players = new_players(3)
    arena_of = Arena(director, [ARENA | {"patience": 3600}], players)
    arena_of.away = {carol.pk}
    arena_of.advance()
    one = Round.objects.get()
    arena_of.away = {carol.pk, bob.pk}
    while not Act.objects.filter(act="noshow").exists():
        arena_of.come()
        assert arena_of.advance()
    assert arena_of.now == one.begun_ms + GRACE + arena.WAVE_MS
    pairing = Pairing.objects.get()
    found = set(pairing.places.values_list("entrant__player", "place", "points"))
    assert found == {(alice.pk, 1, "0"), (bob.pk, None, "0")} and pairing.status == "noshow"
    assert Table.objects.get().status == "aborted"
    assert bob.entrants.get().away and not alice.entrants.get().away
    contender = arena_of.of(alice)
    assert (contender.games, contender.last, contender.points) == (0, None, 0)
    assert contender.waiting_ms == one.begun_ms + GRACE - one.pool["pool"][0]["waited"]
    told = export(arena_of.row, NOW)["stages"][0]["rounds"][0]["pairings"][0]
    assert told["absent"] == [bob.entrants.get().number]
    entries.come_back(Order(arena_of.code, bob, now=arena_of.now), bob)
    arena_of.away, back = {carol.pk}, arena_of.now
    arena_of.advance()  # at once, as they have not played
    assert Round.objects.get(number=2).begun_ms == back


def test_whoever_takes_a_break_is_not_drawn_until_back(director):
    alice, bob, carol = players = new_players(3)
    arena_of = Arena(director, [ARENA], players)
    act = Order(arena_of.code, alice, now=NOW)
    entries.pause(act, alice)
    with pytest.raises(Refused, match="STATE"):
        entries.pause(act, alice)
    arena_of.until(NOW + MINUTE // 2)
    rounds = export(arena_of.row, NOW)["stages"][0]["rounds"]
    number = alice.entrants.get().number
    assert len(rounds) > 1 and all(len(one["active"]) == 2 for one in rounds)
    assert all(one["duel"] and number not in one["present"] for one in rounds)
    entries.come_back(act._replace(now=arena_of.now), alice)
    arena_of.until(NOW + MINUTE)
    assert Place.objects.filter(entrant__player=alice).exists()


def test_people_come_and_go_while_it_runs(director):
    players = new_players(5)
    arena_of = Arena(director, [ARENA], players[:4])
    entries.withdraw(Order(arena_of.code, players[0], now=NOW), players[0])
    arena_of.until(NOW + MINUTE // 3)
    entries.enter(Order(arena_of.code, players[4], now=arena_of.now), players[4])
    arena_of.players = players
    assert arena_of.stage.field.get(number=5).entrant.player == players[4]
    entries.come_back(Order(arena_of.code, players[0], now=arena_of.now), players[0])
    ended = arena_of.run()
    assert ended.state == "finished" and Place.objects.filter(entrant__player=players[4]).exists()
    exported = json.loads(json.dumps(export(ended, NOW)))
    assert exported["stages"][0]["standings"][0]["rows"] == standing_of(exported)
    active = [len(one["active"]) for one in exported["stages"][0]["rounds"]]
    assert (active[0], active[-1]) == (3, 5)


def test_bots_always_wait(director):
    bots = [bot_player("sergeant"), bot_player("general")]
    arena_of = Arena(director, [ARENA], new_players(2), bots=True)
    for bot in bots:
        entries.enter(Order(arena_of.code, director, reason="To play with.", now=NOW), bot)
    arena_of.away = {player.pk for player in arena_of.players}
    arena_of.advance()
    seated = Place.objects.values_list("entrant__player", flat=True)
    assert set(seated) == {bot.pk for bot in bots}
    assert Table.objects.get().status == "running"


def test_a_pause_moves_the_end(director):
    arena_of = Arena(director, [ARENA], new_players(2))
    arena_of.advance()
    act = Order(arena_of.code, director)
    life.pause(act._replace(reason="Fire alarm.", now=NOW + MINUTE))
    life.resume(act._replace(now=NOW + 4 * MINUTE))
    assert arena_of.stage.ends_ms == END + 3 * MINUTE


def test_a_worker_that_comes_after_the_end_waits_for_the_last_table(director):
    arena_of = Arena(director, [ARENA | {"last_start": 0}], new_players(2))
    arena_of.advance()
    arena_of.come()
    assert arena_of.row.due_ms < END
    arena_of.now = END
    assert not arena_of.advance() and Table.objects.running().count() == 1
    assert arena_of.run().state == "finished"


def test_a_correction_counts_everything_anew(director):
    players = new_players(2)
    arena_of = Arena(director, [ARENA], players)
    arena_of.until(NOW + MINUTE // 3)
    before = standing_now(arena_of.stage).rows
    arena.recount(arena_of.stage, [1, 2])
    assert standing_now(arena_of.stage).rows == before
    pairing = Pairing.objects.exclude(status="open").first()
    pairing.places.update(place=1)
    arena.recount(arena_of.stage, [1, 2])
    assert standing_now(arena_of.stage).rows != before


def test_the_log_tells_the_points_of_a_series(director):
    """The third win in a row counts double, until a ruling takes the second one away."""
    alice, bob = players = new_players(2)
    arena_of = Arena(director, [ARENA], players)
    arena_of.until(NOW + 2 * MINUTE)
    decided = Pairing.objects.filter(round__state="complete")
    waves = list(decided.order_by("round__number"))[:3]
    assert len(waves) == 3

    def win_of(player, pairing):
        mine = pairing.places.get(entrant__player=player).seat
        places = [1, 2] if mine == 1 else [2, 1]
        act = Order(arena_of.code, director, now=arena_of.now, reason="Seen")
        rulings.rule(act, pairing=pairing.pk, places=places)
        args = Act.objects.filter(act="rule").order_by("number").last().args
        return args["points"][mine - 1], args["before"]["points"][mine - 1]

    for pairing in waves[:2]:
        assert win_of(alice, pairing)[0] == "2"
    assert win_of(alice, waves[2])[0] == "4"
    win_of(bob, waves[1])
    assert win_of(alice, waves[2]) == ("2", "2")


def test_an_arena_is_longer_than_its_last_tables(director):
    draft = life.create(
        by=director, name="Short", stages=[ARENA | {"minutes": 5, "last_start": None}], now=NOW
    )
    with pytest.raises(Refused) as caught:
        life.edit(Order(draft.code, director, now=NOW), changes={"limit_min": 20})
        life.announce(Order(draft.code, director, now=NOW))
    assert caught.value.field == "minutes"
    assert not Standing.objects.exists()


def test_exported_points_of_a_table_are_those_that_count():
    """17.9"""
    won = ([1, 2], [1, 2], "played", ["2", "0"])
    tables = [
        won,
        won,
        ([1, 2], None, "void", ["1", "1"]),
        won,
        ([2, 1], [1, None], "noshow", ["2", "0"]),
    ]
    tables += [([2, 1], [1, 1], "ruled", ["1", "1"]), won]
    keys = ("seats", "places", "status", "points")
    waves = [{"pairings": [dict(zip(keys, table, strict=True))]} for table in tables]
    count_series(settings.resolve({"format": "arena", "streaks": True}), waves)
    assert [wave["pairings"][0]["points"] for wave in waves] == [
        ["2", "0"], ["2", "0"], ["1", "1"], ["4", "0"], ["0", "0"], ["1", "2"], ["2", "0"],
    ]  # fmt: skip
