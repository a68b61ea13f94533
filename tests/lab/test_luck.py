"""The luck meter: its shipped numbers are those of runs that anyone can repeat."""

import json
import re
from math import ceil, sqrt

import pytest

from games.lab.runs import engine, luck
from games.lab.runs.engine import Chunk
from games.lab.runs.models import Simulation
from games.lab.runs.spec import read_spec
from games.rules.catalogue import GAMES
from tests.development.management.commands import measure_luck
from tests.development.management.commands.measure_luck import measure, measured_rules
from tests.each import each
from tests.lab.counted import played


def test_every_preset_is_measured_with_the_rules_and_bots_of_today():
    rules = measured_rules()
    assert {game for game, _ in rules} == set(GAMES)
    for game, options in rules:
        meter = luck.find_meter(game, options)
        assert meter, (game, options)
        assert len(meter.won) == GAMES[game].options(options).players
        assert meter.best != meter.beginner == luck.beginner_of(game)
        assert meter.share.low > 1.1 * meter.chance, (game, options)  # the best bot is one
        assert 0.5 * luck.GAMES_EACH < sum(meter.games) <= luck.GAMES_EACH + len(meter.won)


@each([("war", "slap=5"), ("ww3", "seats=2"), ("ultimate", "seats=3")])
def test_the_first_games_of_its_runs_end_as_shipped(rules):
    game, options = rules
    meter = luck.find_meter(game, options)
    for seat, spec in enumerate(luck.specs(game, options, meter.best)):
        sums = engine.play(spec, Chunk(0, 0, measure_luck.HEAD))
        assert sums.wins[seat] == meter.head[seat]


def test_its_numbers_are_the_sums_of_its_runs(monkeypatch):
    monkeypatch.setattr(measure_luck, "TRIAL", 4)
    monkeypatch.setattr(luck, "GAMES_EACH", 40)
    meter = measure("ww3", "seats=2", threads=1)
    won = decided = 0
    for seat, players in enumerate(([meter.best, "recruit"], ["recruit", meter.best])):
        spec = read_spec(game="ww3", games=40 // 2, options="seats=2", policies=players)
        sums = engine.play(spec, Chunk(0, 0, spec.games))
        won, decided = won + sums.wins[seat], decided + sum(sums.wins)
    assert (meter.share.hits, meter.share.of, meter.chance) == (won, decided, 0.5)


def test_what_follows_from_them():
    meter = luck.Meter("general", "recruit", (1300, 1200), (2000, 2000), (0, 0))
    share = 2500 / 4000
    assert meter.share.value == share and meter.skill == pytest.approx(2 * share - 1)
    assert meter.luck == pytest.approx(2 - 2 * share)
    error = 1.96 * sqrt(share * (1 - share) / 4000)
    assert meter.share.low == pytest.approx(share - error, abs=1e-3)
    assert meter.games_to_tell == ceil((1.645 / (share - 0.5)) ** 2 * share * (1 - share)) == 41
    assert luck.Meter("general", "recruit", (5, 5), (9, 9), (0, 0)).games_to_tell is None


@pytest.fixture
def measured(monkeypatch, tmp_path):
    """The meter of two at World War III from forty games, as if it had been shipped."""
    monkeypatch.setattr(measure_luck, "TRIAL", 4)
    monkeypatch.setattr(luck, "GAMES_EACH", 40)
    meter = measure("ww3", "seats=2", threads=1)
    rules = {"game": "ww3", "rules_version": luck.version_of("ww3"), "options": "seats=2"}
    monkeypatch.setattr(luck, "SHIPPED", tmp_path / "luck.json")
    luck.SHIPPED.write_text(json.dumps([rules | meter._asdict()]))
    luck.shipped.cache_clear()
    yield meter
    luck.shipped.cache_clear()


@pytest.mark.django_db
def test_the_page_of_a_new_table_leads_to_the_stored_runs_it_adds_up(client, measured):
    share = measured.share
    page = client.get("/new/?game=ww3&preset=standard&seats=2").content.decode()
    assert f"wins {100 * share.value:.1f} of 100 games against beginners" in page
    assert f"{100 * share.low:.1f} to {100 * share.high:.1f} of 100, from {share.of} games" in page
    assert f"After {measured.games_to_tell} games" in page
    runs = re.search(r'href="(/lab/luck/ww3/[^"]+)"', page)[1]
    assert "Run it" in client.get(runs).content.decode()
    for _ in range(2):  # whoever asks first; the second finds the same runs
        assert client.post(runs).status_code == 302
    stored = Simulation.objects.order_by("id")
    for one in stored:
        assert one.is_running
        played(one.games, one.seed, one.options, one.game, one.policies)
    shown = client.get(runs)
    assert [row["run"] for row in shown.context["rows"]] == list(stored)
    assert shown.context["total"] == share and "Run it" not in shown.content.decode()
    assert tuple(row["won"] for row in shown.context["rows"]) == measured.won
    for one in stored:
        assert f'href="/lab/{one.code}/"' in shown.content.decode()
        assert client.get(f"/lab/{one.code}/").status_code == 200
    assert client.get("/lab/luck/ww3/?options=seats=3").status_code == 404
    assert client.get("/lab/luck/chess/").status_code == 404


@pytest.mark.django_db
def test_every_page_with_a_meter_leads_to_its_runs(client):
    for page in ("/new/?game=war&preset=slap", "/ratings/war-slap/", "/rules/war/"):
        assert 'href="/lab/luck/war/?options=slap%3D5"' in client.get(page).content.decode()
    assert client.get("/lab/luck/war/?options=slap%3D5").status_code == 200
    assert "nothing to decide" in client.get("/new/?game=war").content.decode()
