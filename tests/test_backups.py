"""Daily backups: which are kept, when one is due, and what goes wrong."""

import logging
import os
import shutil
import sqlite3
import stat
from collections import namedtuple
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.bus import marks, valkey
from games.work.backups import MARK, make_due
from tests.faults import postgres
from tests.live.waiting import wait_for
from warsite import backups
from warsite.backups import CannotBackUp

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
DAY = timedelta(days=1)
pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(
        connection.vendor == "postgresql" and not postgres.is_installed(), reason="without pg_dump"
    ),
]


@pytest.fixture
def folder(tmp_path, settings, monkeypatch) -> Path:
    monkeypatch.setenv("PATH", postgres.PATH)
    settings.BACKUP_FOLDER = str(tmp_path / "backups")
    valkey.client().delete(valkey.key("mark", MARK))  # it outlasts a test by two seconds
    return tmp_path / "backups"


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_the_last_ones_are_kept_and_nothing_else_is_touched(folder):
    (folder / "2025").mkdir(parents=True)
    for days in range(4):
        backups.keep(folder, 2, NOW + days * DAY)
    assert names(folder) == ["2025", "2026-12-01-120000", "2026-12-02-120000"]
    (file,) = [path for path in (folder / "2026-12-02-120000").iterdir() if path.suffix != ""]
    assert file.stat().st_size > 10_000
    for path in (folder, file.parent, file):
        assert not stat.S_IMODE(path.stat().st_mode) & 0o077


def test_those_of_one_second_all_stay(folder):
    made = [backups.keep(folder, 3, NOW).name for _ in range(3)]
    assert made == names(folder) == [f"2026-11-29-12000{second}" for second in range(3)]


def test_beat_makes_one_a_day_and_those_of_one_worker_are_enough(folder, settings, time_machine):
    time_machine.move_to(NOW, tick=False)
    make_due()
    make_due()
    assert len(names(folder)) == 1
    time_machine.move_to(NOW + DAY, tick=False)
    settings.BACKUPS_KEPT = 0
    make_due()
    assert len(names(folder)) == 1


def test_two_workers_do_not_make_the_same(folder):
    with marks.marked(MARK):
        wait_for(lambda: marks.is_marked(MARK))
        make_due()
    assert not folder.exists()


def test_a_backup_leaves_room(folder, monkeypatch, caplog, time_machine):
    backups.keep(folder, 2, NOW)
    time_machine.move_to(NOW + DAY, tick=False)
    disk = namedtuple("disk", "total used free")(100, 99, 1)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: disk)
    with caplog.at_level(logging.ERROR):
        make_due()
    assert "There is too little room" in caplog.text and len(names(folder)) == 1


def test_a_backup_that_fails_leaves_nothing(folder, monkeypatch):
    def fail(*_: object) -> None:
        (folder / "new").mkdir()
        raise CannotBackUp("no")

    monkeypatch.setattr(backups, "back_up", fail)
    with pytest.raises(CannotBackUp, match="no"):
        backups.keep(folder, 2, NOW)
    assert names(folder) == []


def test_the_command_asks_for_a_folder_and_keeps_one_at_least(folder, settings):
    with pytest.raises(CommandError, match="Name a folder"):
        call_command("backup")
    with pytest.raises(CommandError, match="one copy at least"):
        call_command("backup", str(folder), keep=0)
    call_command("backup", keep=1)
    assert len(names(folder)) == 1
    (folder / "file").touch()
    with pytest.raises(CommandError, match="Cannot write to"):
        call_command("backup", str(folder / "file" / "inside"))


def test_a_site_on_postgresql_makes_none_without_a_folder(settings):
    settings.BACKUP_FOLDER = ""
    usual = settings.HOME / "backups" if connection.vendor == "sqlite" else None
    assert backups.usual_folder() == usual


@pytest.mark.skipif(connection.vendor == "sqlite", reason="needs no program")
def test_without_pg_dump_the_reason_is_told(folder, monkeypatch):
    monkeypatch.setenv("PATH", str(folder))
    with pytest.raises(CannotBackUp, match="pg_dump is not installed"):
        backups.back_up(folder)


@pytest.mark.skipif(connection.vendor == "sqlite", reason="a copy of SQLite has its own test")
def test_what_pg_dump_says_is_told_and_no_password_is_on_its_command_line(folder, monkeypatch):
    program = folder.parent / "pg_dump"
    program.write_text(f'#!/bin/sh\necho "$@" >{folder}/said; echo "no, $PGPASSWORD" >&2; exit 1\n')
    program.chmod(0o700)
    monkeypatch.setenv("PATH", f"{folder.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setitem(connection.settings_dict, "PASSWORD", "hush")
    with pytest.raises(CannotBackUp, match="no, hush"):
        backups.back_up(folder)
    assert "hush" not in (folder / "said").read_text()


@pytest.mark.skipif(connection.vendor == "postgresql", reason="a dump has its own test")
def test_a_copy_of_sqlite_can_be_opened(folder):
    made = backups.keep(folder, 1, NOW)
    with sqlite3.connect(made / "warsite.sqlite3") as copy:
        assert copy.execute("select count(*) from django_migrations").fetchone()[0] > 10
    copy.close()
