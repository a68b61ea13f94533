"""The whole site with each game: tables, storage, history, replay, logs, lab, tournaments, API.
Nothing else in `games` names a game."""

import json
import re

import pytest
from django.urls import reverse

from games.lab.runs.models import Simulation
from games.rules.catalogue import BOTS, GAMES
from games.rules.logs import rewrite
from games.table.models import Table
from games.table.reading import verification
from games.table.writer import play
from games.work.tables import wishes
from tests.api.program import Program
from tests.conformance.subjects import KEYS, SUBJECTS
from tests.lab.counted import played as counted
from tests.tournaments.conftest import new_players
from tests.tournaments.evening import Evening

pytestmark = pytest.mark.django_db
every = pytest.mark.parametrize("key", KEYS)
HOUR_MS = 3_600_000


def text(answer):
    assert answer.status_code == 200, answer
    return answer.content.decode()


def replayed(client, page):
    """What the script of a replay requests."""
    meta = re.search(r'<script id="meta" type="application/json">(.*?)</script>', page)
    return json.loads(text(client.get(json.loads(meta[1])["frames"])))


@every
def test_a_game_of_bots_is_kept_verified_and_replayed(client, key):
    o = GAMES[key].options(SUBJECTS[key].quick)
    table = play.open_table(
        by=None, game=key, options=SUBJECTS[key].quick, bots=BOTS[key].company(o.players)
    )
    play.play_out(table=table, decide=wishes, until=table.started_ms + HOUR_MS)
    table = Table.objects.get()
    assert table.status == "finished" and verification.verify(table).ok
    assert table.code in text(client.get(reverse("history"), {"game": key}))
    assert table.code in text(client.get(reverse("table", args=[table.code])))
    log = text(client.get(reverse("wsn", args=[table.code])))
    assert rewrite(log) == log
    assert replayed(client, text(client.get(reverse("replay", args=[table.code]))))
    assert client.get(f"/api/v1/games/{table.code}").json()["end"] == table.end


@every
def test_the_games_of_a_run_are_those_of_the_table(client, key):
    """The rules of live play accept the log of a game that the lab has counted."""
    simulation = counted(games=4, game=key, options=SUBJECTS[key].quick)
    assert Simulation.objects.get().counted.games == 4
    assert client.get(simulation.get_absolute_url()).status_code == 200
    page = text(client.get(reverse("lab_game", args=[simulation.code, 3])))
    assert replayed(client, page)
    log = text(client.get(reverse("lab_wsn", args=[simulation.code, 3])))
    assert rewrite(log) == log


@every
def test_a_tournament_is_played_to_its_end(director, key):
    size = GAMES[key].options(SUBJECTS[key].quick).players
    stage = {"game": key, "options": SUBJECTS[key].quick, "rounds": 2, "size": size}
    ended = Evening(director, [stage], new_players(2 * size)).run()
    assert (ended.state, ended.question) == ("finished", "")
    rows = ended.stages.get().standings.get(after=2).rows
    assert len(rows) == 2 * size and rows[0]["place"] == 1


@every
def test_a_program_plays_it(key):
    ann = Program("Ann")
    seats = GAMES[key].options("").players
    bots = BOTS[key].company(seats)[1:]
    opened = ann.post("tables", {"game": key, "bots": bots}, 201)
    code, (mine,) = (
        opened["code"],
        [seat["number"] for seat in opened["seats"] if seat["name"] == "Ann"],
    )
    ann.act(code, "ready", entropy="0" * 32)
    view = ann.get(f"tables/{code}", **{"as": "me"})["view"]
    assert (view["game"], view["you"]) == (key, mine)
    assert ann.get(f"tables/{code}")["view"]["you"] is None
    assert ann.act(code, "dance", 422)["code"] == "UNKNOWN_ACT"
    ann.act(code, "resign")
    rows = {game["key"]: game for game in ann.get("rules")["games"]}
    assert {act["act"] for act in rows[key]["acts"]} >= {"resign"}
