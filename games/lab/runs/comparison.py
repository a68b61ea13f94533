"""Comparison of two runs: differences with 95 % intervals.  Runs with the same seed, number of
games and number of players play the same deals, unless they start at different places.  Such runs
are compared in pairs, in 64 batches, so that the luck of the deal cancels out.  Other runs are
compared as independent samples."""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from games.lab.counting.accumulator import BATCHES, SEATS, Sums
from games.lab.runs.spec import RunSpec
from games.lab.runs.statistics import Share, length

T95 = 1.998  # Student's distribution with 63 degrees of freedom
Z95 = 1.959964
FEWEST = 20  # games per batch, below which batches say nothing


class Difference(NamedTuple):
    """The difference between another run and the base, with its interval."""

    gap: float
    low: float
    high: float
    paired: bool

    @property
    def clear(self) -> bool:
        """Whether the interval excludes zero."""
        return self.low > 0 or self.high < 0


class Side(NamedTuple):
    """A run, and its sums so far."""

    spec: RunSpec
    sums: Sums


def are_paired(a: Side, b: Side) -> bool:
    """Whether both runs have played all games, and the same deals."""
    first, second = a.spec, b.spec
    same = (first.game, first.games, first.seed) == (second.game, second.games, second.seed)
    same = same and first.start == second.start
    whole = a.sums.games == first.games == b.sums.games
    seats = len(first.policies) == len(second.policies)
    return same and whole and seats and first.games >= FEWEST * BATCHES


def batch_sizes(games: int) -> list[int]:
    """The number of games in each batch of a complete run."""
    return [(games - batch + BATCHES - 1) // BATCHES for batch in range(BATCHES)]


def by_batches(gaps: Sequence[int], games: int) -> Difference:
    """The mean difference per game, from the differences of batches."""
    means = [gap / size for gap, size in zip(gaps, batch_sizes(games), strict=True)]
    gap = sum(gaps) / games
    spread = sum((mean - gap) ** 2 for mean in means) / (BATCHES - 1)
    half = T95 * sqrt(spread / BATCHES)
    return Difference(gap, gap - half, gap + half, True)


def apart(gap: float, error: float, other_error: float) -> Difference:
    """The difference of two independent values with these standard errors."""
    half = Z95 * sqrt(error * error + other_error * other_error)
    return Difference(gap, gap - half, gap + half, False)


def length_difference(base: Side, other: Side) -> Difference:
    if are_paired(base, other):
        pairs = zip(base.sums.batches, other.sums.batches, strict=True)
        return by_batches([b - a for a, b in pairs], other.sums.games)
    first, second = length(base.sums), length(other.sums)
    errors = [
        length.sd / sqrt(side.sums.games) for length, side in ((first, base), (second, other))
    ]
    return apart(second.mean - first.mean, *errors)


def win_difference(base: Side, other: Side, seat: int) -> Difference:
    """The difference in the share of games that this seat (from 0) wins alone."""
    if are_paired(base, other):
        wins, other_wins = base.sums.batch_wins[seat::SEATS], other.sums.batch_wins[seat::SEATS]
        pairs = zip(wins, other_wins, strict=True)
        return by_batches([b - a for a, b in pairs], other.sums.games)
    shares = [Share(side.sums.wins[seat], side.sums.games) for side in (base, other)]
    errors = [sqrt(row.value * (1 - row.value) / max(row.of, 1)) for row in shares]
    return apart(shares[1].value - shares[0].value, *errors)
