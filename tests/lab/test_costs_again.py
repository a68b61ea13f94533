"""The costs of choices that are shipped, measured again."""

import pytest

from games.lab.training import costs

pytestmark = pytest.mark.outer


def test_all_bots_still_choose_as_when_their_costs_were_measured():
    assert costs.written() == costs.SHIPPED.read_text()
