"""Random house rules and random play, for tests over many games."""

import random

from hypothesis import strategies as st

from games.rules.cards import listed
from games.rules.game import Act
from games.rules.ultimate.legal import Kind
from games.rules.ultimate.options import SCHEMA, Options
from games.rules.ultimate.state import NONE, Table, alive, field_cards
from tests.rules.ultimate.live import GAME
from tests.rules.ultimate.random_acts import some_act

SEEDS = st.integers(0, 2**32)


def random_options(rng: random.Random, **fixed: str) -> Options:
    """Valid options; about half of the house rules are on."""
    rows = {"seats": str(rng.randint(3, 8))}
    for option in SCHEMA.options:
        if option.key not in ("seats", "pace") and rng.random() < 0.5:
            rows[option.key] = rng.choice(option.choices).value
    if rng.random() < 0.2:
        rows["pace"] = "pulse"
    return GAME.options(rows | fixed)


def dealt(o: Options, rng: random.Random) -> Table:
    """A table with a shuffled pack."""
    deck = GAME.pack(o)
    rng.shuffle(deck)
    t = GAME.deal(o, deck)
    GAME.set_word(t, rng.getrandbits(64))
    return t


def all_cards(t: Table) -> list[int]:
    """Every card of the game, sorted."""
    cards = listed(t.center)
    for seat in t.seats:
        cards += [*listed(seat.stack), *listed(seat.played), *field_cards(seat)]
        cards += [] if seat.hand == NONE else [seat.hand]
    return sorted(cards)


def plausible(t: Table, p: int, rng: random.Random) -> Act:
    """An act that seat p might want; about a third are legal."""
    copy = t.copy()
    copy.rng = rng.getrandbits(64)
    return some_act(copy, p)


def hostile(rng: random.Random) -> Act:
    """Any numbers."""
    number = lambda: rng.choice([-9, -1, 0, 1, 2, 3, 7, 8, 51, 52, 53, 54, 99, 1 << 52])  # noqa: E731
    return Act(rng.randint(-2, 18), number(), number(), number(), number())


def some_seat(t: Table, rng: random.Random) -> int:
    """Usually a seat still in."""
    return rng.choice(alive(t)) if rng.random() < 0.95 else rng.randint(-1, 8)


def next_act(t: Table, rng: random.Random) -> tuple[int, Act]:
    """A seat's act, sensible or not."""
    p = some_seat(t, rng)
    if rng.random() < 0.1 or not 0 <= p < t.players:
        return p, hostile(rng)
    if rng.random() < 0.002:
        return p, Act(int(Kind.RESIGN))
    return p, plausible(t, p, rng)
