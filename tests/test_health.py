"""The three addresses of health: each answers within a second, whatever hangs."""

import socket

import pytest
from django.test import AsyncClient

from games.bus import valkey
from games.table import clock
from games.table.models import Pulse


@pytest.fixture
def well(transactional_db) -> None:
    Pulse.objects.update_or_create(pk=1, defaults={"alive_ms": clock.now_ms()})


async def ask(address: str) -> tuple[int, dict[str, str]]:
    answer = await AsyncClient().get(address, {"format": "json"})
    return answer.status_code, answer.json()


@pytest.fixture
def hanging_valkey(settings, monkeypatch):
    """A server that accepts connections and never says anything."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        settings.REDIS_URL = f"redis://127.0.0.1:{server.getsockname()[1]}"
        valkey.client.cache_clear()
        yield
    valkey.client.cache_clear()


async def test_all_is_well(well):
    status, parts = await ask("/health/all/")
    assert status == 200 and len(parts) == 3
    assert set(parts.values()) == {"OK"}


async def test_a_hanging_valkey_takes_no_page_away(well, hanging_valkey):
    status, parts = await ask("/health/all/")
    assert (status, parts["Valkey()"]) == (500, "Unavailable: does not answer")
    assert (await ask("/health/"))[0] == 200
    assert (await ask("/health/alive/")) == (200, {})


async def test_a_silent_live_worker_is_named(well):
    await Pulse.objects.aupdate(alive_ms=clock.now_ms() - 60_000)
    status, parts = await ask("/health/all/")
    assert status == 500 and "no live worker for 60 s" in parts["LiveWorker()"]
    assert (await ask("/health/"))[0] == 200
