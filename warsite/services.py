"""The services that the site uses: one Valkey or Redis URL in the form that each library needs, the
size of a process's pool of database connections, and when a connection counts as lost."""

import socket
from typing import Any
from urllib.parse import SplitResult, parse_qs, urlsplit, urlunsplit

from django.core.exceptions import ImproperlyConfigured
from django.db import connections

LEAST_POOL = 8
BUSY_S, AWAY_S = 20.0, 2.0  # how long to wait for a connection: all are used; the server is away


def pool_size(number: int) -> int:
    """The largest number of database connections of a process.  Raises ImproperlyConfigured below
    LEAST_POOL, because the threads for sockets alone need half of that."""
    if number < LEAST_POOL:
        raise ImproperlyConfigured(f"DATABASE_POOL is {number}, and must be at least {LEAST_POOL}.")
    return number


def keep_trying(pool: Any) -> None:
    """Make a pool that could not connect try again, twice a second while the server is down.  Until
    it succeeds, requests wait only AWAY_S for a connection."""
    pool.timeout = AWAY_S
    pool.check()


def on_connection(*, connection: Any, **_: Any) -> None:
    """Receive `connection_created`: the server answers, so requests may again wait BUSY_S for a
    connection."""
    if pool := getattr(connection, "pool", None):
        pool.timeout = BUSY_S


def give_back_connections() -> None:
    """Return this thread's connections to the pool; Django takes new ones when it needs them."""
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:
            connection.close()


def first_database(parts: SplitResult) -> int:
    """The database number in the URL of a server, the first of the numbers that the site uses."""
    in_path = "" if parts.scheme == "unix" else parts.path.strip("/")
    name = parse_qs(parts.query).get("db", [in_path])[0]
    try:
        return int(name or 0)
    except ValueError:
        words = f"REDIS_URL names the database {name!r}, which is no number."
        raise ImproperlyConfigured(words) from None


def at_database(url: str, number: int) -> str:
    """The URL of the site's database `number` of a server at redis://..., rediss://... or
    unix://path."""
    parts = urlsplit(url)
    number += first_database(parts)
    if parts.scheme == "unix":
        return f"unix://{parts.netloc}{parts.path}?db={number}"
    rest = "&".join(pair for pair in parts.query.split("&") if not pair.startswith("db="))
    return urlunsplit(parts._replace(path=f"/{number}", query=rest))


def broker(url: str) -> str:
    """The address of a server as Celery's broker (database 0)."""
    parts = urlsplit(url)
    if parts.scheme == "unix":
        number = first_database(parts)
        return f"redis+socket://{parts.netloc}{parts.path}?virtual_host={number}"
    return at_database(url, 0)


def host_names(*servers: str) -> list[str]:
    """The names in lists of servers such as `"web-1:8000 web-2:8000"`."""
    addresses = " ".join(servers).replace('"', " ").split()
    return [address.rpartition(":")[0] for address in addresses]


def link_options(url: str, gone_ms: int) -> dict[str, Any]:
    """The options of a connection that only listens.  It is closed once the other machine has been
    silent for `gone_ms`, even if TCP is still trying to deliver something."""
    if urlsplit(url).scheme == "unix":
        return {}
    wanted = {"TCP_KEEPIDLE": 4, "TCP_KEEPINTVL": 2, "TCP_KEEPCNT": 3, "TCP_USER_TIMEOUT": gone_ms}
    known = [name for name in wanted if hasattr(socket, name)]  # to this system
    return {"socket_keepalive_options": {getattr(socket, name): wanted[name] for name in known}}
