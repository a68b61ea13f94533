"""`measure_deals`: how much of a result is decided by the deal, for the shipped file."""

import json
from collections.abc import Iterator
from concurrent.futures import Executor
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.lab.chances import deal_share
from games.lab.chances.course import playouts_of
from games.lab.chances.position import position_of
from games.lab.chances.tally import tally_packed
from games.lab.runs.cache import compiled_process
from games.lab.runs.preset_lengths import without_idle
from games.rules.catalogue import BOTS, GAMES, find
from games.rules.game import Options
from games.rules.options import BadOptions, pairs

SEED = 1
DEALS, PLAYED = 1_500, 60  # how often each deal is played
AT_ONCE = 250  # deals


class Command(BaseCommand):
    help = "Measure what the shipped file lacks for today's rules; --again: everything."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--again", action="store_true")
        parser.add_argument("--game", choices=[*GAMES])
        parser.add_argument("--deals", type=int, default=DEALS)

    def handle(self, *args: Any, again: bool, game: str, deals: int, **options: Any) -> None:
        known = {} if again else dict(deal_share.shipped())
        with compiled_process() as pool:
            for key, o in measured_rules():
                rules = without_idle(key, find(key).canonical(o))
                name = (key, deal_share.version_of(key), rules)
                if name not in known and game in (None, key):
                    known[name] = measure(pool, key, o, deals)
                    write(known)
                    self.stdout.write(f"{key} {rules}: {known[name].share:.3f}")


def measure(pool: Executor, key: str, o: Options, deals: int) -> deal_share.DealShare:
    rules = find(key)
    playouts = playouts_of(rules, o, [""] * o.players)
    adapter, tallies = playouts.adapter, []
    levels = adapter.levels(playouts.policies)
    for first in range(0, deals, AT_ONCE):
        asked = []
        for number in range(first, min(first + AT_ONCE, deals)):
            dealt, _notes = adapter.fresh(o, levels, SEED, number)
            asked.append((position_of(rules, o, 1, dealt).start.packed(), 0, PLAYED))
        tallies += pool.submit(tally_packed, playouts, asked).result()
    return deal_share.measured(tallies)


def write(known: dict[tuple[str, int, str], deal_share.DealShare]) -> None:
    rows = [
        json.dumps(
            {"game": game, "rules_version": version, "options": options}
            | share._asdict()
            | {"share": round(share.share, 4), "half_width": round(share.half_width, 4)}
        )
        for (game, version, options), share in known.items()
    ]
    deal_share.SHIPPED.write_text("[\n" + ",\n".join(rows) + "\n]\n")


def measured_rules() -> Iterator[tuple[str, Options]]:
    """Every preset with every number of players."""
    for game in GAMES.values():
        seats = [choice.value for choice in game.schema.find(game.seats_key).choices]
        for preset in game.presets:
            for players in seats:
                try:
                    o = game.options(dict(pairs(preset.options)) | {game.seats_key: players})
                except BadOptions:
                    continue
                if not BOTS[game.key].fixed(o):
                    yield game.key, o
