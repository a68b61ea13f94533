"""A director, players, and a tournament of War for two."""

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Permission

from games.accounts.models import Player
from games.tournaments.writer import life
from games.tournaments.writer.orders import Order

NOW = 1_800_000_000_000
MINUTE = 60_000
WAR = {"game": "war", "rounds": 3, "options": "cap=20;pace=auto"}


@pytest.fixture
def director(db):
    return new_director("dora")


def new_director(name: str) -> Player:
    """A director with a second factor."""
    player = Player.objects.create_user(name, is_staff=True)
    player.user_permissions.add(Permission.objects.get(codename="direct_tournament"))
    Authenticator.objects.create(user=player, type=Authenticator.Type.TOTP, data={})
    return Player.objects.get(pk=player.pk)  # permissions are remembered by the object


def new_players(number: int) -> list[Player]:
    return [Player.objects.create_user(f"player {n}") for n in range(1, number + 1)]


@pytest.fixture
def opened(director):
    """Players may enter."""
    draft = life.create(by=director, name="Club night", stages=[WAR], now=NOW)
    life.announce(Order(draft.code, director, now=NOW))
    return life.open_entries(Order(draft.code, director, now=NOW))
