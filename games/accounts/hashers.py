"""Password hashing with limited memory: each Argon2 hash needs 100 MB while it is computed.

Whoever waits for a hash keeps no database connection, which others need for their pages."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from django.contrib.auth.hashers import Argon2PasswordHasher
from django.db import connections
from django.utils.translation import gettext as _

from games.accounts.limits import TooMany

AT_ONCE = 2  # per process
WAITING = 2
_places = BoundedSemaphore(AT_ONCE + WAITING)
_turns = BoundedSemaphore(AT_ONCE)


@contextmanager
def turn() -> Iterator[None]:
    """Wait for a turn.  Raises TooMany if too many wait already."""
    if not _places.acquire(blocking=False):
        raise TooMany(_("Too many people are signing in. Try again in a few seconds."), 5)
    try:
        give_back_connections()
        with _turns:
            yield
    finally:
        _places.release()


def give_back_connections() -> None:
    """Return this thread's connections to the pool; Django takes one again when it needs it."""
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:
            connection.close()


class BoundedArgon2Hasher(Argon2PasswordHasher):
    """Argon2 that computes only a few hashes at the same time."""

    def encode(self, password: str, salt: str) -> str:
        with turn():
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        with turn():
            return super().verify(password, encoded)
