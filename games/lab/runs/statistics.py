"""Statistics for people to read: means, quantiles, intervals, tests.  They are computed from the
stored exact sums."""

from collections.abc import Iterator, Sequence
from math import erfc, exp, pi, sqrt
from typing import TYPE_CHECKING, NamedTuple

from games.lab.counting.accumulator import MARKS, STRENGTHS, WHOLE, Sums

if TYPE_CHECKING:  # the words of a game need Django, the numbers do not
    from games.lab.counting.adapter import Terms

Z95 = 1.959964


class Share(NamedTuple):
    """A share with its 95 % interval (Wilson, 1927)."""

    hits: int
    of: int

    @property
    def value(self) -> float:
        return self.hits / self.of if self.of else 0.0

    @property
    def low(self) -> float:
        return self._bound(-1)

    @property
    def high(self) -> float:
        return self._bound(1)

    def _bound(self, sign: int) -> float:
        if not self.of:
            return 0.0 if sign < 0 else 1.0
        z, n, p = Z95, self.of, self.value
        middle = p + z * z / (2 * n)
        spread = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return min(1.0, max(0.0, (middle + sign * spread) / (1 + z * z / n)))


class Length(NamedTuple):
    """The length of games, in the game's unit."""

    unit: str
    mean: float
    sd: float
    p10: int
    median: int
    p90: int
    p99: int
    max: int
    min: int
    low: float  # lower bound of the mean, 95 %
    high: float


def quantile(counts: Sequence[int], share: float) -> int:
    """The smallest value that is at least as large as this share of the counted values.  `counts`
    has the count of each value."""
    total, seen = sum(counts), 0
    for value, count in enumerate(counts):
        seen += count
        if seen >= share * total and seen:
            return value
    return 0


def moments(counts: Sequence[int]) -> tuple[float, float]:
    """The mean and the standard deviation of values with these counts, from exact integers."""
    n = sum(counts)
    if not n:
        return 0.0, 0.0
    total = sum(value * count for value, count in enumerate(counts))
    squares = sum(value * value * count for value, count in enumerate(counts))
    spread = (n * squares - total * total) / (n * (n - 1)) if n > 1 else 0.0
    return total / n, sqrt(spread)


def length(sums: Sums, unit: str = "battles") -> Length:
    counts = sums.lengths
    mean, sd = moments(counts)
    played = [value for value, count in enumerate(counts) if count] or [0]
    error = Z95 * sd / sqrt(sums.games) if sums.games else 0.0
    return Length(
        unit=unit,
        mean=mean,
        sd=sd,
        p10=quantile(counts, 0.1),
        median=quantile(counts, 0.5),
        p90=quantile(counts, 0.9),
        p99=quantile(counts, 0.99),
        max=played[-1],
        min=played[0],
        low=mean - error,
        high=mean + error,
    )


def tail(chi2: float, freedom: int) -> float:
    """The probability that chi-square with `freedom` degrees of freedom is at least this large."""
    x = chi2 / 2
    if freedom % 2:
        term = sqrt(x / pi) * 2 * exp(-x)
        total, k = erfc(sqrt(x)), 1
        while k <= freedom - 2:
            total += term
            k += 2
            term *= 2 * x / k
        return total
    term, total = exp(-x), 0.0
    for k in range(freedom // 2):
        total += term
        term *= x / (k + 1)
    return total


class Bias(NamedTuple):
    """The imbalance of wins between seats.  `p`: the probability of differences of at least this
    size by chance."""

    chi2: float
    p: float

    @property
    def found(self) -> bool:
        return self.p < 0.01


def bias(wins: Sequence[int]) -> Bias:
    expected = sum(wins) / len(wins) if wins else 0
    if not expected:
        return Bias(0.0, 1.0)
    chi2 = sum((count - expected) ** 2 / expected for count in wins)
    return Bias(chi2, tail(chi2, len(wins) - 1))


def wins(sums: Sums, players: int) -> list[Share]:
    return [Share(count, sums.games) for count in sums.wins[:players]]


def chances(sums: Sums, players: int) -> list[float]:
    """The chance of each seat; the sum is 1.  A shared win counts in part for each winner."""
    pairs = zip(sums.wins[:players], sums.parts[:players], strict=True)
    return [(won + parts / WHOLE) / sums.games for won, parts in pairs]


def drawn(sums: Sums) -> Share:
    """The share of games without a single winner."""
    return Share(sums.games - sum(sums.wins), sums.games)


def ends(sums: Sums, terms: "Terms") -> list[tuple[str, Share]]:
    """The share of each way in which at least one game ended."""
    rows = zip(terms.ends, sums.ends, strict=False)
    return [(name, Share(count, sums.games)) for name, count in rows if count]


def wars(sums: Sums) -> tuple[float, float]:
    """The mean and the standard deviation of wars per game."""
    n = sums.games
    if not n:
        return 0.0, 0.0
    spread = (n * sums.wars_squared - sums.wars**2) / (n * (n - 1)) if n > 1 else 0.0
    return sums.wars / n, sqrt(max(spread, 0.0))


def depths(sums: Sums) -> list[tuple[int, int]]:
    """The number of battles for each number of wars in a row."""
    rows = [(depth, count) for depth, count in enumerate(sums.depths) if depth and count]
    return rows


def hands(dealt: Sequence[int], won: Sequence[int]) -> Iterator[tuple[int, Share]]:
    for place, (count, wins) in enumerate(zip(dealt, won, strict=True)):
        if count:
            yield place, Share(wins, count)


def aces(sums: Sums) -> list[tuple[int, Share]]:
    """The share of hands that win, by the number of their aces (or jokers)."""
    return list(hands(sums.aces, sums.aces_won))


def strengths(sums: Sums) -> list[tuple[int, Share]]:
    """The share of hands that win, by their points above an average hand, in steps of eight."""
    rows = hands(sums.strengths, sums.strengths_won)
    return [(8 * (place - STRENGTHS // 2), share) for place, share in rows]


def median_game(sums: Sums) -> int:
    """The number of the first game whose length is exactly the median."""
    return sums.first[quantile(sums.lengths, 0.5)] - 1


def remarkable(sums: Sums, terms: "Terms") -> dict[str, tuple[int, int]]:
    """Games worth watching, by name: the number of the game, and its value."""
    if not sums.games:
        return {}
    lengths = length(sums)
    games = {
        "shortest": (sums.first[lengths.min] - 1, lengths.min),
        "longest": (sums.first[lengths.max] - 1, lengths.max),
        "median": (median_game(sums), lengths.median),
    }
    for place, name in enumerate(MARKS):
        if sums.best_game[place]:
            value = sums.best[place]
            cards = terms.cards - value if name == "comeback" else value
            games[name] = (sums.best_game[place] - 1, cards)
    return games
