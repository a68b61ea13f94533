"""War: a viewer who may not know a difference is not shown one, byte for byte."""

import random

import pytest

from games.table.writer import play
from games.table.writer.orders import Order
from tests.live import war_twins
from tests.live.twins import Walk, over_all_doors, pair

PRESETS = [preset.options for preset in war_twins.GAME.presets]
PAIRS = 300
SEED = 20
WALK = Walk(war_twins.Game, PRESETS, SEED)


def test_hundreds_of_pairs_look_the_same():
    for i, (game, viewer) in enumerate(WALK.take(PAIRS)):
        assert game.twin(viewer).state.to_bytes() != game.state.to_bytes()
        one, two = pair(game, viewer)
        assert one == two, f"pair {i}, viewer {viewer}"


def test_the_pairs_do_differ_in_what_is_hidden():
    """Otherwise the test above would prove nothing: after the end everything is shown."""
    for game, viewer in WALK.take(10):
        if any(row["ev"] in ("take", "lay") for move in game.moves[-100:] for row in move.events):
            one, two = pair(game, viewer, status="finished")
            assert one != two
            return
    pytest.fail("no hidden card was ever moved")


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
    pairs = (pair for pair in WALK.take(12) if pair[0].o.players == 2)
    assert over_all_doors(base, table, {None: None, 1: alice, 2: bob}, pairs) >= 6
