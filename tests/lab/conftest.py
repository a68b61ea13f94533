"""One process with compiled rules for the whole session: it takes seconds to start."""

import pytest

from tests.lab.player import Player


@pytest.fixture(scope="session")
def engine():
    player = Player()
    yield player
    player.close()
