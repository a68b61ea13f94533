"""Backups as docs/operations.md tells: taken while games are played, restored, and played on."""

import os
import re
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import closing

import psycopg
import pytest

from tests.faults import postgres
from tests.site import ROOT, Site, wait_until

pytestmark = [
    pytest.mark.outer,
    pytest.mark.services,  # each brings its own database
    pytest.mark.skipif(sys.platform != "linux", reason="reads /proc"),
    pytest.mark.timeout(900),
    pytest.mark.xdist_group("play"),
]
TOLD = (ROOT / "docs" / "operations.md").read_text()
PLAY_ONE = "from games.work import demo; list(demo.fill(games=1))"


DRILLS = re.findall(r"^```\n(.*?)^```$", TOLD.partition("### Restore drill")[2], re.M | re.S)[:2]


def of_docs(program: str) -> str:
    """The command of this program in the documentation, without its container: of a backup as of
    the move to another version."""
    text = TOLD.partition("### Restore drill")[0]
    (line,) = {*re.findall(rf"^docker compose exec -T postgres ({program} .*)$", text, re.M)}
    return str(line)


class Sqlite:
    def __init__(self, folder) -> None:
        self.site = Site(folder / "home", own_valkey=True)
        self.site.environment.pop("DATABASE_URL", None)
        self.folder = folder
        self.place = dict[str, str]()

    def query(self, statement: str) -> list[tuple]:
        with closing(sqlite3.connect(self.site.home / "warsite.sqlite3")) as database:
            return database.execute(statement).fetchall()

    @property
    def drill(self) -> str:
        """The commands of the documentation, with the folders of the test."""
        python = f"{sys.executable} {ROOT / 'manage.py'}"
        told = DRILLS[1].replace(".venv/bin/python manage.py", python)
        told = told.replace("/tmp/drill", str(self.folder / "drill"))
        return told.replace("var/backups", str(self.site.home / "backups"))

    def do(self, what: str) -> None:
        assert f"manage.py {what} copy\n" in TOLD
        done = self.site.manage(what, str(self.folder / "copy"))
        assert done.returncode == 0, done.stderr

    def close(self) -> None:
        self.site.close()


class Postgres:
    def __init__(self, folder) -> None:
        self.cluster = postgres.Cluster()
        self.server = self.cluster.start()
        self.cluster.create_database()
        self.site = Site(folder / "home", own_valkey=True, DATABASE_URL=self.cluster.url)
        self.folder = folder

    def query(self, statement: str) -> list[tuple]:
        with psycopg.connect(self.cluster.url) as database:
            return database.execute(statement).fetchall()

    @property
    def place(self) -> dict[str, str]:
        return {"PGHOST": "127.0.0.1", "PGPORT": str(self.cluster.port), "PATH": postgres.PATH}

    @property
    def drill(self) -> str:
        """The commands of the documentation, without their containers."""
        told = re.sub(r"^docker compose exec -T (postgres|live) ", "", DRILLS[0], flags=re.M)
        told = told.replace("python manage.py", f"{sys.executable} {ROOT / 'manage.py'}")
        return told.replace("/srv/backups", str(self.site.home / "backups"))

    def do(self, what: str) -> None:
        command = of_docs({"backup": "pg_dump", "restore": "pg_restore"}[what])
        environment = os.environ | self.place
        subprocess.run(command, shell=True, check=True, cwd=self.folder, env=environment)

    def close(self) -> None:
        self.site.close()
        postgres.crash(self.server)
        self.cluster.remove()


@pytest.fixture(
    params=[
        Sqlite,
        pytest.param(
            Postgres,
            marks=pytest.mark.skipif(not postgres.is_installed(), reason="without PostgreSQL"),
        ),
    ]
)
def stored(request, tmp_path) -> Iterator[Sqlite | Postgres]:
    found = request.param(tmp_path)
    try:
        yield found
    finally:
        found.close()


def versions(stored: Sqlite | Postgres) -> dict[str, int]:
    """The versions of the games that bots play."""
    return dict(stored.query("select code, version from games_table where status = 'running'"))


def watched(stored: Sqlite | Postgres) -> bool:
    """Open the page of each game: they sleep while nobody watches."""
    for code in versions(stored):
        urllib.request.urlopen(f"{stored.site.url}/t/{code}/", timeout=20).close()
    return True


def test_the_drill_restores_the_newest_backup_beside_the_site(stored):
    """With the commands of the documentation, and nothing else."""
    site = stored.site
    home = {"BACKUP_FOLDER": str(site.home / "backups")} | stored.place
    assert site.manage("migrate").returncode == 0
    assert site.manage("shell", "-c", PLAY_ONE).returncode == 0
    for _time in range(3):
        made = site.manage("backup", "--keep", "2", **home)
        assert made.returncode == 0, made.stderr
    ((code,),) = stored.query("select code from games_table where status = 'finished'")
    command = ["bash", "-e", "-o", "pipefail", "-c", stored.drill]
    environment = site.environment | stored.place
    done = subprocess.run(
        command, env=environment, cwd=stored.folder, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    lines = [line for line in done.stdout.splitlines() if line.startswith(code)]
    assert lines and all(line.startswith(f"{code}: ok ") for line in lines), done.stdout
    assert not (stored.folder / "drill").exists()


def test_a_backup_taken_under_load_is_restored_and_its_games_go_on(stored):
    site = stored.site.start("--no-demo")
    assert site.manage("shell", "-c", PLAY_ONE).returncode == 0
    wait_until(lambda: len(versions(stored)) >= 3, "games of bots")
    stored.do("backup")
    before = versions(stored)
    wait_until(
        lambda: watched(stored) and versions(stored) != before,
        "moves that the backup does not have",
    )
    if isinstance(stored, Sqlite):
        assert "Stop it first" in site.manage("restore", str(stored.folder / "copy")).stderr
    site.process.kill()  # the restored data must not meet what a killed site has left
    site.process.wait()
    stored.do("restore")
    restored = versions(stored)
    assert restored and all(version <= before[code] for code, version in restored.items())
    ((over,),) = stored.query("select code from games_table where status = 'finished'")
    verified = site.manage("verify", over)
    assert verified.returncode == 0, verified.stdout
    site.start("--no-demo")
    wait_until(
        lambda: (
            watched(stored)
            and all(versions(stored).get(code, 2**31) > v for code, v in restored.items())
        ),
        "every game to go on",
    )
