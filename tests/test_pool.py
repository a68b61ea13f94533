"""The pool of connections, and a PostgreSQL that goes away and comes back."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from psycopg_pool import ConnectionPool

from tests.faults import postgres
from tests.live.waiting import wait_for
from warsite.settings import POOL

pytestmark = [
    pytest.mark.services,
    pytest.mark.skipif(not postgres.is_installed(), reason="without PostgreSQL"),
]
PATIENCE_S, MANY = 60.0, 8  # attempts to connect


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
