"""Alice owns, Bob sits opposite, Charlie is a stranger."""

import pytest

from games.accounts.guests import BACKEND, new_guest
from games.tournaments.writer import life
from games.tournaments.writer.orders import Order
from tests.development.catalogue import accented, pseudo
from tests.pages.stored import person, played
from tests.tournaments.conftest import NOW, WAR, new_director


@pytest.fixture
def alice(db):
    return person("Alice")


@pytest.fixture
def bob(db):
    return person("Bob")


@pytest.fixture
def guest(client):
    guest = new_guest()
    client.force_login(guest, backend=BACKEND)
    return guest


@pytest.fixture
def charlie(db):
    return person("Charlie")


@pytest.fixture
def game(alice, bob):
    """A finished game of twenty real battles."""
    return played(alice, bob)


@pytest.fixture
def director(db):
    return new_director("Dora")


@pytest.fixture
def draft(director):
    """A tournament that only directors see."""
    return life.create(by=director, name="Secret plans", stages=[WAR], now=NOW)


@pytest.fixture
def opened(director):
    """A tournament that players may enter."""
    made = life.create(by=director, name="Club night", stages=[WAR], now=NOW)
    life.announce(Order(made.code, director, now=NOW))
    return life.open_entries(Order(made.code, director, now=NOW))


@pytest.fixture
def nobody_speaks(settings, tmp_path):
    pseudo(tmp_path)
    settings.LOCALE_PATHS = [tmp_path]
    settings.LANGUAGES = [("en", "English"), ("en-xa", accented("English"))]
