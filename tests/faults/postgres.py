"""A PostgreSQL server of its own, which can be killed without harm to others."""

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import psycopg

from tests.live.waiting import wait_for
from tests.site import free_port
from warsite.local.processes import dies_with_parent

FOLDERS = [str(path) for path in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)]
PATH = os.pathsep.join([*FOLDERS, os.environ.get("PATH", "")])
STARTUP_S = 60.0


def is_installed() -> bool:
    return shutil.which("initdb", path=PATH) is not None


class Cluster:
    """Its files are in a temporary folder; `url` names its only user and the database of the site,
    as in docker-compose.yml."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="cluster"))
        self.port = free_port()
        self.server = f"postgres://warsite@127.0.0.1:{self.port}/postgres"
        self.url = f"postgres://warsite@127.0.0.1:{self.port}/warsite"
        if os.getuid() == 0:  # it refuses to run as root
            shutil.chown(self.folder, "postgres")
        arguments = ["-A", "trust", "-U", "warsite", "-E", "UTF8", "-D", str(self.folder / "data")]
        subprocess.run(**self.program("initdb", *arguments), check=True, stdout=subprocess.DEVNULL)

    def program(self, name: str, *arguments: str) -> Mapping[str, object]:
        """How to run a program of the server, for `subprocess`."""
        program = shutil.which(name, path=PATH)
        assert program is not None, f"{name} is not installed"
        user = {"user": "postgres", "group": "postgres"} if os.getuid() == 0 else {}
        return {"args": [program, *arguments], "cwd": self.folder, **user}

    def start(self) -> "subprocess.Popen[bytes]":
        """Only from the main thread: it dies with the thread."""
        place = ["-D", str(self.folder / "data"), "-p", str(self.port), "-k", str(self.folder)]
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                **self.program("postgres", *place),
                stdout=log,
                stderr=subprocess.STDOUT,
                preexec_fn=dies_with_parent(signal.SIGQUIT),
            )

    def create_database(self) -> None:
        wait_for(self.answers, STARTUP_S)
        with psycopg.connect(self.server, autocommit=True) as connection:
            connection.execute("create database warsite")

    def answers(self) -> bool:
        with suppress(psycopg.OperationalError):
            psycopg.connect(self.server, connect_timeout=2).close()
            return True
        return False

    def remove(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)


def crash(server: "subprocess.Popen[bytes]") -> None:
    """All its processes end without cleaning up, and it recovers at the next start from its log of
    transactions.  After SIGKILL of the first one, others could go on for a while."""
    server.send_signal(signal.SIGQUIT)
    server.wait()
