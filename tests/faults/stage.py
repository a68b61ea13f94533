"""A site of real processes that can be killed one by one: web, live workers, Valkey, PostgreSQL.

Django is set up in this process too, on the same database, to open tables and to read the log."""

import os
import secrets
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit, urlunsplit

import django
import psycopg
from django.core.management import call_command
from redis.exceptions import RedisError

from tests import migrated
from tests.faults.postgres import Cluster, crash
from tests.live.waiting import wait_for
from tests.site import free_port
from warsite.local import processes, valkey


class Stage:
    """`own_valkey`: its own server, even if REDIS_URL names one (so that it can be killed).
    `own_postgres`: the same, and instead of SQLite.  `webs`: number of web processes; `addresses`
    has all of them, `url` is the first.  `workers`: number of live workers.  `others`: which of
    beat and the lab's worker there are."""

    def __init__(
        self,
        *,
        own_valkey: bool,
        own_postgres: bool = False,
        webs: int = 1,
        workers: int = 1,
        others: Sequence[str] = (),
    ) -> None:
        self.home = Path(tempfile.mkdtemp(prefix="stage"))
        self.ports = {f"web{number or ''}": free_port() for number in range(webs)}
        self.addresses = [f"http://127.0.0.1:{port}" for port in self.ports.values()]
        self.url = self.addresses[0]
        self.workers = [f"worker{number or ''}" for number in range(workers)]
        self.others = others
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self.database = ""
        self.own_valkey = own_valkey or not os.environ.get("REDIS_URL")
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "tests.development.settings",
            "WARSITE_HOME": str(self.home),
            "STATIC_ROOT": str(self.home / "static"),
            "SECRET_KEY": "of a stage",
            "KEY_PREFIX": self.home.name,
            "PUBLIC_URL": self.url,
            "DEBUG": "0",
        }
        (self.home / "static").mkdir()
        if self.own_valkey:
            os.environ["REDIS_URL"] = f"unix://{self.home / 'valkey.sock'}"
        self.cluster = Cluster() if own_postgres else None
        if self.cluster is not None:
            self.running["postgres"] = self.cluster.start()
            self.cluster.create_database()
            os.environ["DATABASE_URL"] = self.cluster.url
        elif url := os.environ.get("DATABASE_URL"):
            self.database = f"test_{self.home.name}".lower()
            template = migrated.database(url)
            self.administer(f'create database "{self.database}" template "{template}"')
            self.administer(f'alter database "{self.database}" set synchronous_commit to off')
            os.environ["DATABASE_URL"] = urlunsplit(
                urlsplit(url)._replace(path=f"/{self.database}")
            )
        else:
            shutil.copyfile(migrated.file(), self.home / "warsite.sqlite3")
        django.setup()
        call_command("migrate", verbosity=0)

    def behind(self, proxy: str) -> str:
        """Let everybody come by this address."""
        self.addresses, os.environ["PUBLIC_URL"] = [proxy], proxy
        return proxy

    def administer(self, statement: str) -> None:
        server = urlunsplit(urlsplit(os.environ["DATABASE_URL"])._replace(path="/postgres"))
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(statement)  # type: ignore[arg-type]

    def __enter__(self) -> Self:
        for name in ("valkey", *self.ports, *self.workers, *self.others):
            self.start(name)
        wait_for(self.answers, 180)
        return self

    def __exit__(self, *_: object) -> None:
        self.disconnect()
        for name in [*self.running]:
            self.kill(name)
        if self.database:
            self.administer(f'drop database if exists "{self.database}" with (force)')
        if self.cluster is not None:
            self.cluster.remove()
        shutil.rmtree(self.home, ignore_errors=True)

    def start(self, name: str) -> None:
        if name == "valkey":
            if self.own_valkey:
                self.running[name], _ = valkey.start(self.home)
            return
        if name == "postgres":
            assert self.cluster is not None
            self.running[name] = self.cluster.start()
            return
        with (self.home / f"{name}.log").open("ab") as log:
            self.running[name] = subprocess.Popen(
                processes.module(self.command(name)),
                cwd=processes.ROOT,
                stdout=log,
                stderr=subprocess.STDOUT,
                preexec_fn=processes.dies_with_parent(signal.SIGKILL),
            )

    def command(self, name: str) -> list[str]:
        if name in self.ports:
            return processes.web("127.0.0.1", self.ports[name])
        others = {"beat": processes.beat, "sims": processes.sims}
        return others.get(name, processes.worker)()

    def kill(self, name: str) -> None:
        process = self.running.pop(name)
        if name == "postgres":
            crash(process)
            return
        process.kill()
        process.wait()

    def stop(self, name: str) -> float:
        """Ask it to stop.  How long that took, in seconds."""
        process, begun = self.running.pop(name), time.monotonic()
        process.terminate()
        process.wait()
        return time.monotonic() - begun

    def restart(self, name: str) -> None:
        self.kill(name)
        self.start(name)

    def take_database_away(self, seconds: float) -> None:
        """Close all connections of PostgreSQL and accept none for so long; on SQLite, let nobody
        write."""
        self.disconnect()
        if self.database:
            self.administer(f'alter database "{self.database}" allow_connections false')
            every = "select pg_terminate_backend(pid) from pg_stat_activity where datname ="
            self.administer(f"{every} '{self.database}'")
            time.sleep(seconds)
            self.administer(f'alter database "{self.database}" allow_connections true')
        else:
            with closing(sqlite3.connect(self.home / "warsite.sqlite3", timeout=60)) as file:
                file.execute("begin exclusive")
                time.sleep(seconds)

    def disconnect(self) -> None:
        """Close the connections of this process."""
        from django.db import connection

        connection.close()
        if connection.vendor == "postgresql":
            connection.close_pool()

    def answers(self) -> bool:
        with suppress(OSError):
            for port in self.ports.values():
                socket.create_connection(("127.0.0.1", port), 2).close()
            return self.cluster is None or self.cluster.answers()
        return False

    def is_complete(self) -> bool:
        """Whether everything is up again, live workers included."""
        with suppress(RedisError, OSError):
            from games.bus import schedule
            from games.bus.valkey import client

            clocks = client().pubsub_numsub(schedule.wake_channel())
            return clocks[0][1] == len(self.workers) and self.answers()
        return False

    def log(self, name: str) -> str:
        path = self.home / f"{name}.log"
        return path.read_text(errors="replace") if path.exists() else ""

    def cookie(self, player) -> str:
        """The session cookie of a signed-in player."""
        from importlib import import_module

        from django.conf import settings
        from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

        session = import_module(settings.SESSION_ENGINE).SessionStore()
        session[SESSION_KEY] = str(player.pk)
        session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
        session[HASH_SESSION_KEY] = player.get_session_auth_hash()
        session.save()
        return f"sessionid={session.session_key}"

    def people(self, count: int) -> list:
        from games.accounts.models import Player

        mark = secrets.token_hex(3)
        return [
            Player.objects.create_user(f"p{i}_{mark}", name=f"Player {i} {mark}")
            for i in range(count)
        ]
