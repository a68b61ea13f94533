"""No bot peeks: on thousands of positions each level decides the same from the blinded state, which
is all that live play gives it, and from the whole state, which bulk play compiles.  Blinding and
the view of a seat agree on what is secret."""

import random
from collections.abc import Iterator
from itertools import product

import pytest

from games.lab.counting.adapter import find
from games.rules.catalogue import BOTS, GAMES
from games.rules.game import Reject
from tests.conformance.subjects import KEYS, SUBJECTS, table_of
from tests.depth import deep
from tests.rules.live import LiveTable, play_bots, played

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


def verify_steady(live: LiveTable, seat: int) -> None:
    """A bot decides the same at any time, and deciding changes nothing."""
    before = live.t.to_bytes()
    for level in BOTS[live.game.key].all_levels:
        assert live.decide(seat, level, 9) == live.decide(seat, level, 9), level
    assert live.t.to_bytes() == before


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
        if number % 20 == 0:
            verify_steady(live, seat)
    assert min(decided.values()) > POSITIONS // 8


@every
def test_the_blinded_state_has_the_view_of_its_seat(key):
    game, blind = GAMES[key], BOTS[key].blind
    for live, seat in positions(key, POSITIONS // 4):
        for viewer in (seat, None):
            blinded = blind(live.t, live.o, viewer)
            assert game.view(blinded, live.o, viewer) == game.view(live.t, live.o, viewer)
            assert blind(blinded, live.o, viewer) == blinded


@every
def test_bots_play_to_the_end_with_legal_acts(key):
    """All levels in turn; who is late may be refused."""
    subject, levels = SUBJECTS[key], list(BOTS[key].levels)
    for seed, options in enumerate([subject.quick, *subject.options]):
        for first in range(0, len(levels), 2):
            live = table_of(key).dealt(options, seed)
            company = [levels[(first + p) % len(levels)] for p in range(live.o.players)]
            until = 10**9 if options == subject.quick and first == 0 else 90_000
            refused = play_bots(live, company, seed, until)
            assert {verdict.name for verdict in refused} <= subject.late, (options, company)
            if until == 10**9:
                assert live.game.result(live.t, live.o) is not None
                assert live.now_act(0, "resign", {}) == Reject.GAME_OVER
                for seat, level in product(range(live.o.players), levels):
                    assert live.decide(seat, level, 1) is None


@every
def test_levels_have_names_of_their_own(key):
    bots = BOTS[key]
    for word, level in bots.all_levels.items():
        assert bots.find(word) == level and level.name and level.line.endswith(".")
    assert len({level.number for level in bots.all_levels.values()}) == len(bots.all_levels)
    with pytest.raises(KeyError):
        table_of(key).dealt("", 1).decide(0, "wizard", 1)


@every
def test_the_lab_plays_each_level_by_its_own_number(key):
    """It takes a level's place among the policies for its number, in four bits."""
    adapter = find(key)
    for word, level in BOTS[key].levels.items():
        assert adapter.levels([word]) == level.number < 16, word
