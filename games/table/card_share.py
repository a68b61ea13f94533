"""Card shares: how many cards every seat had over a game, in at most 120 points."""

MOST = 120


def stride(number: int) -> int:
    """Battles between two points after `number` battles: 1, 2, 4, ..."""
    step = 1
    while number // step >= MOST - 1:
        step *= 2
    return step


def grow(front: list[list[int]], number: int, counts: list[int]) -> list[list[int]]:
    """The shares after battle `number` began (0: the deal).  Point i is battle i * stride; when
    there are too many points, every other one is dropped."""
    step = stride(number)
    points = front
    while len(points) > 1 and len(points) > number // step + 1:
        points = points[::2]
    missing = number // step + 1 - len(points)  # more than one if several battles began at once
    return [*points, *[counts] * missing]
