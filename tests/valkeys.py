"""A Valkey of a test's own, which can be stopped or killed."""

import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from redis.asyncio import Redis as AsyncRedis

from games.bus import publisher, valkey
from games.bus.breaker import OneCopy, OneQuestion
from warsite.local import valkey as server
from warsite.services import at_database


@pytest.fixture
def own_valkey(settings) -> Iterator[subprocess.Popen[bytes]]:
    """The site's caches and what it shares between processes are there; messages are not."""
    publisher.publish(AsyncRedis.ping)  # it keeps the server it begins with, also for later tests
    publisher.flush()
    with TemporaryDirectory(prefix="vk") as folder:
        process, url = server.start(Path(folder))
        settings.REDIS_URL = url
        settings.CACHES = {
            name: given | {"LOCATION": at_database(url, 1)}
            for name, given in settings.CACHES.items()
        }
        valkey.client.cache_clear()
        yield process
        process.kill()
        process.wait()
    valkey.client.cache_clear()
    for retry in (OneQuestion, OneCopy):
        retry.breaker.note_answer()


@pytest.fixture
def hanging_valkey(own_valkey) -> subprocess.Popen[bytes]:
    """It takes connections and says nothing, as on a machine that swaps."""
    own_valkey.send_signal(signal.SIGSTOP)
    return own_valkey


@pytest.fixture
def dead_valkey(own_valkey) -> None:
    end(own_valkey)


def end(server: subprocess.Popen[bytes]) -> None:
    server.kill()
    server.wait()
