"""Database work of websockets, in a small pool of threads.

asgiref uses one thread for the whole process, so that one slow table would delay all others."""

import asyncio
import select
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

P = ParamSpec("P")
R = TypeVar("R")

THREADS = 4  # more would only wait for the interpreter lock and for row locks
_pool = ThreadPoolExecutor(THREADS, thread_name_prefix="live")


def with_clean_connections(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Call a function in this thread, then release its database connection."""
    try:
        return function(*args, **kwargs)
    finally:
        for connection in connections.all(initialized_only=True):
            # A pooled connection goes back to its pool.  A SQLite file stays open: opening it
            # again costs more than the work itself.
            if connection.vendor != "sqlite" or connection.errors_occurred:
                connection.close()


def with_kept_connections(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Call a function in a thread that mainly does database work and keeps its connection for the
    next call, because getting and returning a connection takes a tenth of a move.  The thread must
    close the connection before it ends, or the pool loses the connection."""
    for connection in connections.all(initialized_only=True):
        if connection.errors_occurred or has_ended(connection):
            connection.close()
    return function(*args, **kwargs)


def has_ended(connection: BaseDatabaseWrapper) -> bool:
    """Whether the server has closed the connection.  A server sends no other message without a
    request."""
    raw = connection.connection
    if raw is None or connection.vendor != "postgresql":
        return False
    unasked = select.poll()
    unasked.register(raw, select.POLLIN)
    return raw.closed or bool(unasked.poll(0))


async def in_thread(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run blocking work in the pool and return its result."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(
        _pool, lambda: with_kept_connections(function, *args, **kwargs)
    )
