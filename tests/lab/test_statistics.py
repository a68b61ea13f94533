"""Known values of the formulas."""

import pytest

from games.lab.runs.statistics import Share, bias, moments, quantile, tail
from tests.each import each


def test_wilsons_interval():
    share = Share(50, 100)
    assert (share.low, share.high) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert Share(0, 20).low == 0
    assert Share(20, 20).high == 1
    assert (Share(0, 0).low, Share(0, 0).high) == (0, 1)


@each(
    [(3.841, 1, 0.05), (5.991, 2, 0.05), (7.815, 3, 0.05), (9.488, 4, 0.05), (16.812, 6, 0.01)]
    + [(18.475, 7, 0.01), (0.0, 1, 1.0)]
)
def test_the_tail_of_chi_square(chi2, freedom, p):
    assert tail(chi2, freedom) == pytest.approx(p, rel=2e-3)


def test_moments_and_quantiles_of_counts():
    counts = [0, 1, 2, 1]  # 1 2 2 3
    assert moments(counts) == pytest.approx((2, (2 / 3) ** 0.5))
    assert [quantile(counts, share) for share in (0.25, 0.5, 0.9, 1)] == [1, 2, 3, 3]
    assert moments([0, 0]) == (0, 0)


def test_a_seat_that_wins_too_often_is_found():
    assert bias([5200, 4800]).found
    assert not bias([5050, 4950]).found
    assert not bias([0, 0]).found
