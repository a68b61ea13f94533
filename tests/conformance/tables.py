"""Tables of any game, with random house rules and bots."""

import random

from games.rules.catalogue import BOTS, GAMES
from games.rules.game import Game
from games.rules.options import BadOptions
from tests.conformance.subjects import table_of
from tests.rules.live import LiveTable, play_bots


def random_options(game: Game, rng: random.Random) -> str:
    """House rules that fit together; about a third differ from the usual ones."""
    while True:
        chosen = {
            option.key: rng.choice(option.choices).value
            for option in game.schema.options
            if option.choices and rng.random() < 0.3
        }
        try:
            return game.canonical(game.options(chosen))
        except BadOptions:
            continue


def position(key: str, seed: int, latest_ms: int = 150_000) -> LiveTable:
    """A table after at most this time of a game between bots; games of the toy take seconds."""
    rng = random.Random(seed)
    latest_ms //= 60 if key == "toy" else 1
    live = table_of(key).dealt(random_options(GAMES[key], rng), seed)
    levels = rng.choices(list(BOTS[key].levels), k=live.o.players)
    play_bots(live, levels, seed, rng.randrange(latest_ms // 50, latest_ms))
    return live
