"""The end of connections whose session or token has ended: by log-out, expiry, a new password or a
ban."""

import asyncio
import logging
from collections.abc import Callable
from functools import lru_cache
from typing import Protocol
from weakref import WeakKeyDictionary

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.utils import timezone

from games.accounts.models import Player
from games.accounts.tokens import Token
from games.bus.db_thread import in_thread

log = logging.getLogger(__name__)
CHECK_S = 2.0
Valid = Callable[[set[str]], set[str]]  # which of these keys still let in


class SignedIn(Protocol):
    """The interface of a connection that a watch needs."""

    def sign_out(self) -> None: ...


class Watch:
    """The connections of one event loop, with the session or token of each, checked together."""

    def __init__(self, valid: Valid) -> None:
        self.valid = valid
        self.connections: dict[SignedIn, str] = {}
        self.task: asyncio.Task[None] | None = None

    def add(self, connection: SignedIn, key: str) -> None:
        self.connections[connection] = key
        if self.task is None:
            self.task = asyncio.create_task(self._check())

    def discard(self, connection: SignedIn) -> None:
        self.connections.pop(connection, None)
        if not self.connections and self.task is not None:
            self.task.cancel()
            self.task = None

    async def _check(self) -> None:
        while True:
            await asyncio.sleep(CHECK_S)
            keys = set(self.connections.values())
            try:
                ended = keys - await in_thread(self.valid, keys)
            except Exception:  # most likely the database
                log.exception("Sessions could not be checked")
                continue
            for connection in [one for one, key in self.connections.items() if key in ended]:
                connection.sign_out()


@lru_cache(maxsize=10_000)
def owner_of(data: str) -> tuple[str, str]:
    """The player (id) of a session, and the session's authentication hash."""
    content = Session(session_data=data).get_decoded()
    return content.get(SESSION_KEY, ""), content.get(HASH_SESSION_KEY, "")


@lru_cache(maxsize=10_000)
def hash_of(password: str) -> str:
    """The authentication hash in the sessions of a player with this stored password."""
    return Player(password=password).get_session_auth_hash()


def valid_sessions(keys: set[str]) -> set[str]:
    """The sessions that are still valid."""
    rows = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    owners = {key: owner_of(data) for key, data in rows.values_list("session_key", "session_data")}
    players = {player for player, _ in owners.values() if player}
    active = Player.objects.filter(pk__in=players, is_active=True).values_list("pk", "password")
    hashes = {str(pk): hash_of(password) for pk, password in active}
    return {key for key, (player, made) in owners.items() if made and made == hashes.get(player)}


def valid_tokens(digests: set[str]) -> set[str]:
    """The tokens that are still valid."""
    valid = Token.objects.valid(at=timezone.now()).filter(digest__in=digests)
    return set(valid.values_list("digest", flat=True))


_watches: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[Valid, Watch]] = WeakKeyDictionary()


def watch(valid: Valid = valid_sessions) -> Watch:
    """The watch over sessions or tokens in this event loop."""
    of_loop = _watches.setdefault(asyncio.get_running_loop(), {})
    return of_loop.setdefault(valid, Watch(valid))
