"""`manage.py play` as its users see it: started, refused, crashed, stopped and killed."""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
from argparse import ArgumentTypeError
from contextlib import closing
from pathlib import Path

import pytest

from tests.site import PATIENCE_S, ROOT, Site, processes_of, wait_until
from warsite.local import addresses, backup, processes, supervisor

pytestmark = [
    pytest.mark.services,
    pytest.mark.sqlite,
    pytest.mark.skipif(sys.platform != "linux", reason="reads /proc"),
    pytest.mark.timeout(900),
    pytest.mark.xdist_group("play"),
]
ADMIN = {"DJANGO_SUPERUSER_PASSWORD": "correct horse"}
NEW_ADMIN = ("createsuperuser", "--noinput", "--username", "root", "--email", "root@example.org")


@pytest.fixture
def site(tmp_path):
    site = Site(tmp_path / "my home", empty=True)
    yield site
    site.close()


def refused(site: Site, *arguments: str, **environment: str) -> str:
    """The message when `play` cannot start: one clear sentence and exit code 1."""
    ended = site.manage("play", "--port", str(site.port), *arguments, **environment)
    assert ended.returncode == 1
    assert "Traceback" not in ended.stderr
    return ended.stderr


def child_of(site: Site, mark: str) -> int:
    (child,) = [pid for pid, command in processes_of(site.home).items() if mark in command]
    return child


def left_by_a_full_disk(site: Site) -> None:
    (site.home / "valkey").mkdir(parents=True)
    (site.home / "valkey" / "dump.rdb").write_bytes(b"REDIS0009 half of it")
    (site.home / "secret_key").touch()
    site.environment.pop("SECRET_KEY", None)


def test_it_starts_refuses_a_second_one_mends_itself_stops_and_keeps_the_data(site):
    left_by_a_full_disk(site)
    site.start("--no-demo")
    assert f"WARSITE_HOME='{site.home}'" in site.said() and "createsuperuser" in site.said()
    assert len((site.home / "secret_key").read_text()) == 100
    assert ("could not read its data" in site.said()) == ("REDIS_URL" not in site.environment)
    assert site.manage(*NEW_ADMIN, **ADMIN).returncode == 0
    environment = Path(f"/proc/{child_of(site, 'warsite.web')}/environ").read_bytes().split(b"\0")
    assert b"MALLOC_ARENA_MAX=1" in environment  # its memory grew by a half within minutes

    assert f"already runs on the data in {site.home}: {site.url}" in refused(site)

    os.kill(child_of(site, "warsite.web"), signal.SIGKILL)
    wait_until(lambda: "web stopped (exit -9); again in 1 s" in site.said(), "the word of it")
    wait_until(site.answers, "the page again")
    if "REDIS_URL" not in site.environment:
        os.kill(child_of(site, "valkey-server"), signal.SIGKILL)
        wait_until(lambda: "Valkey stopped" in site.said(), "the word of it")
        wait_until(site.answers, "the page again")

    assert site.stop(signal.SIGINT) == 0
    assert processes_of(site.home) == {}

    site.start("--no-demo")
    assert "already taken" in site.manage(*NEW_ADMIN, **ADMIN).stderr
    site.process.kill()
    wait_until(lambda: not processes_of(site.home), "no process left after kill -9")


UNTIL = "import pathlib, sys, time\nwhile not pathlib.Path(sys.argv[1]).exists(): time.sleep(0.01)"


def test_what_takes_much_memory_runs_one_after_the_other(tmp_path):
    site = supervisor.Supervisor(tmp_path, "127.0.0.1", 0, with_demo=True, say=print)
    order = ("demo", "warm", "sims")
    site.children = [
        site.child(name, [sys.executable, "-c", UNTIL, str(tmp_path / name)])
        for name in ("sims", "demo", "warm")
    ]
    (tmp_path / processes.LAB_WANTED).touch()
    children = {child.name: child for child in site.children}
    try:
        for name in order:
            for _ in range(3):
                site.look_after()
            assert [other for other in order if children[other].is_running] == [name]
            (tmp_path / name).touch()
            children[name].process.wait(PATIENCE_S)
    finally:
        for child in children.values():
            child.stop()


def test_a_taken_port_is_one_sentence(site):
    with socket.socket() as other:
        other.bind(("127.0.0.1", site.port))
        other.listen()
        said = refused(site)
    assert f"Port {site.port} is taken" in said
    assert f"make play PORT={site.port + 1}" in said


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"REDIS_URL": "redis://127.0.0.1:1"}, "Could not connect to REDIS_URL"),
        (
            {"DATABASE_URL": "postgres://postgres@127.0.0.1:1/none"},
            "Could not connect to DATABASE_URL",
        ),
    ],
)
def test_a_given_service_that_does_not_answer_is_one_sentence(site, given, sentence):
    assert sentence in refused(site, **given)
    assert processes_of(site.home) == {}


def test_a_folder_it_may_not_write_is_one_sentence(site, tmp_path):
    (tmp_path / "file").write_text("")
    home = str(tmp_path / "file" / "home")
    assert "Cannot write to" in refused(site, WARSITE_HOME=home, SECRET_KEY="tests")
    site.environment.pop("SECRET_KEY", None)  # then it would write a key there first
    assert "Cannot write to" in refused(site, WARSITE_HOME=home)


@pytest.mark.outer
def test_a_damaged_database_is_one_sentence(site):
    site.home.mkdir()
    (site.home / "warsite.sqlite3").write_text("no database, and long enough to be none " * 100)
    site.environment.pop("DATABASE_URL", None)
    assert "Could not migrate the database: django.db.utils.DatabaseError: file is" in refused(site)
    assert processes_of(site.home) == {}


def test_a_port_that_there_is_not_is_one_sentence(site):
    ended = site.manage("play", "--port", "80000")
    assert ended.returncode == 2 and "Traceback" not in ended.stderr
    assert "80000 is no port. Choose a number from 1 to 65535." in ended.stderr


def test_ports_are_read_as_people_write_them():
    assert [addresses.port(text) for text in ("1", "8000", "0008000", "65535")] == [
        *(1, 8000, 8000, 65535)
    ]
    for text in ("", "0", "000", "65536", "0080000", "8" * 5000, "٨٠٠٠", "80.0", "-1", "x"):
        with pytest.raises(ArgumentTypeError, match="Choose a number from 1 to 65535"):
            addresses.port(text)


def test_a_server_that_said_nothing_is_not_quoted(tmp_path):
    child = processes.Child("web", [], {}, tmp_path / "web.log")
    assert supervisor.ending(child) == f"See {child.log}."
    child.log.write_text("Killed\n")
    assert supervisor.ending(child) == f"See {child.log}. It ends with:\nKilled"


def test_a_backup_beside_a_busy_site_ends(tmp_path, monkeypatch):
    """Each step meets a new move of somebody else, which would make it begin anew."""
    monkeypatch.setattr(backup, "PAGES", 20)
    source = tmp_path / backup.DATABASE
    with closing(sqlite3.connect(source, isolation_level=None)) as site:
        site.execute("PRAGMA journal_mode = WAL")
        site.execute("CREATE TABLE move (text)")
        site.execute("BEGIN")
        site.executemany("INSERT INTO move VALUES (?)", [("x" * 4000,)] * 100)
        site.execute("COMMIT")
        copied = []

        def play_on(done, total):
            copied.append(done)
            site.execute("INSERT INTO move VALUES ('later')")

        backup.back_up(source, tmp_path, tmp_path / "copy", play_on)
    assert copied == sorted(set(copied)) and len(copied) > 4
    with closing(sqlite3.connect(tmp_path / "copy" / backup.DATABASE)) as copy:
        assert copy.execute("SELECT count(*) FROM move").fetchone() == (100,)
        assert copy.execute("PRAGMA quick_check").fetchone() == ("ok",)


def test_the_wrong_python_is_one_sentence():
    ended = subprocess.run(
        [sys.executable, "-S", "-I", str(ROOT / "manage.py"), "play"],
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 1
    assert "make install" in ended.stderr


def test_a_log_does_not_grow_for_ever(tmp_path, monkeypatch):
    monkeypatch.setattr(processes, "LOG_KEPT", 1000)
    log = tmp_path / "x.log"
    child = processes.Child("x", [sys.executable, "-c", "print('new')"], os.environ, log)
    log.write_text("old" * 500)
    with log.open("a") as writer:
        child.trim_log()
        writer.write("new")
    assert (log.read_text(), (tmp_path / "x.log.1").read_text()) == ("new", "old" * 500)
