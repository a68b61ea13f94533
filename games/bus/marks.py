"""Marks of work in progress.  A process renews its marks while it is alive; the marks of a killed
process expire."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from redis.exceptions import RedisError

from games.bus import valkey

MARK_MS = 2500
RENEW_S = 0.8


@contextmanager
def marked(name: str) -> Iterator[None]:
    """Mark work as in progress, for other processes.  Without Valkey other processes do not see the
    mark."""
    if not valkey.has_server():
        yield
        return
    ended = threading.Event()
    thread = threading.Thread(target=_renew, args=(name, ended), name="mark", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def _renew(name: str, ended: threading.Event) -> None:
    waited = False
    while not waited:
        with suppress(RedisError, OSError):
            valkey.client().set(valkey.key("mark", name), "1", px=MARK_MS)
        waited = ended.wait(RENEW_S)


def is_marked(name: str) -> bool:
    return bool(valkey.client().exists(valkey.key("mark", name)))


def compiling(game: str) -> str:
    """The mark of a game whose rules a worker of the lab is loading or compiling."""
    return f"compiling:{game}"


def is_compiling(game: str) -> bool:
    """Whether a worker of the lab is loading or compiling these rules; False if Valkey does not
    answer."""
    with suppress(RedisError, OSError):
        return valkey.has_server() and is_marked(compiling(game))
    return False
