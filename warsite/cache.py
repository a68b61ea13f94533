"""The cache in Valkey or Redis: Django's backend, and one client for each thread."""

from functools import cached_property
from typing import Any

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis import Redis


class OneClient(RedisCacheClient):
    """Making a client anew for each question, as Django's own does, takes longer (0.2 ms) than
    asking it."""

    @cached_property
    def client(self) -> Redis:
        return super().get_client(write=True)

    def get_client(self, key: Any = None, *, write: bool = False) -> Redis:
        return self.client


class Cache(RedisCache):
    """For one server."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = OneClient
