"""The course of a rating as lines of an SVG."""

from typing import NamedTuple

from games.ratings.skill import Skill

WIDTH, HEIGHT, STEP = 640, 220, 100  # pixels, pixels, points between two lines


class Chart(NamedTuple):
    line: str  # path through the points
    band: str  # outline of the likely range
    levels: list[tuple[float, int]]  # y and the points there
    games: int


def chart(course: list[tuple[int, Skill]]) -> Chart | None:
    """The chart of a rating; None for a single game."""
    if len(course) < 2:
        return None
    low = min(skill.points - skill.margin for _, skill in course) // STEP * STEP
    high = -(-max(skill.points + skill.margin for _, skill in course) // STEP) * STEP
    first, last = course[0][0], course[-1][0]

    def at(number: int, points: float) -> str:
        x = (number - first) / (last - first) * WIDTH
        return f"{x:.1f},{y_of(points):.1f}"

    def y_of(points: float) -> float:
        return round((high - points) / (high - low) * HEIGHT, 1)

    above = [at(n, skill.points + skill.margin) for n, skill in course]
    below = [at(n, skill.points - skill.margin) for n, skill in reversed(course)]
    every = STEP * (1 + (high - low) // (6 * STEP))
    return Chart(
        line=" ".join(at(n, skill.points) for n, skill in course),
        band=" ".join(above + below),
        levels=[(y_of(points), points) for points in range(low, high + 1, every)],
        games=last,
    )
