"""The connection to Valkey: one client per process, one prefix for all keys."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django.conf import settings
from redis import Redis
from redis.asyncio import Redis as AsyncRedis
from redis.asyncio.retry import Retry as AsyncRetry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError

from games.bus.breaker import OneQuestion
from warsite.services import at_database

TIMEOUT_S = 1.0
CHECK_S = 10  # a connection that was idle for longer is tried before it is used


def has_server() -> bool:
    """Whether a server is configured.  One-off commands may run without a server; then nothing is
    announced."""
    return bool(settings.REDIS_URL)


def key(*parts: str | int) -> str:
    return ":".join([settings.KEY_PREFIX, *map(str, parts)])


@lru_cache(maxsize=1)
def client() -> Redis:
    """The Valkey client for threads."""
    return Redis.from_url(
        at_database(settings.REDIS_URL, 0),
        socket_timeout=TIMEOUT_S,
        socket_connect_timeout=TIMEOUT_S,
        health_check_interval=CHECK_S,
        retry=OneQuestion(),
        decode_responses=True,
    )


def async_client() -> AsyncRedis:
    """A client for one event loop.  The caller closes it, and has to ask the breaker before each
    request."""
    return AsyncRedis.from_url(
        at_database(settings.REDIS_URL, 0),
        socket_timeout=TIMEOUT_S,
        socket_connect_timeout=TIMEOUT_S,
        health_check_interval=CHECK_S,
        retry=AsyncRetry(NoBackoff(), 1, (RedisConnectionError,)),
        decode_responses=True,
    )


def run_script(
    redis: Redis | AsyncRedis, script: str, keys: Sequence[str], arguments: Sequence[str]
) -> Any:
    """Run a script, whose text is sent only if the server does not have it."""
    return registered(redis, script)(keys=keys, args=arguments)


@lru_cache(maxsize=16)
def registered(redis: Redis | AsyncRedis, script: str) -> Any:
    return redis.register_script(script)
