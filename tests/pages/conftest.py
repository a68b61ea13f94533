"""Alice owns, Bob sits opposite, Charlie is a stranger."""

import pytest

from tests.pages.stored import person, played


@pytest.fixture
def alice(db):
    return person("Alice")


@pytest.fixture
def bob(db):
    return person("Bob")


@pytest.fixture
def charlie(db):
    return person("Charlie")


@pytest.fixture
def game(alice, bob):
    """A finished game of twenty real battles."""
    return played(alice, bob)
