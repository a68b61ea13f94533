"""Alice is reported, Bob reports, Mona and Max moderate."""

from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import Group, Permission

from games.moderation.reports import Reporter
from tests.pages.stored import add_second_factor, person

NOW = datetime(2026, 11, 24, 12, tzinfo=UTC)


@pytest.fixture
def alice(db):
    return person("Alice", email="alice@example.org")


@pytest.fixture
def bob(db):
    return person("Bob")


@pytest.fixture
def moderators(db):
    group = Group.objects.create(name="Moderators")
    group.permissions.add(Permission.objects.get(codename="moderate"))
    people = [person("Mona"), person("Max")]
    for moderator in people:
        moderator.groups.add(group)
        add_second_factor(moderator)
    return people


@pytest.fixture
def mona(moderators):
    return moderators[0]


@pytest.fixture
def max(moderators):
    return moderators[1]


def by(player=None, network="net"):
    return Reporter(player, network)
