"""War: what one seat alone may know."""

import random

import pytest

from games.table.writer import play
from games.table.writer.orders import Order
from tests.conformance import war_twins
from tests.conformance.subjects import SUBJECTS
from tests.conformance.twins import over_all_doors

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


def test_twins_look_the_same_over_sockets_pages_and_api(base, alice, bob):
    table = play.open_table(by=alice)
    play.sit(Order(table, bob))
    pairs = (pair for pair in SUBJECTS["war"].walk.take(12) if pair[0].o.players == 2)
    assert over_all_doors(base, table, {None: None, 1: alice, 2: bob}, pairs) >= 6
