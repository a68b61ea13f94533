"""A machine that vanishes keeps no lock for long, and waits for nobody for long."""

import asyncio
import subprocess
import sys
import time

import psycopg
import pytest
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeout

from tests.faults import link, postgres
from tests.live.waiting import wait_for
from warsite.services import link_options
from warsite.settings import GONE_MS, PATIENCE, SESSION, WATCHFUL

pytestmark = [
    pytest.mark.outer,
    pytest.mark.services,
    pytest.mark.timeout(600),
    pytest.mark.skipif(not link.is_possible(), reason=link.NEEDED),
]
LOST = (RedisConnectionError, RedisTimeout)
STARTUP_S, NOTICED_S = 60.0, 40.0  # twice what the settings say, for slow machines
# Lock the row; after a word from outside ask for another thing, and tell how that ended.
HOLDER = """
import sys, psycopg
with psycopg.connect(sys.argv[1], options=sys.argv[2], **eval(sys.argv[3])) as connection:
    connection.execute("SELECT 1 FROM thing FOR UPDATE")
    print("locked", flush=True)
    sys.stdin.readline()
    try:
        connection.execute("SELECT 1")
    except psycopg.OperationalError:
        print("lost", flush=True)
"""


def options():
    return " ".join(f"-c {name}={value}" for name, value in SESSION.items())


@pytest.mark.skipif(not postgres.is_installed(), reason="without PostgreSQL")
def test_both_ends_notice_when_the_link_is_cut():
    cluster = postgres.Cluster()
    data = cluster.folder / "data"
    with (data / "pg_hba.conf").open("a") as file:
        file.write("host all all 10.0.0.0/8 trust\n")
    with (data / "postgresql.conf").open("a") as file:
        file.write("listen_addresses = '*'\n")
    server = cluster.start()
    try:
        cluster.create_database()
        with link.link() as line, psycopg.connect(cluster.url, autocommit=True) as here:
            here.execute("CREATE TABLE thing AS SELECT 1 AS number")
            url = cluster.url.replace("127.0.0.1", line.server)
            command = line.inside(sys.executable, "-c", HOLDER, url, options(), repr(WATCHFUL))
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
            with subprocess.Popen(command, text=True, **pipes) as holder:
                assert holder.stdout.readline() == "locked\n"
                line.cut()
                begun = time.monotonic()
                holder.stdin.write("\n")
                holder.stdin.flush()
                here.execute("SELECT 1 FROM thing FOR UPDATE")  # waits for the lock
                assert holder.stdout.readline() == "lost\n"
                assert time.monotonic() - begun < NOTICED_S
                line.restore()
            script = "import sys, psycopg; psycopg.connect(sys.argv[1])"
            again = line.inside(sys.executable, "-c", script, url)
            wait_for(lambda: subprocess.run(again).returncode == 0, STARTUP_S)
    finally:
        postgres.crash(server)
        cluster.remove()


async def listen(pubsub: PubSub, count: float = float("inf")) -> None:
    """Hear so many messages.  Raises LOST."""
    while count > 0:
        count -= bool(await pubsub.get_message(timeout=0.1))


async def test_who_only_listens_notices_when_the_link_is_cut():
    with link.link() as line, link.valkey_beyond(line):
        url = f"redis://{line.client}:{link.VALKEY_PORT}"
        retry = Retry(NoBackoff(), 0)
        options = PATIENCE | link_options(url, GONE_MS) | {"health_check_interval": 1}
        async with Redis.from_url(url, retry=retry, **options) as client:
            await until_it_answers(client)
            async with client.pubsub() as pubsub:
                await pubsub.subscribe("news")
                await listen(pubsub, 1)
                line.cut()
                begun = time.monotonic()
                with pytest.raises(LOST):  # and its next connection gets no answer
                    await asyncio.wait_for(listen(pubsub), NOTICED_S)
                assert time.monotonic() - begun > GONE_MS / 2000  # and not because it was refused


async def until_it_answers(client: Redis) -> None:
    async with asyncio.timeout(STARTUP_S):
        while True:
            try:
                await client.ping()
                return
            except LOST:
                await asyncio.sleep(0.1)
