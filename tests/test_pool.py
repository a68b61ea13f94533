"""The pool of connections, and a PostgreSQL that goes away and comes back."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import OperationalError
from django.db.utils import ConnectionHandler
from psycopg_pool import ConnectionPool

from tests.faults import postgres
from tests.live.waiting import wait_for
from warsite.services import AWAY_S, BUSY_S
from warsite.settings import POOL

pytestmark = [
    pytest.mark.services,
    pytest.mark.skipif(not postgres.is_installed(), reason="without PostgreSQL"),
]
POSTGRESQL = "django.db.backends.postgresql"
PATIENCE_S, MANY = 60.0, 8  # attempts to connect


@pytest.mark.outer
def test_nobody_waits_long_for_a_server_that_is_known_to_be_away(django_db_blocker):
    """And once it is back, people wait again for a connection of a busy server."""
    cluster = postgres.Cluster()
    server = cluster.start()
    wait_for(cluster.answers, PATIENCE_S)
    place = {"ENGINE": POSTGRESQL, "HOST": "127.0.0.1", "PORT": cluster.port, "USER": "warsite"}
    place |= {"NAME": "postgres", "CONN_HEALTH_CHECKS": True, "OPTIONS": {"pool": POOL}}
    connection = ConnectionHandler({"default": {}, "own": place})["own"]
    django_db_blocker.unblock()
    try:
        connection.ensure_connection()
        postgres.crash(server)
        connection.close()
        connection.pool.check()
        wait_for(lambda: connection.pool.timeout == AWAY_S, PATIENCE_S)
        begun_s = time.monotonic()
        with pytest.raises(OperationalError):
            connection.ensure_connection()
        assert time.monotonic() - begun_s < BUSY_S / 2
        server = cluster.start()
        wait_for(cluster.answers, PATIENCE_S)
        connection.ensure_connection()
        assert connection.pool.timeout == BUSY_S
    finally:
        connection.close()
        connection.close_pool()
        django_db_blocker.restore()
        postgres.crash(server)
        cluster.remove()


@pytest.mark.outer
def test_whoever_waits_for_a_connection_gets_one_when_the_server_is_back():
    """All threads of a live worker may wait: no later request makes the pool try again."""
    cluster = postgres.Cluster()
    server = cluster.start()
    wait_for(cluster.answers, PATIENCE_S)
    try:
        with (
            ThreadPoolExecutor(3) as threads,
            ConnectionPool(
                cluster.server, check=ConnectionPool.check_connection, **POOL | {"timeout": 3600}
            ) as pool,
        ):
            pool.wait(PATIENCE_S)
            postgres.crash(server)
            waiting = [threads.submit(pool.getconn) for _ in range(3)]
            wait_for(lambda: pool.get_stats().get("connections_errors", 0) >= MANY, PATIENCE_S)
            server = cluster.start()
            for future in waiting:
                pool.putconn(future.result(PATIENCE_S))
    finally:
        postgres.crash(server)
        cluster.remove()
