"""The lengths of games that pages give are those of simulated games."""

import pytest

from games.lab.runs.engine import Chunk
from games.lab.runs.spec import read_spec
from games.lab.runs.statistics import length
from games.pages.play.draft import Draft
from games.rules.catalogue import GAMES

PLAYED = 2000
OFF = 0.15  # a share of what is said


@pytest.mark.outer
@pytest.mark.timeout(300)
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_the_usual_length_is_the_median_of_simulated_games(engine, game):
    off = {}
    for choice in game.schema.find(game.seats_key).choices:
        draft = Draft(game, {game.seats_key: choice.value})
        run = read_spec(game=game.key, games=PLAYED, options=draft.canonical)
        median = length(engine.play(run, Chunk(0, 0, PLAYED))).median
        if abs(median / draft.usual.length - 1) > OFF:
            off[draft.canonical] = (draft.usual.length, median)
    assert not off
