"""The effect of results on ratings (people 3.2): Bradley-Terry with intervals, for tables of any
size.  All functions are pure: they compute skills from skills and places.  Reasons and figures are
in docs/decisions/."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from math import exp, sqrt
from statistics import fmean
from typing import NamedTuple

from openskill.models import BradleyTerryPart

MU, SIGMA, BETA = 25.0, 25 / 3, 25 / 3
# Everyone is compared with all others at the table and moves by the average: with a smaller window,
# of six who tie those listed in the middle would move otherwise than those at the ends.
MODEL = BradleyTerryPart(mu=MU, sigma=SIGMA, beta=BETA, tau=25 / 300, window_size=8)
CENTRE, SCALE, WIDTH = 1500, 13, 26  # points of mu 25, of one mu, and of one sigma either way
UNSURE = 6.0  # sigma; after some 30 games it is below
GROWTH = 0.05  # growth of sigma squared in a day without a rated game
GAMES, OPPONENTS, IDLE = 30, 5, timedelta(days=90)  # what the board asks for
OTHERS = 3  # other players an opponent must have met, or accounts made for one player would do
KEPT = 50  # opponents in a record


class Skill(NamedTuple):
    """A player's skill: the mean and the deviation of a normal distribution."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def points(self) -> int:
        """The rating in points; it is always shown with `margin`."""
        return round(CENTRE + SCALE * (self.mu - MU))

    @property
    def margin(self) -> int:
        return round(WIDTH * self.sigma)

    @property
    def sure(self) -> float:
        """The points minus the margin, by which boards are sorted."""
        return CENTRE + SCALE * (self.mu - MU) - WIDTH * self.sigma

    @property
    def is_unsure(self) -> bool:
        return self.sigma > UNSURE

    def rested(self, days: float) -> "Skill":
        """The skill after this many days without a rated game (R9)."""
        grown = (self.sigma**2 + GROWTH * max(0.0, days)) ** 0.5
        return self._replace(sigma=max(self.sigma, min(grown, SIGMA)))


def rate(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """The new skills after a table with these places; equal places are ties."""
    if len(skills) < 2:
        return list(skills)
    teams = [[MODEL.rating(mu=skill.mu, sigma=skill.sigma)] for skill in skills]
    rated = MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Skill(rating.mu, rating.sigma) for (rating,) in rated]


def chances(skills: Sequence[Skill]) -> list[float]:
    """The expected share of wins of each player; the sum is 1.  For two players `rate` expects the
    same shares; openskill's `predict_win` is much more certain for two players, and much less
    certain at larger tables."""
    strengths = powers(skills)
    return [power / sum(strengths) for power in strengths]


def powers(skills: Sequence[Skill]) -> list[float]:
    """The powers of these players.  Each player wins in proportion to their power, against any
    opponents."""
    if not skills:
        return []
    spread = sqrt(2 * BETA**2 + 2 * fmean(skill.sigma**2 for skill in skills))
    return [exp((skill.mu - MU) / spread) for skill in skills]


def expected_places(skills: Sequence[Skill]) -> list[float]:
    """The expected place of each player: 1 plus the expected number of others who finish before
    that player."""
    return [
        1 + sum(chances([other, skill])[0] for j, other in enumerate(skills) if j != i)
        for i, skill in enumerate(skills)
    ]


@dataclass(frozen=True, slots=True)
class SkillRecord:
    """The record of a player in a pool after their last table in it."""

    skill: Skill = Skill()
    games: int = 0
    opponents: tuple[int, ...] = ()  # the first few
    at: datetime | None = None  # end of the last table
    best: float | None = None  # the most points that were ever sure

    def skill_at(self, moment: datetime) -> Skill:
        """The skill at this moment: the deviation has grown since the last table."""
        if self.at is None:
            return self.skill
        return self.skill.rested((moment - self.at) / timedelta(days=1))

    def listed_until(
        self, opponents: int = OPPONENTS, uncounted: Collection[int] = ()
    ) -> datetime | None:
        """The time until which a board lists the player if they play no further games (R14); None
        if the player is not listed.  The board requires this many different `opponents`, not
        counting the `uncounted` ones."""
        met = [player for player in self.opponents if player not in uncounted]
        if self.at is None or self.games < GAMES or len(met) < opponents:
            return None
        if self.skill.is_unsure:
            return None
        days = (UNSURE**2 - self.skill.sigma**2) / GROWTH
        return self.at + min(IDLE, timedelta(days=days))

    def after(self, skill: Skill, beside: Iterable[int], at: datetime) -> "SkillRecord":
        """The record after one more table, with the new skill and these opponents."""
        met = dict.fromkeys([*self.opponents, *beside])
        best = self.best
        if not skill.is_unsure:
            best = skill.sure if best is None else max(best, skill.sure)
        new = tuple(met)[:KEPT]
        return replace(self, skill=skill, games=self.games + 1, opponents=new, at=at, best=best)
