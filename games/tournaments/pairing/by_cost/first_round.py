"""The first round, while nobody has points and nobody is forbidden to anybody (5.7.1)."""


def first_round(seated: int, tables: int) -> list[list[int]]:
    """Entrants 0, 1, 2 ..., best seed first, dealt over the tables: the first gets 0, T, 2T ...,
    the second 1, T+1, 2T+1 ...  So short tables are the last."""
    return [list(range(first, seated, tables)) for first in range(tables)]
