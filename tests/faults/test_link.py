"""A machine that vanishes keeps no lock for long, and waits for nobody for long."""

import subprocess
import sys
import time

import psycopg
import pytest

from tests.faults import link, postgres
from tests.live.waiting import wait_for
from warsite.settings import SESSION, WATCHFUL

pytestmark = [
    pytest.mark.services,
    pytest.mark.skipif(not postgres.is_installed(), reason="without PostgreSQL"),
    pytest.mark.skipif(not link.is_possible(), reason="needs the rights to make networks"),
]
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


def test_both_ends_notice_when_the_link_is_cut():
    cluster = postgres.Cluster()
    data = cluster.folder / "data"
    with (data / "pg_hba.conf").open("a") as file:
        file.write(f"host all all {link.CLIENT}/32 trust\n")
    with (data / "postgresql.conf").open("a") as file:
        file.write("listen_addresses = '*'\n")
    server = cluster.start()
    try:
        cluster.create_database()
        with link.link() as line, psycopg.connect(cluster.url, autocommit=True) as here:
            here.execute("CREATE TABLE thing AS SELECT 1 AS number")
            url = cluster.url.replace("127.0.0.1", link.SERVER)
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
