"""Alice owns house rules, Bob is another player."""

import pytest

from games.rule_sets import writer
from tests.pages.stored import person


@pytest.fixture
def alice(db):
    return person("Alice")


@pytest.fixture
def bob(db):
    return person("Bob")


@pytest.fixture
def grandma(alice):
    return writer.save(by=alice, name="Grandma's War", game="war", options="auto=2;order=winner")
