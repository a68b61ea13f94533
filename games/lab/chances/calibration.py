"""The calibration of chances.  Positions are grouped by the chance of a seat, in tenths such as 60
to 70 %, and the wins in each group are counted.  The measurements are made with
`tests.bench.bench_chances`, and shipped."""

import json
from collections.abc import Sequence
from functools import cache as once
from itertools import groupby
from math import sqrt
from pathlib import Path
from typing import NamedTuple

from games.lab.counting.adapter import ADAPTERS
from games.lab.runs.statistics import Z95, tail

SHIPPED = Path(__file__).with_name("calibration.json")
LEAST_SPREAD = 1.0  # wins squared; below, the chi-square distribution is no guide
MOST_ERRORS = 3.0  # standard errors; a larger deviation is a fault


class Tenth(NamedTuple):
    """Positions with chances in the same tenth.  In `won` a shared win counts in part."""

    number: int  # 6: 60 to 70 %
    positions: int
    given: float  # the sum of the chances
    won: float
    spread: float  # the variance of the wins, if the chances are right

    @property
    def low(self) -> int:
        return 10 * self.number

    @property
    def high(self) -> int:
        return 10 * self.number + 10

    @property
    def mean_given(self) -> float:
        return self.given / self.positions

    @property
    def mean_won(self) -> float:
        return self.won / self.positions

    @property
    def half_width(self) -> float:
        """Half the width of the 95 % interval in which the wins lie if the chances are right."""
        return Z95 * sqrt(self.spread) / self.positions


class Calibration(NamedTuple):
    """The tenths of one game and viewer.  `drift` is the mean change of a chance from one place to
    the next, and should be 0 if the chances are right."""

    game: str
    options: str  # canonical
    view: str  # `all`, `watcher` or `seat`
    version: int  # version of rules and bots, see `Adapter.version`
    tenths: list[Tenth]
    drift: float
    drift_error: float  # its standard error

    @property
    def positions(self) -> int:
        return sum(tenth.positions for tenth in self.tenths)

    @property
    def drift_errors(self) -> float:
        """The drift in standard errors."""
        return self.drift / self.drift_error if self.drift_error else 0.0

    @property
    def chi2(self) -> float:
        return sum((t.won - t.given) ** 2 / t.spread for t in self._tested)

    @property
    def freedom(self) -> int:
        """The degrees of freedom of the chi-square."""
        return len(self._tested)

    @property
    def p(self) -> float:
        """The probability of differences of at least this size by chance, if the chances are
        right."""
        return tail(self.chi2, self.freedom) if self.freedom else 1.0

    @property
    def mean_given(self) -> float:
        return sum(tenth.given for tenth in self.tenths) / self.positions

    @property
    def mean_won(self) -> float:
        return sum(tenth.won for tenth in self.tenths) / self.positions

    @property
    def level_errors(self) -> float:
        """The difference of all wins from the sum of the chances, in standard errors.  If it is
        above 0, the chances are too low."""
        return self._errors([1.0] * len(self.tenths))

    @property
    def slope_errors(self) -> float:
        """The slope of wins over chances, in standard errors.  If it is above 0, seats ahead win
        more often than their chances, and seats behind less often."""
        return self._errors([tenth.mean_given - 0.5 for tenth in self.tenths])

    def _errors(self, weights: Sequence[float]) -> float:
        rows = list(zip(weights, self.tenths, strict=True))
        spread = sum(weight**2 * tenth.spread for weight, tenth in rows)
        return sum(w * (t.won - t.given) for w, t in rows) / sqrt(spread) if spread else 0.0

    @property
    def fault(self) -> str:
        """The fault of the chances: `low`, `high`, `cautious`, `bold` or `other`; "" if there is
        none.  A wrong level is named first, because it changes every chance."""
        if abs(self.level_errors) >= MOST_ERRORS:
            return "low" if self.level_errors > 0 else "high"
        if abs(self.slope_errors) >= MOST_ERRORS:
            return "cautious" if self.slope_errors > 0 else "bold"
        return "" if self.p > 0.001 and abs(self.drift_errors) < MOST_ERRORS else "other"

    @property
    def _tested(self) -> list[Tenth]:
        return [tenth for tenth in self.tenths if tenth.spread > LEAST_SPREAD]


@once
def shipped() -> list[tuple[str, list[Calibration]]]:
    """The measurements for today's rules and bots, a list for each game."""
    rows = [
        Calibration(**row | {"tenths": [Tenth(*tenth) for tenth in row["tenths"]]})
        for row in json.loads(SHIPPED.read_text())
    ]
    of_today = (row for row in rows if row.version == ADAPTERS[row.game].version())
    return [(game, list(views)) for game, views in groupby(of_today, lambda row: row.game)]


def calibration_of(game: str, view: str) -> Calibration | None:
    """The measurement for a viewer: `all`, `watcher`, or the number of a seat; None if there is
    none."""
    kind = view if view in ("all", "watcher") else "seat"
    rows = dict(shipped()).get(game, [])
    return next((row for row in rows if row.view == kind), None)
