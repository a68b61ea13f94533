"""Ends connections whose session has ended: by log-out, expiry, another password, a ban."""

import asyncio
import logging
from typing import Protocol
from weakref import WeakKeyDictionary

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.utils import timezone

from games.accounts.models import Player
from games.bus.db_thread import in_thread

log = logging.getLogger(__name__)
CHECK_S = 2.0


class SignedIn(Protocol):
    """What is needed of a connection."""

    session_key: str | None

    def sign_out(self) -> None: ...


class Watch:
    """All connections of one event loop that have a session, checked together."""

    def __init__(self) -> None:
        self.connections: set[SignedIn] = set()
        self.task: asyncio.Task[None] | None = None

    def add(self, connection: SignedIn) -> None:
        self.connections.add(connection)
        if self.task is None:
            self.task = asyncio.create_task(self._check())

    def discard(self, connection: SignedIn) -> None:
        self.connections.discard(connection)
        if not self.connections and self.task is not None:
            self.task.cancel()
            self.task = None

    async def _check(self) -> None:
        while True:
            await asyncio.sleep(CHECK_S)
            keys = {one.session_key for one in self.connections if one.session_key}
            try:
                ended = keys - await in_thread(valid_sessions, keys)
            except Exception:  # most likely the database
                log.exception("Sessions could not be checked")
                continue
            for connection in [one for one in self.connections if one.session_key in ended]:
                connection.sign_out()


def valid_sessions(keys: set[str]) -> set[str]:
    """Those of these sessions that still let their player in."""
    rows = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    sessions = {row.session_key: row.get_decoded() for row in rows}
    players = Player.objects.filter(is_active=True).in_bulk(
        {data[SESSION_KEY] for data in sessions.values() if SESSION_KEY in data}
    )
    hashes = {str(pk): player.get_session_auth_hash() for pk, player in players.items()}
    return {
        key
        for key, data in sessions.items()
        if data.get(HASH_SESSION_KEY) == hashes.get(data.get(SESSION_KEY, ""), "")
    }


_watches: WeakKeyDictionary[asyncio.AbstractEventLoop, Watch] = WeakKeyDictionary()


def watch() -> Watch:
    """That of this event loop."""
    return _watches.setdefault(asyncio.get_running_loop(), Watch())
