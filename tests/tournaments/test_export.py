"""The export is complete, and a reader can check the tournament from it alone."""

import hashlib
import json

from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.tournaments import lots, settings
from games.tournaments.models import Tournament
from games.tournaments.pairing import dutch
from games.tournaments.scoring.standings import standings, to_json
from games.tournaments.writer import automation, entries, life
from games.tournaments.writer.orders import Order
from tests.tournaments.chain import first_break
from tests.tournaments.conftest import NOW, WAR, new_players
from tests.tournaments.evening import Evening, exported, read_round, until
from tests.tournaments.results import record_with, seats_of


def test_lots_draws_and_standings_follow_from_the_export_alone(director):
    players = new_players(5)
    evening = Evening(director, [WAR], players)
    evening.away = {players[4].pk}
    evening.run()
    told = exported(evening)
    t, stage = told["tournament"], told["stages"][0]
    secret = bytes.fromhex(t["secret"])
    assert hashlib.sha256(secret).hexdigest() == t["commitment"]
    starters = [(e["no"], e["entropy"]) for e in told["entrants"] if e["starter"]]
    key = lots.key(secret, t["code"], starters)
    assert key.hex() == t["key"] and stage["field"] == lots.seeding(key, range(1, 6))
    assert first_break(told["acts"]) is None and t["revision"] == len(told["acts"])
    s = settings.resolve(stage["settings"])
    rounds = [read_round(one) for one in stage["rounds"]]
    for number, one in enumerate(stage["rounds"]):
        drawn = dutch.draw(record_with(s, stage["field"], rounds[:number], one["present"]))
        assert [list(pair) for pair in seats_of(drawn)] == [p["seats"] for p in one["pairings"]]
    known = lots.tie_lots(key, stage["field"])
    rows = [to_json(row) for row in standings(s, stage["field"], rounds, known)]
    assert rows == stage["standings"][-1]["rows"]
    assert told["final"][0] == {"entrant": rows[0]["entrant"], "place": 1}


def test_lots_are_in_every_standing_of_a_finished_tournament_and_in_none_before(director):
    """17.1"""
    evening = Evening(director, [WAR, WAR | {"rounds": 2, "take": 4}], new_players(5))

    def blocks():
        return [
            block["rows"] for stage in exported(evening)["stages"] for block in stage["standings"]
        ]

    until(evening, 2)
    assert {row["ties"]["lot"] for rows in blocks() for row in rows} == {None}
    assert evening.run().state == "finished" and exported(evening)["version"] == 2
    assert len(blocks()) == 5
    for rows in blocks():
        assert [row["place"] for row in rows] == [*range(1, len(rows) + 1)]
        assert None not in {row["ties"]["lot"] for row in rows}
    life.reopen(Order(evening.code, director, "A wrong result.", now=evening.now))
    automation.advance(tournament=evening.pk, now=evening.now)
    told = [{row["ties"]["lot"] is None for row in rows} for rows in blocks()]
    assert told == [{True}, {True}, {False}, {True}, {False}]


def test_nothing_of_the_lots_is_told_while_it_runs(director):
    evening = Evening(director, [WAR], new_players(4))
    evening.advance()
    row = Tournament.objects.get()
    told = json.dumps(exported(evening))
    hidden = [bytes(row.secret).hex(), bytes(row.key).hex()]
    hidden += map(str, lots.tie_lots(bytes(row.key), range(1, 5)).values())
    assert not [one for one in hidden if one in told]
    assert exported(evening)["final"] is None


def test_a_round_under_review_is_not_told(director):
    evening = Evening(director, [WAR], new_players(4), review=True)
    evening.advance()
    assert exported(evening)["stages"][0]["rounds"] == []


def test_it_takes_as_many_queries_for_many_as_for_few(director):
    counts = []
    for number in (4, 8):
        evening = Evening(director, [WAR], new_players(number))
        entries.withdraw(Order(evening.code, evening.players[0], now=NOW), evening.players[0])
        evening.run()
        with CaptureQueriesContext(connection) as caught:
            exported(evening)
        counts.append(len(caught))
        for player in evening.players:
            player.username = player.name = player.name_key = f"{player.pk} of before"
            player.save()
    assert counts[0] == counts[1] <= 20
