"""Database connections return to the pool, whatever clients do."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
from asgiref.sync import async_to_sync
from django.db import ProgrammingError, connection

from games.bus.db_thread import with_kept_connections

pytestmark = pytest.mark.django_db(transaction=True)
SCOPE = {
    "type": "http",
    "method": "GET",
    "path": "/tournaments/",
    "query_string": b"",
    "headers": [(b"host", b"127.0.0.1")],
}


def in_use():
    numbers = connection.pool.get_stats()
    return numbers["pool_size"] - numbers["pool_available"]


def answer(send):
    from warsite.asgi import application

    events = iter([{"type": "http.request", "body": b"", "more_body": False}])

    async def receive():
        return next(events, None) or await asyncio.Event().wait()

    async_to_sync(application)(SCOPE, receive, send)


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has no pool")
def test_no_connection_is_kept_for_a_client_that_reads_slowly_or_has_gone():
    connection.close()
    before, during = in_use(), []

    async def send(event):
        during.append(in_use())
        raise RuntimeError("the handler is closed")  # as uvloop says when the client has gone

    for _ in range(3):
        answer(send)
    assert during == [before] * 3
    assert in_use() == before


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has no pool")
def test_nobody_gets_a_pooled_connection_that_the_server_has_closed():
    several = [connection.copy() for _ in range(4)]
    for copy in several:
        copy.ensure_connection()
    for copy in several[1:]:
        copy.close()
    with several[0].cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    connection.close()
    for copy in several:
        with copy.cursor() as cursor:
            cursor.execute("SELECT 1")
    for copy in several:
        copy.close()


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has no pool")
def test_a_thread_keeps_its_connection_until_it_has_failed_or_ended():
    def run(statement, *values):
        with connection.cursor() as cursor:
            cursor.execute(statement, values)
            return cursor.fetchone()[0]

    with ThreadPoolExecutor(1) as pool:

        def in_its_thread(*arguments):
            return pool.submit(with_kept_connections, run, *arguments).result()

        session = in_its_thread("SELECT pg_backend_pid()")
        assert in_its_thread("SELECT pg_backend_pid()") == session
        with pytest.raises(ProgrammingError):
            in_its_thread("SELECT no_such_function()")
        session = in_its_thread("SELECT pg_backend_pid()")
        assert run("SELECT pg_terminate_backend(%s, 5000)", session)
        assert in_its_thread("SELECT pg_backend_pid()") != session
        pool.submit(lambda: connection.close()).result()


def test_a_response_that_nobody_takes_is_given_up(monkeypatch):
    monkeypatch.setattr("warsite.limits.SEND_S", 0.05)

    async def send(event):
        await asyncio.Event().wait()

    answer(send)
