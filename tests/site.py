"""A whole site (`manage.py play`) in its own folder, for tests that need the real thing."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

from tests import migrated

ROOT = Path(__file__).resolve().parent.parent
PATIENCE_S = 240.0  # it only names what hangs, however slow the machine is


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until(true: Callable[[], object], what: str, patience_s: float = PATIENCE_S) -> None:
    deadline = time.monotonic() + patience_s
    pause_s = 0.05  # longer and longer: to look may cost the site a page or a process
    while not true():
        assert time.monotonic() < deadline, f"waited {patience_s:.0f} s for: {what}"
        time.sleep(pause_s)
        pause_s = min(pause_s * 1.1, 0.5)


def processes_of(home: Path) -> dict[int, str]:
    """All processes with this WARSITE_HOME, whoever their parent is now: id -> command.

    Valkey writes its title over its environment, so it is found by its working directory."""
    mark = f"WARSITE_HOME={home}".encode()
    found = {}
    for folder in Path("/proc").iterdir():
        with suppress(OSError, ValueError):
            works_there = (folder / "cwd").readlink().is_relative_to(home)
            if works_there or mark in (folder / "environ").read_bytes().split(b"\0"):
                command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
                found[int(folder.name)] = command
    return found


class Site:
    """Use as `with Site(folder) as site`, or start and stop it by hand."""

    def __init__(
        self, home: Path, *, own_valkey: bool = False, empty: bool = False, **environment: str
    ) -> None:
        """`empty`: its database has no tables until it starts."""
        self.home = home
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.database = ""
        given = {k: v for k, v in os.environ.items() if k not in ("TEST_DATABASE", "PUBLIC_URL")}
        if given.pop("REDIS_URL_OF_TESTS", None) or own_valkey:
            given.pop("REDIS_URL", None)  # this site starts a server itself, which can be killed
        if url := given.get("DATABASE_URL"):
            self.database = f"test_{urlsplit(url).path.lstrip('/')}_{os.getpid()}_{self.port}"
            given["DATABASE_URL"] = urlunsplit(urlsplit(url)._replace(path=f"/{self.database}"))
            template = sql.Identifier("template1" if empty else migrated.database(url))
            self.administer("create database {} template {}", template)
            self.administer("alter database {} set synchronous_commit to off")  # see conftest.py
        elif not empty:
            home.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(migrated.file(), home / "warsite.sqlite3")
        given |= {"WARSITE_HOME": str(home), "KEY_PREFIX": f"test{os.getpid()}_{self.port}"}
        self.environment = given | environment
        self.process: subprocess.Popen[str] | None = None

    def administer(self, statement: str, *parts: sql.Composable) -> None:
        server = urlunsplit(urlsplit(os.environ["DATABASE_URL"])._replace(path="/postgres"))
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(sql.SQL(statement).format(sql.Identifier(self.database), *parts))

    def command(self, *arguments: str) -> list[str]:
        return [sys.executable, str(ROOT / "manage.py"), *arguments]

    def manage(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(*arguments),
            env=self.environment | environment,
            capture_output=True,
            text=True,
            timeout=4 * PATIENCE_S,  # a command may fill a whole database
        )

    def start(self, *arguments: str) -> "Site":
        said = (self.home.parent / f"{self.home.name}.said").open("a")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "warsite.local", "--port", str(self.port), *arguments],
            cwd=ROOT,
            env=self.environment,
            stdout=said,
            stderr=said,
            text=True,
        )
        said.close()
        wait_until(lambda: self.greets() or self.process.poll() is not None, "the address")
        assert self.process.poll() is None, self.said()
        return self

    def said(self) -> str:
        return (self.home.parent / f"{self.home.name}.said").read_text()

    def greets(self) -> bool:
        return f"warsite is at {self.url}" in self.said() and self.answers()

    def answers(self) -> bool:
        with suppress(OSError):
            return urllib.request.urlopen(f"{self.url}/health/", timeout=5).status == 200
        return False

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        assert self.process is not None
        self.process.send_signal(how)
        return self.process.wait(PATIENCE_S)

    def close(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.stop()
        if self.database:
            self.administer("drop database if exists {} with (force)")


@contextmanager
def running(home: Path, *arguments: str, **environment: str) -> Iterator[Site]:
    site = Site(home, **environment)
    try:
        yield site.start(*arguments)
    finally:
        site.close()
