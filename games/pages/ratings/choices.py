"""The costs of choices of the site's bots, beside their ratings."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import combinations
from math import hypot
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.lab.training.costs import Z95, ChoiceCost, shipped
from games.ratings import reading
from games.ratings.skill import Skill
from games.rules.catalogue import BOTS, find
from games.rules.game import Game
from games.table.rated import OF_BOTS


class Row(NamedTuple):
    """The bots of a level.  `skill`: that of the best of these bots, None while none of them has a
    certain rating."""

    name: str
    cost: ChoiceCost
    skill: Skill | None

    @property
    def shown(self) -> list[float]:
        """The mean cost and its interval, in points of a hundred."""
        return [100 * value for value in (self.cost.mean, self.cost.low, self.cost.high)]

    @property
    def percent_right(self) -> float:
        return 100 * self.cost.right


class Choices(NamedTuple):
    """The bots of a game, the strongest first.  `verdict`: a sentence on whether their ratings
    agree with the costs."""

    game: Game
    rows: list[Row]
    verdict: str

    @property
    def places(self) -> int:
        return self.rows[0].cost.places


def choices_of_bots(now: datetime) -> list[Choices]:
    """The games whose bots were measured at training places."""
    return [choices_of(game, costs, now) for game, costs in shipped().items()]


def choices_of_level(level: str) -> list[tuple[Game, Row]]:
    """The games in which bots of this level were measured, without their ratings."""
    return [
        (find(game), Row(level, costs[level], None))
        for game, costs in shipped().items()
        if level in costs
    ]


def choices_of(game: str, costs: Mapping[str, ChoiceCost], now: datetime) -> Choices:
    skills = skills_of(game, now)
    rows = [
        Row(_(BOTS[game].find(level).name), cost, skills.get(level))
        for level, cost in reversed([*costs.items()])
    ]
    return Choices(find(game), rows, verdict_of(rows))


def skills_of(game: str, now: datetime) -> dict[str, Skill]:
    """For each level the best skill of the site's bots of this level, among those on the board of
    the game's usual rules."""
    pool = next(pool for pool in OF_BOTS if pool.game == game)
    skills: dict[str, Skill] = {}
    for rating in reading.board(pool.key, now).filter(player__owner=None):
        skills.setdefault(rating.player.level, reading.skill_of(rating, now))
    return skills


def verdict_of(rows: Sequence[Row]) -> str:
    """A sentence on whether the costs are in the order of the ratings; "" before two levels of bots
    are rated."""
    rated = [(row.skill.points, row.cost) for row in rows if row.skill]
    if len(rated) < 2:
        return ""
    costs = [cost for _points, cost in sorted(rated, reverse=True)]
    against = [
        (better, worse) for better, worse in combinations(costs, 2) if better.mean > worse.mean
    ]
    if not against:
        return _("Their ratings have the same order.")
    if not any(is_clear(better, worse) for better, worse in against):
        return _("Their ratings have another order, but chance alone may give such differences.")
    return _(
        "Their ratings have another order: they count whole games, and these places are among the "
        "hardest choices."
    )


def is_clear(one: ChoiceCost, other: ChoiceCost) -> bool:
    """Whether two costs differ by more than chance."""
    return abs(one.mean - other.mean) > Z95 * hypot(one.error, other.error)
