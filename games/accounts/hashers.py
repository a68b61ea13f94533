"""Password hashing with limited memory: each Argon2 hash needs 100 MB while it is computed.

A request that waits for a hash holds no database connection.  Pages have priority over hashes,
whose eight threads each would leave pages hardly any processor time."""

import os
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from django.contrib.auth.hashers import Argon2PasswordHasher
from django.utils.translation import gettext as _

from games.limits.counting import TooMany
from warsite.services import give_back_connections

AT_ONCE = 1 if (os.cpu_count() or 1) < 4 else 2  # per process
WAITING = 2
NICE = 10  # more than the threads of pages; Argon2's own threads inherit it


def come_last() -> None:
    """Lower the priority of this thread.  Only Linux has a priority for each thread."""
    if sys.platform == "linux":
        thread = threading.get_native_id()
        own = os.getpriority(os.PRIO_PROCESS, thread)
        os.setpriority(os.PRIO_PROCESS, thread, own + NICE)


_places = threading.BoundedSemaphore(AT_ONCE + WAITING)
_threads = ThreadPoolExecutor(AT_ONCE, "hash", initializer=come_last)


@contextmanager
def turn() -> Iterator[ThreadPoolExecutor]:
    """Yield the threads that compute hashes.  Raises TooMany if too many requests are already
    waiting."""
    if not _places.acquire(blocking=False):
        raise TooMany(_("Too many people are signing in. Try again in a few seconds."), 5)
    try:
        give_back_connections()
        yield _threads
    finally:
        _places.release()


class BoundedArgon2Hasher(Argon2PasswordHasher):
    """Argon2 that computes only a few hashes at the same time."""

    def encode(self, password: str, salt: str) -> str:
        with turn() as threads:
            return threads.submit(super().encode, password, salt).result()

    def verify(self, password: str, encoded: str) -> bool:
        with turn() as threads:
            return threads.submit(super().verify, password, encoded).result()
