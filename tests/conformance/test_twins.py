"""A viewer who may not know a difference between two games is not shown one, byte for byte, and
bots decide from nothing else.  What may be known is written down by hand, a second time."""

import pytest

from games.rules.catalogue import BOTS, ENTRIES
from tests.conformance.subjects import KEYS, SUBJECTS
from tests.conformance.twins import pair
from tests.depth import deep

PAIRS = 200
every = pytest.mark.parametrize("key", KEYS)


@every
def test_hundreds_of_pairs_look_the_same(key):
    """A bot sees no difference either: they are one game when they are blinded."""
    blind, seen = BOTS[key].blind, set[str]()
    for i, (game, viewer) in enumerate(SUBJECTS[key].walk.take(deep(PAIRS))):
        twin, seat = game.twin(viewer), None if viewer is None else viewer - 1
        assert game.state.to_bytes() != twin.state.to_bytes() and game.deal != twin.deal
        assert blind(twin.state, game.o, seat) == blind(game.state, game.o, seat), i
        for one, two in ((game, twin), (game.branched(), twin.branched())):
            told = pair(one, two, viewer)
            assert told[0] == told[1], f"pair {i}, viewer {viewer}"
        seen |= {row["ev"] for move in game.moves[-100:] for row in move.events}
    assert SUBJECTS[key].hidden <= seen


@pytest.mark.parametrize("key", ENTRIES)
def test_the_pairs_do_differ_in_what_is_hidden(key):
    """Otherwise the test above would prove nothing: after the end everything is shown, except that
    the toy's events never name a card that was not laid."""
    pairs = [
        pair(game, game.twin(viewer), viewer, status="finished")
        for game, viewer in SUBJECTS[key].walk.take(40)
    ]
    assert sum(one != two for one, two in pairs) >= 20
