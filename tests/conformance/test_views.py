"""Views and events of every game as they are sent: JSON, read back, told in words.  That they hide
what they should is tested with twins; what they show is in `tests/rules`."""

import json
from collections import Counter

import pytest

from games.rules.cards import NONE
from games.rules.events import read_event, seen_by
from tests.conformance.subjects import KEYS
from tests.conformance.tables import position
from tests.depth import seeds
from tests.rules.live import NAMES

every = pytest.mark.parametrize("key", KEYS)
ENDS = (".", "!", ".”")


@every
def test_a_view_is_ready_for_json_and_counts_seats_from_one(key):
    for seed in seeds(20):
        live = position(key, seed)
        for viewer in (None, *range(live.o.players)):
            view = live.view(viewer)
            assert json.loads(json.dumps(view)) == view, seed
            assert view["game"] == key and view["you"] == (None if viewer is None else viewer + 1)
            assert [seat["seat"] for seat in view["seats"]] == [*range(1, live.o.players + 1)]
            assert not (viewer is None and view["asks"]), "a spectator is asked nothing"
            assert "call" not in view or view["call"]["title"]


@every
def test_a_finished_game_asks_nothing_and_opens_everything(key):
    for seed in seeds(8):
        live = position(key, seed)
        live.now_act(NONE, "stop", {"end": "agreed"})
        result = live.game.result(live.t, live.o)
        for viewer in (None, *range(live.o.players)):
            view = live.view(viewer)
            assert (view["phase"], view["asks"] or None, view["until"]) == ("over", None, None)
            assert view["result"]["winners"] == list(result.winners)
            assert view["result"]["text"].endswith(ENDS)
        shown = json.dumps(live.game.open_view(live.t, live.o))
        assert "??" not in shown and shown.count("cards") >= live.o.players
        assert len(live.game.standing(live.t, live.o)["counts"]) == live.o.players


def place(line):
    return line.number, line.kind


@every
def test_events_are_read_back_and_told_whole_or_masked(key):
    """Players hear as many lines as others, except for notes to one player alone."""
    names = ["Ann", "Bob {x}", *NAMES[2:]]
    for seed in seeds(20):
        live = position(key, seed)
        for viewer in (None, *range(live.o.players)):
            masked = []
            for e in live.tape:
                row = seen_by(e, viewer)
                assert read_event(key, json.loads(json.dumps(e.to_dict()))) == e
                assert json.loads(json.dumps(row)) == row and row["ev"] == e.ev
                masked.append(read_event(key, row))
            told = live.game.describe(live.tape, names[: live.o.players])
            quiet = live.game.describe(masked, names[: live.o.players])
            heard, all_heard = Counter(map(place, quiet)), Counter(map(place, told))
            assert heard <= all_heard
            notes = all_heard - heard
            assert {kind for _, kind in notes} <= {"note"}
            assert notes.total() <= sum(e.ev == "refused" for e in live.tape)
            for line in told + quiet:
                assert line.text.endswith(ENDS), line
                assert "{x}" not in line.text and "None" not in line.text, line
