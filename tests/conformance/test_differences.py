"""Viewers that take changes know the same as those that get whole states."""

import json
import random
from dataclasses import replace

import pytest

from games.table.reading.snapshot import Snapshot
from tests.conformance.subjects import KEYS, SUBJECTS
from tests.conformance.twins import START_MS
from tests.live.differences import whole

STEPS = 60


def told(snapshot: Snapshot, viewer: int | None, since: int, base: Snapshot | None = None) -> dict:
    text = snapshot.text(viewer, since, "en", now=START_MS, watchers=1, base=base)
    return json.loads(text)


@pytest.mark.parametrize("key", KEYS)
def test_differences_lead_to_the_whole_state(key):
    walk, luck = SUBJECTS[key].walk, random.Random(7)
    game = walk.kind(walk.options[0], luck)
    before, small, count = game.snapshot(b"1" * 32), 0, 0
    for _ in range(STEPS):
        if not game.is_over:
            game.step()
        now = replace(game.snapshot(b"1" * 32), players=before.players)
        since = before.table.shown
        for viewer in (None, 1):
            state = told(before, viewer, max(0, since - 1))
            difference = told(now, viewer, since, before)
            assert "base" in difference
            assert whole(state, difference) == told(now, viewer, since)
            small += len(json.dumps(difference))
            count += 1
        before = now
    if key == "war":
        assert small / count < 700
