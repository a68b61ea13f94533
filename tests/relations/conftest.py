"""Anna and Ben have accounts; Anna does not want to meet Max."""

import pytest

from tests.pages.stored import person


@pytest.fixture
def anna(db):
    return person("Anna")


@pytest.fixture
def ben(db):
    return person("Ben")


@pytest.fixture
def max(db):
    return person("Max")
