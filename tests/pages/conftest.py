"""Alice owns, Bob sits opposite, Charlie is a stranger."""

import pytest

from games.accounts.guests import BACKEND, new_guest
from games.accounts.models import Player
from games.table.models import Table
from games.tournaments.writer import life
from games.tournaments.writer.orders import Order
from tests.development.catalogue import accented, pseudo
from tests.pages.stored import person, played
from tests.tournaments.conftest import NOW, WAR, new_director


@pytest.fixture(scope="module")
def shared_game(shared_rows):
    """The `game` of all tests of a module that uses this fixture; it is played once."""
    return played(person("Alice"), person("Bob")).pk


def player(request, name):
    """A new player, unless the module's tests share a game in which they have played."""
    is_shared = "shared_game" in request.fixturenames
    return Player.objects.get(name=name) if is_shared else person(name)


@pytest.fixture
def alice(request, db):
    return player(request, "Alice")


@pytest.fixture
def bob(request, db):
    return player(request, "Bob")


@pytest.fixture
def guest(client):
    guest = new_guest()
    client.force_login(guest, backend=BACKEND)
    return guest


@pytest.fixture
def charlie(db):
    return person("Charlie")


@pytest.fixture
def game(request, alice, bob):
    """A finished game of twenty real battles."""
    if "shared_game" in request.fixturenames:
        return Table.objects.get(pk=request.getfixturevalue("shared_game"))
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
