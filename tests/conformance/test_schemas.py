"""What programs are told fits its description, in games of bots under house rules drawn at
random."""

import random

import pytest

from games.rules.catalogue import BOTS, GAMES
from games.rules.events import seen_by
from tests.conformance.subjects import KEYS, table_of
from tests.conformance.tables import random_options
from tests.depth import WHOLE, seeds
from tests.live.described import fits
from tests.rules.live import NAMES, played

COUNTS = {"war": 120, "ww3": 55, "ultimate": 25}
LONGEST_MS = 10**9 if WHOLE else 90_000


@pytest.mark.parametrize("key", KEYS)
def test_every_view_of_every_game_fits(key):
    for seed in seeds(COUNTS.get(key, 10)):
        rng = random.Random(seed)
        live = table_of(key).dealt(random_options(GAMES[key], rng), seed)
        levels = rng.choices(list(BOTS[key].levels), k=live.o.players)
        views = 0
        for _verdict in played(live, levels, seed, LONGEST_MS):
            for viewer in (None, *range(live.o.players)):
                view = live.game.view(live.t, live.o, viewer)
                fits(view, "View")
                fits(live.game.prompts(live.t, live.o, view, NAMES), "ViewWords")
                fits(live.view(viewer), "View")
                views += 1
        if live.t.end:
            fits(live.game.open_view(live.t, live.o), "View")
        assert views > 20, seed
        viewer = rng.choice((None, *range(live.o.players)))
        for event in live.tape:
            for row in (event.to_dict(), seen_by(event, viewer)):
                fits({"n": 1, "t": 0} | row, "Event")


@pytest.mark.parametrize("key", KEYS)
def test_acts_of_bots_fit_and_others_do_not(key):
    head = {"id": "0123abcd-0123-4567-89ab-0123456789ab"}
    live = table_of(key).dealt("", 1)
    levels = list(BOTS[key].usual)[: live.o.players] or list(BOTS[key].levels)
    acts = 0
    for _verdict in played(live, (levels * live.o.players)[: live.o.players], 1, 60_000):
        for seat in range(live.o.players):
            if wish := live.decide(seat, levels[0], 1):
                fits(head | {"act": wish.act, **wish.args}, "Command")
                acts += 1
    assert acts > 10
    for wrong in ({"act": "no_such_act"}, {"act": "resign", "more": 1}, {}):
        with pytest.raises(ValueError, match="valid under any of the schemas"):
            fits(head | wrong, "Command")
