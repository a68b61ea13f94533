"""No bot peeks: on thousands of positions each level decides the same from the blinded state, which
is all that live play gives it, and from the whole state, which bulk play compiles.  Blinding and
the view of a seat agree on what is secret."""

import random
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from games.rules.catalogue import BOTS
from tests.rules.live import LiveTable, played
from tests.rules.ultimate import live as ultimate
from tests.rules.war import live as war
from tests.rules.ww3 import live as ww3

POSITIONS = 2_000  # of each game


class Kind(NamedTuple):
    """How to reach positions of a game: the rules, and how many acts and timers of each game."""

    table: type[LiveTable]
    options: tuple[str, ...]
    each: int


KINDS = [
    Kind(war.Live, ("slap=5", "auto=2;players=3;slap=5;underdog=6", "slap=5;spoils=shown"), 150),
    Kind(ww3.Live, ("", "hold=secret;seats=5", "seats=1", "failcard=play;seats=6"), 150),
    Kind(ultimate.Live, ("", "change=on;multi=on;seats=6", "change=on;pace=pulse;multi=on"), 150),
]


def positions(kind: Kind, count: int) -> Iterator[tuple[LiveTable, int]]:
    """This many positions of tables with random players, each with a seat still in."""
    rng = random.Random(2026)
    levels, seed = list(BOTS[kind.table.game.key].all_levels), 0
    while True:
        seed += 1
        live = kind.table.dealt(kind.options[seed % len(kind.options)], seed)
        company = rng.choices(levels, k=live.o.players)
        for step, _ in enumerate(played(live, company, seed)):
            if step == kind.each:
                break
            yield live, rng.choice([p for p in range(live.o.players) if not live.t.seats[p].out])
            count -= 1
            if count == 0:
                return


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.table.game.key)
def test_every_level_decides_by_what_its_seat_may_know(kind):
    bots, decided = BOTS[kind.table.game.key], dict.fromkeys(BOTS[kind.table.game.key].levels, 0)
    for number, (live, seat) in enumerate(positions(kind, POSITIONS)):
        blinded = bots.blind(live.t, live.o, seat)
        for level, (policy, _, _) in bots.all_levels.items():
            seen, whole = blinded.copy(), live.t.copy()
            seen.rng = whole.rng = number * 2**40 + 7
            plan = bots.plan(seen, live.o, seat, policy)
            assert plan == bots.plan(whole, live.o, seat, policy), (level, number)
            decided[level] = decided.get(level, 0) + (plan is not None)
    assert min(decided.values()) > POSITIONS // 8


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.table.game.key)
def test_the_blinded_state_has_the_view_of_its_seat(kind):
    game, blind = kind.table.game, BOTS[kind.table.game.key].blind
    for live, seat in positions(kind, POSITIONS // 4):
        for viewer in (seat, None):
            blinded = blind(live.t, live.o, viewer)
            assert game.view(blinded, live.o, viewer) == game.view(live.t, live.o, viewer)
            assert blind(blinded, live.o, viewer) == blinded
