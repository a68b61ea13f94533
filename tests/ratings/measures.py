"""Measures of how well a rating orders players."""

import math


def gumbel(luck):
    """The luck of one game: the best of a table wins as Bradley and Terry say."""
    return -math.log(luck.expovariate(1))


def rank_correlation(left, right):
    """Spearman's."""
    ranks = [sorted(range(100), key=values.__getitem__) for values in (left, right)]
    places = [{p: rank for rank, p in enumerate(order)} for order in ranks]
    squares = sum((places[0][p] - places[1][p]) ** 2 for p in range(100))
    return 1 - 6 * squares / (100 * (100**2 - 1))
