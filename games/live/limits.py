"""Limits on what one connection may send (a token bucket, and a limit on refused messages), and on
how many connections one caller of the API, or one player, may have."""

import asyncio
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from io import BytesIO
from typing import Any
from weakref import WeakKeyDictionary

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from redis.exceptions import RedisError

from games.accounts.callers import client_address
from games.bus import open_connections, valkey
from games.bus.db_thread import in_thread
from games.bus.open_connections import Place
from games.limits.counting import Quota
from games.limits.declared import CONNECTIONS, CONNECTIONS_OF_NETWORK, PERSONAL_OF_GUEST
from games.limits.networks import network_of, times_of
from games.table import clock

MESSAGES_PER_S = 20.0
BURST = 40.0
PATIENCE = 100  # messages refused in a row before the connection is closed
RENEW_S = 2.0


class TooManyOpen(Exception):
    """Raised if one caller already has the maximum number of open streams and sockets."""


class Held:
    """The claimed places of one event loop's connections, renewed together."""

    def __init__(self) -> None:
        self.places: set[Place] = set()
        self.task: asyncio.Task[None] | None = None

    def add(self, place: Place) -> None:
        self.places.add(place)
        if self.task is None:
            self.task = asyncio.create_task(self._renew())

    def discard(self, place: Place) -> None:
        self.places.discard(place)
        if not self.places and self.task is not None:
            self.task.cancel()
            self.task = None

    def of(self, caller: str) -> int:
        return sum(place.caller == caller for place in self.places)

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(RENEW_S)
            await in_thread(_renew, list(self.places))


_held: WeakKeyDictionary[asyncio.AbstractEventLoop, Held] = WeakKeyDictionary()


def held() -> Held:
    """The claimed places of this event loop."""
    return _held.setdefault(asyncio.get_running_loop(), Held())


async def claim(caller: str, quota: Quota = CONNECTIONS, *, times: int = 1) -> Place:
    """Claim a place for one more connection, which has to be opened within seconds.  Without Valkey
    each process counts only its own connections.  Raises TooManyOpen."""
    place = Place(caller, uuid.uuid4().hex)
    most = quota.most * times
    if held().of(caller) >= most or not await in_thread(_claim, place, most):
        raise TooManyOpen
    return place


async def claim_page(scope: Any) -> Place | None:
    """Claim a place for a page at a table or tournament.  Pages of an account are counted by
    account, all other pages by network.  Return None if pages are not limited.  Raises
    TooManyOpen."""
    user = scope["user"]
    if user is not None and user.is_authenticated and user.is_person:
        place = await claim(f"pages{user.pk}")
    elif settings.LIMITS:
        address = client_address(ASGIRequest(scope | {"method": "GET"}, BytesIO()))
        caller, times = f"pages-{network_of(address)}", max(1, times_of(address))
        place = await claim(caller, CONNECTIONS_OF_NETWORK, times=times)
    else:
        return None
    held().add(place)
    return place


async def claim_personal(scope: Any) -> Place | None:
    """Claim a place for a personal socket.  Sockets of players are counted by player, those of
    other visitors as pages of their network.  Raises TooManyOpen."""
    user = scope["user"]
    if user is None or not user.is_authenticated:
        return await claim_page(scope)
    place = await claim(f"line{user.pk}", CONNECTIONS if user.is_person else PERSONAL_OF_GUEST)
    held().add(place)
    return place


@asynccontextmanager
async def opened(place: Place) -> AsyncIterator[None]:
    """Hold the place of an open connection until the block ends."""
    held().add(place)
    try:
        yield
    finally:
        await release(place)


async def release(place: Place) -> None:
    """Release the place of a closed connection."""
    held().discard(place)
    await in_thread(_release, place)


def _claim(place: Place, most: int) -> bool:
    try:
        return open_connections.claim(valkey.client(), place, most, clock.now_ms())
    except (RedisError, OSError):
        return True


def _renew(places: list[Place]) -> None:
    with suppress(RedisError, OSError):
        open_connections.renew(valkey.client(), places, clock.now_ms())


def _release(place: Place) -> None:
    with suppress(RedisError, OSError):  # it ends by itself
        open_connections.release(valkey.client(), place)


class Allowance:
    """The messages that a connection may send.  Times are in seconds of a monotonic clock."""

    __slots__ = ("burst", "patience", "per_s", "refused", "since", "tokens")

    def __init__(
        self,
        now: float,
        per_s: float = MESSAGES_PER_S,
        burst: float = BURST,
        patience: int = PATIENCE,
    ) -> None:
        self.per_s, self.burst, self.patience = per_s, burst, patience
        self.tokens = burst
        self.since = now
        self.refused = 0

    def take(self, now: float) -> bool:
        """Count one more message.  Return whether it is accepted."""
        self.tokens = min(self.burst, self.tokens + (now - self.since) * self.per_s)
        self.since = now
        if self.tokens >= self.burst / 2:
            self.refused = 0
        if self.tokens < 1:
            self.refused += 1
            return False
        self.tokens -= 1
        return True

    @property
    def exhausted(self) -> bool:
        return self.refused > self.patience
