"""Backups of the site's database into a folder: a copy of SQLite, or the output of pg_dump.  Dated
backups are in one folder, where only the latest are kept."""

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection

from warsite.local import backup, private

DUMP = "warsite.dump"
EVERY = timedelta(hours=23, minutes=30)  # a day, as the task may come a little early
DATED, DATE = re.compile(r"\d{4}-\d\d-\d\d-\d{6}"), "%Y-%m-%d-%H%M%S"


class CannotBackUp(Exception):
    """A backup cannot be made; the message says why."""


def usual_folder() -> Path | None:
    """The folder with dated backups; None if this site makes none by itself."""
    if settings.BACKUP_FOLDER:
        return Path(settings.BACKUP_FOLDER)
    return settings.HOME / "backups" if connection.vendor == "sqlite" else None


def back_up(folder: Path, progress: backup.Progress | None = None) -> None:
    """Write a backup of everything committed so far.  Raises CannotBackUp."""
    database = connection.settings_dict
    try:
        if connection.vendor == "sqlite":
            backup.back_up(Path(database["NAME"]), settings.HOME, folder, progress)
        else:
            dump(database, folder)
    except OSError as problem:
        raise CannotBackUp(f"Cannot write to {folder}: {problem}") from None


def dump(database: Mapping[str, Any], folder: Path) -> None:
    program = shutil.which("pg_dump")
    if program is None:
        raise CannotBackUp("pg_dump is not installed: it is part of PostgreSQL's client.")
    private.make_folder(folder)
    new = folder / f"{DUMP}.new"
    new.unlink(missing_ok=True)
    private.make_file(new)
    done = subprocess.run(
        [program, "--format=custom", f"--file={new}"],
        env=os.environ | place_of(database),
        stderr=subprocess.PIPE,
        text=True,
    )
    if done.returncode:
        raise CannotBackUp(done.stderr.strip())
    new.replace(folder / DUMP)


def place_of(database: Mapping[str, Any]) -> dict[str, str]:
    """The environment variables that tell PostgreSQL's programs where the database is.  As
    arguments they would show the password to everybody on the machine."""
    names = {"HOST": "PGHOST", "PORT": "PGPORT", "USER": "PGUSER", "PASSWORD": "PGPASSWORD"}
    names["NAME"] = "PGDATABASE"
    place = {name: str(database[key]) for key, name in names.items() if database[key]}
    options = database["OPTIONS"].items()
    return place | {f"PG{key.upper()}": value for key, value in options if key.startswith("ssl")}


def dated(root: Path) -> list[Path]:
    """The dated backups in this folder, the oldest first."""
    return sorted(path for path in root.glob("*") if DATED.fullmatch(path.name))


def is_due(root: Path, now: datetime) -> bool:
    """Whether the newest backup is a day old."""
    made = [datetime.strptime(path.name, DATE).replace(tzinfo=UTC) for path in dated(root)]
    return not made or now - made[-1] >= EVERY


def keep(root: Path, last: int, now: datetime, progress: backup.Progress | None = None) -> Path:
    """Make a dated backup, then delete all but the `last` ones.  Raises CannotBackUp."""
    try:
        private.make_folder(root)
        verify_space(root)
    except OSError as problem:
        raise CannotBackUp(f"Cannot write to {root}: {problem}") from None
    new = root / "new"
    shutil.rmtree(new, ignore_errors=True)  # of a process that was killed
    while (folder := root / now.strftime(DATE)).exists():  # another one was made in this second
        now += timedelta(seconds=1)
    try:
        back_up(new, progress)
        new.rename(folder)
    finally:
        shutil.rmtree(new, ignore_errors=True)
    for old in dated(root)[:-last]:
        shutil.rmtree(old)
    return folder


def verify_space(root: Path) -> None:
    """Check that after another backup as large as the newest one the same amount of disk space is
    still free: a full disk stops all games.  Raises CannotBackUp."""
    for newest in dated(root)[-1:]:
        size = sum(file.stat().st_size for file in newest.iterdir())
        if shutil.disk_usage(root).free < 2 * size:
            raise CannotBackUp(f"There is too little room in {root}.")
