"""Whoever asks for something: read from a request here, and handed on without it."""

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
    """A player or a stranger, and the address they ask from.  `admit` returns the player, after it
    has made a stranger a guest who is signed in; it raises TooMany."""

    player: Player | None
    address: Address
    admit: Callable[[], Player]

    @property
    def person(self) -> str | None:
        """The person to count on their own; None: anybody can have any number of these identities.
        Guests in a circle were let in by the link of its owner."""
        player = self.player
        if player is None or player.is_guest and not player.memberships.exists():
            return None
        return f"person-{player.owner_id or player.pk}"

    def verify(self, limit: Limit, *, weight: int = 1, busy: bool = False) -> None:
        """Count something that is asked for, see `Limit.verify`.  Raises TooMany."""
        if settings.LIMITS:
            person = self.person if limit.person else None
            limit.verify(person, self.address, weight=weight, busy=busy)


def client_address(request: HttpRequest) -> Address:
    return ip_address(get_adapter().get_client_ip(request))


def network_code(request: HttpRequest) -> str:
    """The code of the network that a request comes from, see `network_hash`."""
    return network_hash(client_address(request), at=timezone.now())


def caller_of(request: HttpRequest) -> Caller:
    player = request.user if isinstance(request.user, Player) else None
    return Caller(player, client_address(request), partial(guest_for, request))


def guest_for(request: HttpRequest) -> Player:
    """The player who is signed in, or a new guest, now signed in.  Raises TooMany."""
    if isinstance(request.user, Player):
        return request.user
    caller_of(request).verify(GUESTS)
    guest = new_guest()
    login(request, guest, backend=BACKEND)
    return guest


def opener_for(request: HttpRequest) -> Player:
    """The player who opens a table or looks for others; all pages count that here, before there is
    a new guest.  Raises TooMany."""
    caller_of(request).verify(TABLES)
    return guest_for(request)
