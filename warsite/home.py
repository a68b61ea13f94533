"""The data folder of an installation: its secret key, and the values stored by a running `make
play`."""

import fcntl
from contextlib import suppress
from pathlib import Path

from django.core.management.utils import get_random_secret_key

from warsite.local import places, private

HOME = places.home()


def stored_value(name: str) -> str:
    """A value that a running `make play` stores for other commands; "" if there is none."""
    path = HOME / name
    return path.read_text() if path.exists() else ""


def secret_key() -> str:
    """The secret key, created at the first start.  Exits with a sentence if the folder cannot be
    written."""
    path = HOME / "secret_key"
    try:
        if not path.exists() or not path.stat().st_size:
            write_secret_key(path)
        return path.read_text()
    except OSError as problem:
        raise SystemExit(f"Cannot write to {HOME}: {problem.strerror}.") from None


def make_private(database: Path) -> None:
    """Make the data folder and a SQLite database private.  Folders that cannot be written are
    reported by the code that writes there."""
    with suppress(OSError):
        private.make_folder(HOME)
        if database.name != ":memory:":
            private.make_database(database)


def write_secret_key(path: Path) -> None:
    """Write a new key in one step, so that a full disk leaves no half of a key, and processes that
    start at the same time get the same key."""
    private.make_folder(path.parent)
    with path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if path.exists() and path.stat().st_size:
            return
        new = path.with_suffix(".new")
        new.unlink(missing_ok=True)
        new.touch(mode=0o600)
        new.write_text(get_random_secret_key() + get_random_secret_key())
        new.replace(path)
