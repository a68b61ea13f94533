"""Random house rules, for tests over many games."""

import random

from games.rules.ww3.options import SCHEMA
from tests.rules.ww3.live import GAME


def random_options(rng: random.Random, cap: str | None = None) -> str:
    """Canonical text of valid options for short games; about half differ from the default."""
    rows = {"cap": cap or str(rng.choice([10, 20, 40, 200]))}
    for option in SCHEMA.options:
        if option.key != "cap" and rng.random() < 0.5:
            rows[option.key] = rng.choice(option.choices).value
    return GAME.canonical(GAME.options(rows))
