"""How much of a result the deal explains."""

import random

import pytest

from games.lab.chances.deal_share import find_share, measured, share_of, shipped, version_of
from games.lab.chances.tally import Tally


def tally(won, games=60):
    return Tally(games, (won, games - won), (0, 0), (0, 0))


def played(luck, chance, games=60):
    return tally(sum(luck.random() < chance for _ in range(games)), games)


def test_a_deal_that_always_has_the_same_winner_explains_all():
    assert share_of([tally(0), tally(60)] * 50) == pytest.approx(1)


def test_equal_deals_explain_nothing_but_the_noise_of_few_games():
    luck = random.Random(4)
    share = measured([played(luck, 0.5) for _ in range(1_000)])
    assert share.share == pytest.approx(0, abs=0.01) and share.deals == 1_000


def test_a_known_share_is_found_within_its_interval():
    """Deals of 20 and 80 % have a variance of 0.09 of 0.25."""
    luck = random.Random(4)
    share = measured([played(luck, luck.choice((0.2, 0.8))) for _ in range(1_000)])
    assert share.share == pytest.approx(0.36, abs=2 * share.half_width)
    assert 0 < share.half_width < 0.05


def test_what_was_measured_belongs_to_todays_rules():
    assert shipped()
    for (game, version, options), share in shipped().items():
        assert version == version_of(game) and 0 <= share.share <= 1
        assert find_share(game, options) == share
    assert find_share("war", "no=such") is None
