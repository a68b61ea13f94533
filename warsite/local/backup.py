"""Copies of a data folder with SQLite: made at any time, restored while the site is stopped."""

import fcntl
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from warsite.local import private

DATABASE, KEY = "warsite.sqlite3", "secret_key"


class CannotRestore(Exception):
    """A copy cannot be restored; the message says why."""


PAGES = 2000  # copied at once, about 8 MB

Progress = Callable[[int, int], None]  # pages copied, and how many there are


def back_up(database: Path, home: Path, folder: Path, progress: Progress | None = None) -> None:
    """Copy everything committed so far; games continue meanwhile without delay."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    new = folder / f"{DATABASE}.new"
    new.unlink(missing_ok=True)
    private.make_file(new)

    def note(_: int, remaining: int, total: int) -> None:
        if progress is not None:
            progress(total - remaining, total)

    with (
        closing(sqlite3.connect(database, isolation_level=None)) as source,
        closing(sqlite3.connect(new)) as copy,
    ):
        source.execute("BEGIN")  # one view of the data: otherwise each move begins the copy anew
        source.execute("SELECT count(*) FROM sqlite_master").fetchone()
        source.backup(copy, pages=PAGES, progress=note)
    new.replace(folder / DATABASE)
    if (home / KEY).exists():
        shutil.copy2(home / KEY, folder / KEY)


def restore(home: Path, folder: Path) -> None:
    """Restore a copy in place of the data.  Raises CannotRestore."""
    verify_sound(folder / DATABASE)
    private.make_folder(home)
    with (home / "play.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CannotRestore(f"warsite runs on the data in {home}. Stop it first.") from None
        new = home / f"{DATABASE}.new"
        private.make_file(new)
        shutil.copyfile(folder / DATABASE, new)
        for rest in ("-wal", "-shm"):  # SQLite would add the old data to the new
            (home / f"{DATABASE}{rest}").unlink(missing_ok=True)
        new.replace(home / DATABASE)
        (home / "valkey" / "dump.rdb").unlink(missing_ok=True)  # newer than the copy
        if (folder / KEY).exists():
            shutil.copy2(folder / KEY, home / KEY)


def verify_sound(database: Path) -> None:
    if not database.exists():
        raise CannotRestore(f"There is no {database}.")
    with closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)) as copy:
        try:
            (words,) = copy.execute("PRAGMA quick_check").fetchone()
        except sqlite3.DatabaseError as problem:
            words = str(problem)
    if words != "ok":
        raise CannotRestore(f"{database} is damaged: {words}.")
