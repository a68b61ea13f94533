"""Numbers of runs in words, with the decimals that their number of games allows."""

from typing import NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games.lab.runs.comparison import Side
from games.lab.runs.statistics import Share


class Named(NamedTuple):
    """A side of a comparison; `name` is the name of its rules or players as people read it."""

    name: str
    side: Side


def number(value: float, digits: int = 0) -> str:
    return number_format(round(value, digits), digits, force_grouping=True)


def digits_for(margin: float) -> int:
    """The number of decimals for a number with this margin of error."""
    return 0 if margin >= 0.95 else 1 if margin >= 0.095 else 2


def percent(share: Share) -> str:
    """A share in words, with the decimals that its number of games allows: 51.2%."""
    margin = 100 * (share.high - share.low) / 2
    return _("{number}%").format(number=number(100 * share.value, digits_for(margin)))


def margin(share: Share) -> str:
    """Half the width of a share's interval, in percentage points."""
    points = 100 * (share.high - share.low) / 2
    return number(points, digits_for(points))


def quoted(name: str) -> str:
    return _("“{name}”").format(name=name)
