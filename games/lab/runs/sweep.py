"""Sweeps: one house rule, the number of players or the player in seat 1 is varied, and one number
is compared.  A sweep is a list of ordinary runs over the same deals; only these runs are stored."""

from collections.abc import Callable, Sequence
from math import sqrt
from typing import NamedTuple

from django.utils import translation
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.lab.counting.accumulator import ENDLESS, MINUTE_MS
from games.lab.counting.adapter import BadRun, Terms
from games.lab.counting.adapter import find as find_adapter
from games.lab.runs import comparison, statistics
from games.lab.runs.comparison import Difference, Side, apart
from games.lab.runs.spec import RunSpec, read_spec
from games.lab.runs.statistics import Z95, Share
from games.rules.catalogue import BOTS, find
from games.rules.options import Option, pairs

FEWEST, MOST = 2, 12
PLAYER = "player"  # varies the policy of seat 1
Text = str | Promise


class Value(NamedTuple):
    """A value of the varied setting: its key in URLs, and its words."""

    key: str
    words: str


class Measured(NamedTuple):
    """A measured number of a run, with its 95 % interval."""

    value: float
    low: float
    high: float


class Number(NamedTuple):
    """A number of runs that a sweep can compare."""

    label: Text
    measure: Callable[[Side], Measured]
    difference: Callable[[Side, Side], Difference] | None = None  # None: from the intervals
    is_share: bool = False
    unit: str = "share"  # for programs; "": the game's unit of length
    fits: Callable[[Terms], bool] = lambda terms: True


def of_length(side: Side) -> Measured:
    length = statistics.length(side.sums)
    return Measured(length.mean, length.low, length.high)


def of_share(share: Share) -> Measured:
    return Measured(share.value, share.low, share.high)


def around(mean: float, sd: float, games: int) -> Measured:
    error = Z95 * sd / sqrt(games)
    return Measured(mean, mean - error, mean + error)


NUMBERS = {
    "length": Number(gettext_lazy("Length"), of_length, comparison.length_difference, unit=""),
    "wins": Number(
        gettext_lazy("Wins of seat 1"),
        lambda side: of_share(statistics.wins(side.sums, 1)[0]),
        lambda base, other: comparison.win_difference(base, other, 0),
        is_share=True,
    ),
    "wars": Number(
        gettext_lazy("Wars per game"),
        lambda side: around(*statistics.wars(side.sums), side.sums.games),
        unit="wars",
    ),
    "undecided": Number(
        gettext_lazy("Games without one winner"),
        lambda side: of_share(statistics.drawn(side.sums)),
        is_share=True,
    ),
    "endless": Number(
        gettext_lazy("Games that never end"),
        lambda side: of_share(Share(side.sums.ends[ENDLESS], side.sums.games)),
        is_share=True,
        fits=lambda terms: not terms.timed,
    ),
    "minutes": Number(
        gettext_lazy("Minutes"),
        lambda side: around(
            side.sums.ms / side.sums.games / MINUTE_MS,
            statistics.moments(side.sums.minutes)[1],
            side.sums.games,
        ),
        unit="minutes",
        fits=lambda terms: terms.timed,
    ),
}


class Sweep(NamedTuple):
    """A valid sweep.  `options` are the options that are not varied, as canonical text."""

    game: str
    options: str
    vary: str
    values: tuple[Value, ...]
    number: str
    specs: tuple[RunSpec, ...]


def difference(number: Number, base: Side, other: Side) -> Difference:
    """The difference of this number between two runs, in pairs of the same deals if batches were
    counted."""
    if number.difference is not None:
        return number.difference(base, other)
    first, second = number.measure(base), number.measure(other)
    errors = [(one.high - one.low) / 2 / Z95 for one in (first, second)]
    return apart(second.value - first.value, *errors)


def numbers_of(game: str) -> dict[str, Number]:
    """The numbers that sweeps of this game can compare."""
    terms = find_adapter(game).terms
    return {key: number for key, number in NUMBERS.items() if number.fits(terms)}


def values_of(game: str, vary: str) -> list[Value]:
    """The values of this setting that can be chosen.  Raises BadRun if there is no such setting."""
    if vary == PLAYER:
        levels = BOTS[game].all_levels
        return [Value(key, levels[key].name if key in levels else key) for key in players_of(game)]
    option = find_option(game, vary)
    return [Value(each.value, capfirst(translation.gettext(each.label))) for each in option.choices]


def players_of(game: str) -> list[str]:
    """The policies that can be combined with other policies, the usual one first."""
    adapter = find_adapter(game)
    return [key for key in adapter.policies if key not in adapter.dice]


def find_option(game: str, key: str) -> Option:
    """The house rule with this key.  Raises BadRun if there is none."""
    for option in find(game).schema.options:
        if option.key == key:
            return option
    raise BadRun("BAD_OPTIONS", _("There is no house rule “%(key)s”.") % {"key": key[:40]})


def read_sweep(
    *,
    game: str,
    options: str,
    vary: Sequence[str],
    values: Sequence[str],
    number: str,
    games: object,
    seed: object,
) -> Sweep:
    """The sweep with these parameters, after checks; without `values` it varies all values.

    Raises:
        BadRun: a parameter is wrong, with a sentence about it.
    """
    if len(vary) != 1:
        raise BadRun("BAD_COUNT", _("Vary one thing at a time."))
    known = {value.key: value for value in values_of(game, vary[0])}
    if unknown := [value for value in values if value not in known]:
        words = _("“%(value)s” is not a value of what you vary.")
        raise BadRun("BAD_VALUE", words % {"value": unknown[0][:40]})
    chosen = tuple(known[key] for key in dict.fromkeys(values)) or tuple(known.values())[:MOST]
    if not FEWEST <= len(chosen) <= MOST:
        words = _("A sweep has two to twelve values, not %(count)s.")
        raise BadRun("BAD_COUNT", words % {"count": len(chosen)})
    if number not in numbers_of(game):
        raise BadRun("BAD_VALUE", _("Choose a number to look at."))
    fixed = {key: text for key, text in pairs(options) if key != vary[0]}
    specs = tuple(spec_of(game, fixed, vary[0], value, games, seed) for value in chosen)
    kept = ";".join(f"{key}={text}" for key, text in fixed.items())
    return Sweep(game, kept, vary[0], chosen, number, specs)


def spec_of(
    game: str, fixed: dict[str, str], vary: str, value: Value, games: object, seed: object
) -> RunSpec:
    """The specification of the run with one value.  Raises BadRun with the name of the value."""
    options = fixed if vary == PLAYER else fixed | {vary: value.key}
    try:
        spec = read_spec(game=game, games=games, seed=seed, options=options)
        if vary == PLAYER:
            others = players_of(game)[:1] * (len(spec.policies) - 1)
            policies = [value.key, *others]
            spec = read_spec(game=game, games=games, seed=seed, options=options, policies=policies)
    except BadRun as bad:
        words = _("%(value)s: %(sentence)s")
        text = words % {"value": value.words, "sentence": bad.sentence}
        raise BadRun(bad.code, text) from None
    return spec
