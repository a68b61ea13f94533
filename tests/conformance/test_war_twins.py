"""War: what one seat alone may know."""

import random

import pytest

from tests.conformance import war_twins

PRESETS = [preset.options for preset in war_twins.GAME.presets]
SEED = 20


def test_what_one_seat_alone_knows_is_hidden_from_the_others():
    """Underdog: a loser looks at their face-down cards; only a hit is shown."""
    underdog = next(preset for preset in PRESETS if "underdog" in preset)
    luck = random.Random(SEED)
    for _ in range(60):
        game = war_twins.Game(underdog, luck)
        while not game.is_over and len(game.moves) < 90:
            game.step()
            rows = [row for move in game.moves[-1:] for row in move.events]
            missed = [r for r in rows if r["ev"] == "underdog_check" and not r["hit"]]
            if missed:
                mine = missed[0]["seat"]
                snapshot = game.snapshot(b"1" * 32)
                told = {
                    v: snapshot.events(snapshot.moves_after(snapshot.table.shown - 1), v)
                    for v in (None, 1, 2)
                }
                row = {v: next(r for r in told[v] if r["ev"] == "underdog_check") for v in told}
                assert "??" not in row[mine]["cards"]
                assert set(row[3 - mine]["cards"]) == set(row[None]["cards"]) == {"??"}
                return
    pytest.fail("nobody ever looked in vain")
