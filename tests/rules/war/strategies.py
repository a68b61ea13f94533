"""Random house rules and random play, for tests over many games."""

import random

from hypothesis import strategies as st

from games.rules.cards import RANKS
from games.rules.options import BadOptions
from games.rules.war.options import SCHEMA, Options
from tests.rules.war.live import GAME


def random_options(rng: random.Random) -> str:
    """Canonical text of valid options for short games; about half of the house rules are on."""
    while True:
        rows = {"cap": str(rng.choice([20, 60, 200, 3000]))}
        for option in SCHEMA.options:
            if option.key in ("cap", "slap_window", "pace"):
                continue
            if rng.random() < 0.5:
                rows[option.key] = rng.choice(option.choices).value
        if rng.random() < 0.2:
            rows["slap"] = ",".join(sorted(rng.sample(RANKS, 2), key=RANKS.index))
        if rng.random() < 0.5:
            rows["pace"] = rng.choice(["auto:400", "auto"])
        try:
            return GAME.canonical(GAME.options(rows))
        except BadOptions:
            continue


@st.composite
def house_rules(draw: st.DrawFn) -> Options:
    """Valid options."""
    return GAME.options(random_options(random.Random(draw(st.integers(0, 2**32)))))
