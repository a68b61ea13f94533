"""No bot peeks: on thousands of positions each level decides the same from the blinded state, which
is all that live play gives it, and from the whole state, which bulk play compiles.  Blinding and
the view of a seat agree on what is secret."""

import random
from collections.abc import Iterator

import pytest

from games.rules.catalogue import BOTS, GAMES
from tests.conformance.subjects import KEYS, SUBJECTS, table_of
from tests.depth import deep
from tests.rules.live import LiveTable, played

POSITIONS = deep(2_000)  # of each game
EACH = 150  # acts and timers of each game, at most
every = pytest.mark.parametrize("key", KEYS)


def positions(key: str, count: int) -> Iterator[tuple[LiveTable, int]]:
    """This many positions of tables with random players, each with a seat still in."""
    rng = random.Random(2026)
    table, options = table_of(key), SUBJECTS[key].options
    levels, seed = list(BOTS[key].all_levels), 0
    while True:
        seed += 1
        live = table.dealt(options[seed % len(options)], seed)
        company = rng.choices(levels, k=live.o.players)
        for step, _ in enumerate(played(live, company, seed)):
            if step == EACH:
                break
            yield live, rng.choice([p for p in range(live.o.players) if not live.t.seats[p].out])
            count -= 1
            if count == 0:
                return


@every
def test_every_level_decides_by_what_its_seat_may_know(key):
    bots = BOTS[key]
    decided = dict.fromkeys(bots.levels, 0)
    for number, (live, seat) in enumerate(positions(key, POSITIONS)):
        blinded = bots.blind(live.t, live.o, seat)
        for level, (policy, _, _) in bots.all_levels.items():
            seen, whole = blinded.copy(), live.t.copy()
            seen.rng = whole.rng = number * 2**40 + 7
            plan = bots.plan(seen, live.o, seat, policy)
            assert plan == bots.plan(whole, live.o, seat, policy), (level, number)
            decided[level] = decided.get(level, 0) + (plan is not None)
    assert min(decided.values()) > POSITIONS // 8


@every
def test_the_blinded_state_has_the_view_of_its_seat(key):
    game, blind = GAMES[key], BOTS[key].blind
    for live, seat in positions(key, POSITIONS // 4):
        for viewer in (seat, None):
            blinded = blind(live.t, live.o, viewer)
            assert game.view(blinded, live.o, viewer) == game.view(live.t, live.o, viewer)
            assert blind(blinded, live.o, viewer) == blinded
