"""Where the sockets' database work is done.

asgiref's default is one thread for the whole process, which would let one slow table hold up all
others.  Here each piece of work takes a thread of a small pool.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from django.db import connections

P = ParamSpec("P")
R = TypeVar("R")

THREADS = 4  # more of them only wait for the interpreter and for each other's locks
_pool = ThreadPoolExecutor(THREADS, thread_name_prefix="live")


def tidily(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Call it in this thread and leave no connection behind that others wait for."""
    try:
        return function(*args, **kwargs)
    finally:
        for connection in connections.all(initialized_only=True):
            # A pooled connection goes back to its pool; a file stays open, opening it again
            # costs more than the work itself.
            if connection.vendor != "sqlite" or connection.errors_occurred:
                connection.close()


async def in_thread(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run blocking work in the pool and give its result."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_pool, lambda: tidily(function, *args, **kwargs))
