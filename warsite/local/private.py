"""Folders and files that only their owner on this machine can read.  Existing ones are made
private, too."""

import stat
from contextlib import suppress
from pathlib import Path


def make_folder(path: Path) -> None:
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.stat().st_mode & stat.S_ISVTX:  # as /tmp has, which belongs to everybody
        with suppress(PermissionError):  # the folder has another owner
            path.chmod(0o700)


def make_file(path: Path) -> None:
    path.touch(mode=0o600)
    path.chmod(0o600)


def make_database(path: Path) -> None:
    """Make a SQLite database private; files that SQLite creates beside it inherit its
    permissions."""
    make_file(path)
    for name in ("-wal", "-shm"):
        with suppress(FileNotFoundError):
            path.with_name(path.name + name).chmod(0o600)
