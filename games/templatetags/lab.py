"""Charts of the lab: SVG with classes only, next to a table of the same numbers."""

from collections.abc import Sequence
from math import floor, log10
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django import template
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from games.lab.runs.luck import Meter, find_meter
from games.lab.runs.preset_lengths import without_idle
from games.lab.runs.statistics import Length, Share, quantile
from games.rules.catalogue import BOTS, find
from games.table.rated import Pool

register = template.Library()
Drawing = dict[str, Any]
MANY = 100  # games
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000)
ROUND = (0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 2.5, 5, 10, 20, 25)


class Bin(NamedTuple):
    """The games with a length from `low` to `high`.  The last bin also holds all longer games."""

    low: int
    high: int
    games: int
    share: float
    last: bool

    @property
    def words(self) -> str:
        if self.last:
            return gettext("{low} and more").format(low=f"{self.low:,}")
        if self.high == self.low:
            return f"{self.low:,}"
        return gettext("{low} to {high}").format(low=f"{self.low:,}", high=f"{self.high:,}")


def bins(counts: Sequence[int], length: Length, most: int) -> list[Bin]:
    """The bins of a histogram: at most this many, of a round width, up to a little beyond the 99th
    percentile."""
    reach = min(length.max, max(length.p99 * 5 // 4, 10))
    step = next((step for step in STEPS if reach / step < most), STEPS[-1])
    number = reach // step + 1
    total = sum(counts) or 1
    rows = []
    for place in range(number):
        low, last = place * step, place == number - 1 and length.max >= (place + 1) * step
        games = sum(counts[low:]) if last else sum(counts[low : low + step])
        rows.append(Bin(low, low + step - 1, games, games / total, last))
    return rows


def grid_step(top: float, lines: int) -> float:
    """A round step (percent) for about this many lines up to the top."""
    return next((step for step in ROUND if top / step <= lines), ROUND[-1])


@register.filter
def percent(value: float, digits: int = 1) -> str:
    return f"{100 * value:.{digits}f}%"


@register.filter
def share_words(share: Share) -> str:
    """A share in words, without decimals if it is of too few games."""
    return percent(share.value, 2 if share.of >= MANY else 0)


@register.filter
def interval(share: Share) -> str:
    digits = 2 if share.of >= MANY else 0
    low, high = (f"{100 * value:.{digits}f}" for value in (share.low, share.high))
    return gettext("{low} to {high}").format(low=low, high=high)


@register.filter
def signed(value: float, digits: int = 1) -> str:
    """A number with a sign: +1.5, −2.0."""
    return f"{value:+.{digits}f}".replace("-", "−")


@register.filter
def points(value: float) -> str:
    """A difference of shares in percentage points."""
    return signed(100 * value, 2)


@register.filter
def at(rows: Sequence[str], place: int) -> str:
    return rows[place]


@register.inclusion_tag("lab/charts/histogram.html")
def histogram(counts: Sequence[int], length: Length, small: bool = False) -> Drawing:
    """The share of games by length.  The middle 80 % are shaded, and the median is marked."""
    width, height, lines = (300, 190, 4) if small else (760, 296, 6)
    rows = bins(counts, length, 15 if small else 32)
    wide = width / len(rows)
    most = 100 * max(row.share for row in rows)
    grid = grid_step(most, lines)
    top = grid * -(-most // grid)

    def x(battles: float) -> float:
        return min(width, battles / (rows[0].high - rows[0].low + 1) * wide)

    low = x(quantile(counts, 0.1))
    return {
        "length": length,
        "small": small,
        "width": width,
        "height": height,
        "levels": levels(top, grid, height),
        "labels": [
            (point(place * wide), f"{rows[place].low:,}")
            for place in range(0, len(rows), 1 + len(rows) // (5 if small else 9))
        ],
        "band": (point(low), point(x(length.p90) - low)),
        "median": point(x(length.median)),
        "bars": [
            bar(row, place, wide, (height, top), length.unit) for place, row in enumerate(rows)
        ],
    }


def point(value: float) -> str:
    return f"{value:.1f}"


def levels(top: float, grid: float, height: float) -> list[tuple[str, str]]:
    """The grid lines: position and percent."""
    values = [grid * place for place in range(int(top / grid + 1.5))]
    return [(point(height * (1 - value / top)), f"{value:g}") for value in values]


def bar(row: Bin, place: int, wide: float, tallest: tuple[float, float], unit: str) -> Drawing:
    height, top = tallest
    tall = height * 100 * row.share / top
    text = ngettext(
        "{lengths} {unit}: {games} game ({share})",
        "{lengths} {unit}: {games} games ({share})",
        row.games,
    )
    return {
        "x": point(place * wide + 1),
        "y": point(height - tall),
        "width": point(wide - 2),
        "height": point(tall),
        "words": text.format(
            lengths=row.words, unit=unit, games=f"{row.games:,}", share=percent(row.share)
        ),
    }


@register.simple_tag
def length_bins(counts: Sequence[int], length: Length) -> list[tuple[Bin, str]]:
    """The bins of the histogram with their shares in words, for the table beside it."""
    return [(row, percent(row.share)) for row in bins(counts, length, 32)]


@register.inclusion_tag("lab/charts/wins.html")
def win_chart(shares: Sequence[Share], names: Sequence[str]) -> Drawing:
    """A chart of wins: a dot and a 95 % interval for each seat, and a dashed line at an equal
    share."""
    equal = 1 / len(shares)
    low = min([equal, *(share.low for share in shares)])
    high = max([equal, *(share.high for share in shares)])
    margin = max((high - low) * 0.15, 0.0004)
    low, high = max(0.0, low - margin), min(1.0, high + margin)

    def x(share: float) -> str:
        return point(270 * (share - low) / (high - low))

    step = grid_step(100 * (high - low), 4) / 100
    ticks = [step * place for place in range(int(low / step) + 1, int(high / step) + 1)]
    return {
        "tall": 42 * len(shares) + 12,
        "equal": x(equal),
        "ticks": [(x(value), f"{round(100 * value, 3):g}") for value in ticks],
        "rows": [
            {
                "seat": seat,
                "name": names[seat - 1],
                "y": 42 * seat - 16,
                "low": x(share.low),
                "high": x(share.high),
                "x": x(share.value),
                "words": percent(share.value),
            }
            for seat, share in enumerate(shares, 1)
        ],
    }


@register.inclusion_tag("lab/charts/hands.html")
def share_chart(rows: Sequence[tuple[int, Share]], equal: float, label: str) -> Drawing:
    """The chance to win by dealt hand: a bar for each kind of hand, and a dashed line at an equal
    share."""
    wide = 340 / max(len(rows), 1)
    signed = any(value < 0 for value, _ in rows)
    every = 1 + len(rows) // 9
    return {
        "label": label,
        "equal": point(120 * (1 - equal)),
        "levels": levels(100, 25, 120),
        "bars": [
            {
                "x": point(place * wide + 2),
                "y": point(120 * (1 - share.value)),
                "width": point(wide - 4),
                "height": point(120 * share.value),
                "middle": point((place + 0.5) * wide),
                "name": f"{value:+d}" if signed else str(value),
                "words": percent(share.value),
                "named": place % every == 0,
            }
            for place, (value, share) in enumerate(rows)
        ],
    }


class Line(NamedTuple):
    """A line of a chart from `low` to `high` with a dot, and its name."""

    name: str
    low: float
    dot: float
    high: float


def lines_chart(lines: Sequence[Line], low: float, high: float, *, small: bool) -> Drawing:
    """Lines below each other on a scale from `low` to `high`; the name is to the left, or above on
    narrow pages."""
    longest = max((len(line.name) for line in lines), default=0)
    width, left = (340, 12) if small else (760, min(330, 26 + 7.4 * longest))
    tall, bottom = (48, 48 * len(lines) + 12) if small else (36, 36 * len(lines) + 12)

    def x(value: float) -> str:
        return point(left + (width - 20 - left) * min(1.0, (value - low) / (high - low)))

    return {
        "small": small,
        "width": width,
        "tall": bottom + 26,
        "bottom": bottom,
        "x": x,
        "rows": [
            {
                "name": line.name,
                "y": tall * (place + 1) - 12,
                "name_y": tall * (place + 1) - (32 if small else 12),
                "low": x(line.low),
                "high": x(line.high),
                "x": x(line.dot),
            }
            for place, line in enumerate(lines)
        ],
    }


@register.inclusion_tag("lab/charts/lines.html")
def length_chart(rows: Sequence[Drawing], reach: int, small: bool = False) -> Drawing:
    """A line for each run, from the shortest tenth of games to the longest, with a dot at the
    median."""
    lengths = [(row["name"], row["lengths"]) for row in rows]
    lines = [Line(name, length.p10, length.median, length.p90) for name, length in lengths]
    chart = lines_chart(lines, 0, max(reach, 1), small=small)
    grid = 4 if small else 9
    step = next((step for step in STEPS if reach / step <= grid), STEPS[-1])
    ticks = [(chart["x"](value), f"{value:,}") for value in range(0, reach + 1, step)]
    label = gettext("Length of games by rules, numbers in the table below")
    return chart | {"ticks": ticks, "label": label}


@register.filter
def measured(value: float, is_share: bool) -> str:
    """A number of a sweep: a share in percent, or a number with one decimal."""
    return percent(value, 2) if is_share else f"{value:,.1f}"


def round_step(least: float) -> float:
    """The smallest of 1, 2, 5, 10, 20 ... that is at least this large."""
    power = 10.0 ** floor(log10(least))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least)


@register.inclusion_tag("lab/charts/lines.html")
def sweep_chart(points: Sequence[Drawing], is_share: bool, small: bool = False) -> Drawing:
    """A line for each value of a sweep: the interval of its number, with a dot at the number."""
    measured = [(value["name"], value["measured"]) for value in points]
    lines = [Line(name, number.low, number.value, number.high) for name, number in measured]
    low, high = min(line.low for line in lines), max(line.high for line in lines)
    margin = max((high - low) * 0.1, 0.0004)
    low, high = max(0.0, low - margin), high + margin
    chart = lines_chart(lines, low, high, small=small)
    scale, grid = 100 if is_share else 1, 4 if small else 8
    step = round_step(scale * (high - low) / grid) / scale
    values = [step * place for place in range(int(low / step) + 1, int(high / step) + 1)]
    ticks = [
        (chart["x"](value), f"{round(scale * value, 3):,g}{'%' * is_share}") for value in values
    ]
    label = gettext("A dot for each value with its interval, numbers in the table below")
    return chart | {"ticks": ticks, "label": label}


# Luck and skill --------------------------------------------------------------------------


@register.inclusion_tag("lab/_luck.html")
def luck_meter(game: str, options: str, meter: Meter | None = None) -> Drawing:
    """The luck meter of a game with these canonical options: the given `meter`, by default the one
    that is shipped with the site."""
    meter, rules = meter or find_meter(game, options), find(game)
    if meter is None:
        return {"alone": not rules.has_decisions(rules.options(options))}
    query = urlencode({"options": without_idle(game, options)})
    runs = f"{reverse('lab_luck', args=[game])}?{query}"
    return {
        "meter": meter,
        "runs": runs,
        "best": gettext(BOTS[game].levels[meter.best].name),
        "luck": round(100 * meter.luck),
        "won": f"{100 * meter.share.value:.1f}",
        "chance": f"{100 * meter.chance:.1f}",
        "low": f"{100 * meter.share.low:.1f}",
        "high": f"{100 * meter.share.high:.1f}",
    }


@register.inclusion_tag("lab/_luck.html")
def luck_of_pool(pool: Pool) -> Drawing:
    return luck_meter(pool.game, options_of(pool))


@register.filter
def luck_share(pool: Pool) -> int | None:
    """The share of luck in percent."""
    meter = find_meter(pool.game, options_of(pool))
    return None if meter is None else round(100 * meter.luck)


@register.simple_tag
def luck_words(game: str, options: str) -> str:
    """The share of luck in two words."""
    meter, rules = find_meter(game, options), find(game)
    if not rules.has_decisions(rules.options(options)):
        return gettext("All luck")
    if meter is None:
        return gettext("Some luck")
    words = (gettext("Little luck"), gettext("Half luck"), gettext("Mostly luck"))
    return words[min(2, int(3 * meter.luck))]


def options_of(pool: Pool) -> str:
    """The options of a game's first preset."""
    presets = {preset.key: preset for preset in find(pool.game).presets}
    return presets[pool.presets[0]].options
