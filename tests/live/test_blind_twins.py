"""What bots decide from: games that a viewer may not tell apart are equal when blinded.  For the
twins, what may be known is written down by hand, a second time."""

import pytest

from games.rules.catalogue import BOTS
from tests.live.test_ultimate_twins import WALK as ULTIMATE
from tests.live.test_war_twins import WALK as WAR
from tests.live.test_ww3_twins import WALK as WW3

PAIRS = 300


@pytest.mark.parametrize("walk", [WAR, WW3, ULTIMATE], ids=["war", "ww3", "ultimate"])
def test_twins_are_one_game_when_they_are_blinded(walk):
    for i, (game, viewer) in enumerate(walk.take(PAIRS)):
        blind, seat = BOTS[game.rules.key].blind, None if viewer is None else viewer - 1
        twin = game.twin(viewer)
        assert twin.state != game.state
        assert blind(twin.state, game.o, seat) == blind(game.state, game.o, seat), i
