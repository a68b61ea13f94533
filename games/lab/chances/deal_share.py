"""The share of the deal in a result: the part of the variance of results that is explained by the
chances at the deal, with all cards known and the usual bot in every seat.  The share is measured
for every preset and number of players, and shipped (`python -m tests.development measure_deals`
renews it)."""

import json
from collections.abc import Sequence
from functools import cache as once
from math import sqrt
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from games.lab.chances.tally import Tally
from games.lab.counting.adapter import ADAPTERS
from games.lab.runs.preset_lengths import without_idle
from games.lab.runs.statistics import Z95
from games.rules.options import BadOptions

SHIPPED = Path(__file__).with_name("deal_share.json")


class DealShare(NamedTuple):
    """The share of the deal, half the width of its 95 % interval, the number of deals, and the
    number of games after each deal."""

    share: float
    half_width: float
    deals: int
    games: int

    @property
    def percent(self) -> int:
        return round(100 * self.share)

    @property
    def give_or_take(self) -> int:
        return max(1, round(100 * self.half_width)) if self.half_width else 0


def measured(tallies: Sequence[Tally]) -> DealShare:
    """The share of the deal, from some games after each deal.  The interval is computed with a
    jackknife, which leaves out a tenth of the deals at a time."""
    parts = [share_of([t for i, t in enumerate(tallies) if i % 10 != out]) for out in range(10)]
    spread = sum((part - fmean(parts)) ** 2 for part in parts)
    half_width = Z95 * sqrt(0.9 * spread)
    return DealShare(share_of(tallies), half_width, len(tallies), tallies[0].games)


def share_of(tallies: Sequence[Tally]) -> float:
    """The variance between deals as a part of the total variance, over all seats.  The variance
    that comes from estimating each chance with few games is subtracted."""
    between = within = 0.0
    for chances in zip(*(tally.chances for tally in tallies), strict=True):
        mean = fmean(chances)
        spread = sum((chance - mean) ** 2 for chance in chances) / (len(chances) - 1)
        noise = fmean(
            chance * (1 - chance) / max(tally.games - 1, 1)
            for chance, tally in zip(chances, tallies, strict=True)
        )
        own = fmean(chance * (1 - chance) for chance in chances) + noise
        between, within = between + max(spread - noise, 0.0), within + own
    return between / (between + within)


def version_of(game: str) -> int:
    return ADAPTERS[game].version()


def find_share(game: str, options: str) -> DealShare | None:
    """The share of the deal under these options; None if it was not measured."""
    try:
        rules = without_idle(game, options)
    except BadOptions:
        return None
    return shipped().get((game, version_of(game), rules))


@once
def shipped() -> dict[tuple[str, int, str], DealShare]:
    """The measured shares by game, version of its rules, and options."""
    rows = json.loads(SHIPPED.read_text()) if SHIPPED.exists() else []
    return {
        (row["game"], row["rules_version"], row["options"]): DealShare(
            row["share"], row["half_width"], row["deals"], row["games"]
        )
        for row in rows
    }
