"""Callers: the player and the address of a request, passed on without the request."""

from collections.abc import Callable
from functools import partial
from ipaddress import ip_address
from typing import NamedTuple

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest
from django.utils import timezone

from games.accounts.guests import BACKEND, new_guest
from games.accounts.models import Player
from games.limits.counting import Limit
from games.limits.declared import GUESTS, TABLES
from games.limits.networks import Address, network_hash


class Caller(NamedTuple):
    """A player or a visitor without a player, and the address of the request.  `admit` returns the
    player, after creating a signed-in guest if there was none; it raises TooMany."""

    player: Player | None
    address: Address
    admit: Callable[[], Player]

    @property
    def person(self) -> str | None:
        """The key of a person who has limits of their own.  None for visitors and guests, because
        one person can be any number of visitors and guests.  Guests in a circle have a key, because
        the owner's link let them in."""
        player = self.player
        if player is None or player.is_guest and not player.memberships.exists():
            return None
        return f"person-{player.owner_id or player.pk}"

    def verify(self, limit: Limit, *, weight: int = 1, busy: bool = False) -> None:
        """Count a request (see `Limit.verify`).  Raises TooMany."""
        if settings.LIMITS:
            person = self.person if limit.person else None
            limit.verify(person, self.address, weight=weight, busy=busy)


def client_address(request: HttpRequest) -> Address:
    return ip_address(get_adapter().get_client_ip(request))


def network_code(request: HttpRequest) -> str:
    """The code of the network of a request (see `network_hash`)."""
    return network_hash(client_address(request), at=timezone.now())


def caller_of(request: HttpRequest) -> Caller:
    player = request.user if isinstance(request.user, Player) else None
    return Caller(player, client_address(request), partial(guest_for, request))


def guest_for(request: HttpRequest) -> Player:
    """Return the player who is signed in, or a new guest, who is then signed in.  Raises
    TooMany."""
    if isinstance(request.user, Player):
        return request.user
    caller_of(request).verify(GUESTS)
    guest = new_guest()
    login(request, guest, backend=BACKEND)
    return guest


def opener_for(request: HttpRequest) -> Player:
    """Return the player for opening a table or looking for others.  All pages count these requests
    here, before a guest is created.  Raises TooMany."""
    caller_of(request).verify(TABLES)
    return guest_for(request)
