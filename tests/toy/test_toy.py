"""A game that is not part of the site has everything once it is in the registry: a form, tables,
bots, storage, history, replay, a log, the lab.  Nothing else in `games` names it."""

import json
import re
from pathlib import Path

import pytest
from django.urls import reverse

from games.lab.runs import run
from games.lab.runs.engine import play_plainly
from games.lab.runs.models import Simulation
from games.rules import catalogue
from games.rules.logs import rewrite
from games.table.models import Table
from games.table.reading import verification
from games.table.writer import play
from tests.live.client import Client
from tests.live.conftest import alice, base, clock, no_reminders
from tests.toy import ENTRY

__all__ = ["alice", "base", "clock", "no_reminders"]
FOLDER = Path(__file__).parent
BOARD = 'data-board="/static/games/js/boards/toy/board.js"'


@pytest.fixture(autouse=True)
def known(settings, monkeypatch):
    """Register the game, and find its templates."""
    monkeypatch.setitem(catalogue.ENTRIES, "toy", ENTRY)
    engine, *others = settings.TEMPLATES
    settings.TEMPLATES = [engine | {"DIRS": [*engine["DIRS"], FOLDER / "templates"]}, *others]


def text(answer):
    assert answer.status_code == 200, answer
    return answer.content.decode()


def moves_of(client, page):
    """What the script of a replay requests."""
    found = re.search(r'<script id="meta" type="application/json">(.*?)</script>', page)
    return json.loads(text(client.get(json.loads(found[1])["frames"])))


@pytest.mark.django_db
def test_the_pages_of_play_and_rules_have_it(client):
    assert "Court cards make the other pay." in text(client.get(reverse("home")))
    form = text(client.get(reverse("new"), {"game": "toy"}))
    assert 'name="cap"' in form and "Recruit, bot" in form and "30 heaps" in form
    assert "Beggar-my-neighbour in one minute" in text(client.get(reverse("rules")))
    assert "<code>cap=</code>" in text(client.get(reverse("rules_of", args=["toy"])))


def test_a_player_meets_a_bot_at_a_table(client, base, clock, alice):
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    form = {"do": "open", "game": "toy", "cap": "2", "seat2": "recruit"}
    address = client.post(reverse("new"), form).url
    table = Table.objects.get()
    assert BOARD in text(client.get(address)) and table.code in address
    with Client(base, table.code, alice) as me:
        me.hello()
        while not me.see(lambda m: m["view"]["asks"] or m["view"]["result"])["view"]["result"]:
            me.do("lay")
        assert me.state["view"]["number"] == 2 and me.lines[-1]["kind"] == "end"


def test_two_bots_play_a_game_that_is_kept(client, base, clock):
    bots = ("sergeant", "recruit")
    code = play.open_table(by=None, game="toy", options="cap=5", bots=bots).code
    with Client(base, code) as spectator:
        spectator.hello()
        spectator.see(lambda m: m["table"]["status"] == "finished", timeout=30)
    table = Table.objects.get(code=code)
    assert (table.end, table.length, table.preset) == ("cap", 5, "standard")
    assert verification.verify(table).ok
    assert code in text(client.get(reverse("history"), {"game": "toy"}))
    assert rewrite(log := text(client.get(reverse("wsn", args=[code])))) == log
    replay = text(client.get(reverse("replay", args=[code])))
    assert " lays " in replay and BOARD in replay
    assert moves_of(client, replay)


@pytest.mark.django_db
def test_the_lab_simulates_it_and_shows_its_games(client):
    form = {"do": "run", "game": "toy", "cap": "100", "games": "20", "seed": "1"}
    address = client.post(reverse("lab"), form).url
    simulation = Simulation.objects.get()
    for number in simulation.next_chunks():
        part = simulation.chunk(number)
        sums = play_plainly(simulation.spec, part.first, part.games)
        run.add(simulation=simulation.pk, number=number, sums=sums, spent_ms=1)
    page = text(client.get(address))
    assert "Beggar-my-neighbour" in page and "heaps" in page
    game = text(client.get(reverse("lab_game", args=[simulation.code, 3])))
    assert " lays " in game and moves_of(client, game)
    assert rewrite(log := text(client.get(reverse("lab_wsn", args=[simulation.code, 3])))) == log
