"""The caches in Valkey or Redis: Django's backend, with one client per process, and without pickle,
so that write access to the cache does not allow running code here.

`default` holds counts, and raises RedisError while the server is down, so that no attempt to sign
in goes uncounted.  `copies` holds data that can be computed again; while the server is down it acts
as if empty, so that pages still work.  In production `copies` has a server of its own, so that
copies never evict counts."""

import json
from contextlib import suppress
from typing import Any, ClassVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis import Redis
from redis.exceptions import RedisError

from games.bus.breaker import OneCopy, OneQuestion

BYTES, JSON = b"b", b"j"  # the first byte of what is kept


class Serializer:
    """A serializer that stores numbers as they are, so that the server can count; bytes as they
    are, too; and everything else as JSON."""

    def dumps(self, value: Any) -> bytes | int:
        if type(value) is int:
            return value
        if isinstance(value, bytes):
            return BYTES + value
        return JSON + json.dumps(value).encode()

    def loads(self, data: bytes) -> Any:
        kind, rest = data[:1], data[1:]
        if kind == BYTES:
            return rest
        return json.loads(rest) if kind == JSON else int(data)


class OneClient(RedisCacheClient):
    """A cache client that is created once.  Django creates one for every access, which takes longer
    (0.2 ms) than the access, and connections for every request, because under ASGI each has caches
    of its own."""

    clients: ClassVar[dict[tuple[str, type], Redis]] = {}  # by address and breaker

    def __init__(self, servers: list[str], *, retry: OneQuestion, **options: Any) -> None:
        super().__init__(servers, retry=retry, **options)
        self.own = servers[0], type(retry)

    def get_client(self, key: Any = None, *, write: bool = False) -> Redis:
        if self.own not in self.clients:
            self.clients.setdefault(self.own, super().get_client(write=True))
        return self.clients[self.own]


class Cache(RedisCache):
    retry: type[OneQuestion] = OneQuestion

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        options = {"serializer": Serializer(), "retry": self.retry()} | params.get("OPTIONS", {})
        super().__init__(server, params | {"OPTIONS": options})
        self._class = OneClient

    def clear(self) -> None:
        """Delete the keys of this site.  Django would empty the database, which other programs may
        use."""
        client = self._cache.get_client(write=True)
        if keys := list(client.scan_iter(f"{self.key_prefix}:*", count=1000)):
            client.delete(*keys)


class Copies(Cache):
    """A cache of copies, with only `get` and `set`: counts and claims belong in `default`."""

    retry = OneCopy

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        try:
            return super().get(key, default, version)
        except (RedisError, OSError):
            return default

    def set(
        self,
        key: Any,
        value: Any,
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> None:
        with suppress(RedisError, OSError):
            super().set(key, value, timeout, version)
