"""The front: how many cards everybody held in the course of a game, in at most 120 points."""

MOST = 120


def stride(number: int) -> int:
    """Battles between two points once `number` battles were begun: 1, 2, 4, ..."""
    step = 1
    while number // step >= MOST - 1:
        step *= 2
    return step


def grow(front: list[list[int]], number: int, counts: list[int]) -> list[list[int]]:
    """The front after battle `number` began (0: the deal).  Point i stands for battle
    i * stride; when there are too many, every other one goes."""
    step = stride(number)
    points = front
    while len(points) > 1 and len(points) > number // step + 1:
        points = points[::2]
    missing = number // step + 1 - len(points)  # more than one if battles were begun together
    return [*points, *[counts] * missing]
