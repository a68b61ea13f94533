"""The three addresses of health: each answers within a second, whatever hangs."""

import re
import signal
import threading

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.db import connection
from django.test import AsyncClient

from games.bus import valkey
from games.table import clock
from games.table.models import Pulse, Table
from games.table.writer import play
from warsite import operations
from warsite.asgi import application

LONG_S = 30.0  # nobody would wait so long


@pytest.fixture
def well(transactional_db) -> None:
    Pulse.objects.update_or_create(pk=1, defaults={"alive_ms": clock.now_ms()})


async def ask(address: str) -> tuple[int, dict[str, str]]:
    answer = await AsyncClient().get(address, {"format": "json"})
    return answer.status_code, answer.json()


async def is_alive() -> bool:
    """The server answers this itself, without Django."""
    request = ApplicationCommunicator(application, {"type": "http", "path": "/health/alive/"})
    await request.send_input({"type": "http.request", "body": b"", "more_body": False})
    return (await request.receive_output())["status"] == 200


async def test_alive_needs_no_middleware_and_no_thread(monkeypatch):
    monkeypatch.setattr("asgiref.sync.SyncToAsync.__call__", None)
    assert await is_alive()


async def test_all_is_well(well):
    status, parts = await ask("/health/all/")
    assert status == 200 and len(parts) == 5
    assert set(parts.values()) == {"OK"}


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no clock of its own")
@pytest.mark.parametrize(("moved_s", "words"), [(-3, "behind"), (3, "ahead of")])
async def test_a_wrong_clock_is_named(well, time_machine, moved_s, words):
    time_machine.move_to(clock.moment(clock.now_ms() + moved_s * 1000))
    said = (await ask("/health/all/"))[1]["Clock()"]
    assert re.fullmatch(rf"Unavailable: [23]\.\d s {words} PostgreSQL's", said)


async def test_a_hanging_valkey_takes_no_page_away(well, hanging_valkey):
    status, parts = await ask("/health/all/")
    assert (status, parts["Valkey()"]) == (500, "Unavailable: does not answer")
    assert (await ask("/health/"))[0] == 200
    assert await is_alive()


async def test_the_answer_does_not_wait_for_a_hanging_valkey(well, hanging_valkey, monkeypatch):
    monkeypatch.setattr(valkey, "TIMEOUT_S", LONG_S)
    valkey.client.cache_clear()
    ended, ask_valkey = threading.Event(), operations.Valkey.run

    def watched(check: operations.Valkey) -> None:
        ask_valkey(check)
        ended.set()

    monkeypatch.setattr(operations.Valkey, "run", watched)
    assert (await ask("/health/all/"))[1]["Valkey()"] == "Unavailable: does not answer"
    assert not ended.is_set()
    hanging_valkey.send_signal(signal.SIGCONT)
    assert ended.wait(LONG_S)


@pytest.mark.parametrize("address", ["/health/", "/health/all/"])
async def test_the_answer_does_not_wait_for_a_hanging_database(well, monkeypatch, address):
    go_on, ended = threading.Event(), threading.Event()

    def hangs(check: operations.Database) -> None:
        go_on.wait(LONG_S)
        ended.set()

    monkeypatch.setattr(operations.Database, "run", hangs)
    status, parts = await ask(address)
    was_waiting = not ended.is_set()
    go_on.set()
    assert was_waiting and status == 500
    (answer,) = [words for check, words in parts.items() if check.startswith("Database")]
    assert answer == "Unavailable: does not answer"
    assert [words for words in parts.values() if words != "OK"] == [answer]


async def test_a_silent_live_worker_is_named(well):
    await Pulse.objects.aupdate(alive_ms=clock.now_ms() - 60_000)
    status, parts = await ask("/health/all/")
    assert status == 500 and re.search(r"no live worker for 6\d s", parts["LiveWorker()"])
    assert (await ask("/health/"))[0] == 200


@pytest.mark.django_db(transaction=True)
async def test_a_table_nobody_moves_is_told(well):
    table = await sync_to_async(play.open_table)(by=None, bots=("sergeant", "recruit"))
    await Table.objects.filter(pk=table.pk).aupdate(due_ms=clock.now_ms() - 60_000)
    status, parts = await ask("/health/all/")
    assert (status, parts["Deadlines()"]) == (500, "Unavailable: 1 more than 5 s late")
    assert [words for words in parts.values() if words != "OK"] == [parts["Deadlines()"]]
