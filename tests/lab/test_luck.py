"""The luck meter: its shipped numbers are those of runs that anyone can repeat."""

from math import ceil, sqrt
from urllib.parse import parse_qs, urlsplit

import pytest

from games.lab.measured import luck
from games.lab.runs import engine
from games.lab.runs.engine import Chunk
from games.lab.runs.spec import read_spec
from games.rules.catalogue import GAMES
from tests.development.management.commands import measure_luck
from tests.development.management.commands.measure_luck import measure, measured_rules
from tests.each import each


def test_every_preset_is_measured_with_the_rules_and_bots_of_today():
    rules = measured_rules()
    assert {game for game, _ in rules} == set(GAMES)
    for game, options in rules:
        meter = luck.find_meter(game, options)
        assert meter, (game, options)
        assert len(meter.won) == GAMES[game].options(options).players
        assert meter.best != meter.beginner == luck.beginner_of(game)
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


@pytest.mark.django_db
def test_a_new_table_shows_them_and_leads_to_the_run(client):
    meter = luck.find_meter("war", "slap=5")
    page = client.get("/new/?game=war&preset=slap").content.decode()
    assert f"wins {100 * meter.share.value:.1f} of 100 games against beginners" in page
    link = next(part for part in page.split('"') if "policy1=" in part).replace("&amp;", "&")
    asked = {key: value for key, [value] in parse_qs(urlsplit(link).query).items()}
    spec = luck.specs("war", "slap=5", meter.best)[0]
    assert (asked["policy1"], asked["policy2"]) == spec.policies == (meter.best, "recruit")
    assert int(asked["games"]) == spec.games
    lab = client.get(link).content.decode()
    assert f'value="{spec.games}"' in lab
    assert "nothing to decide" in client.get("/new/?game=war").content.decode()
