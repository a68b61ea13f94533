"""One process with compiled rules for all tests of a module: it takes a second to start."""

import pytest

from games.lab.runs.engine import Engine


@pytest.fixture(scope="session")
def engine():
    with Engine(1) as engine:
        yield engine
