"""A database as an earlier release left it."""

import lzma
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
from django.core.management import call_command
from django.db import connection

FOLDER = Path(__file__).parent
RELEASES = ("037cdc8", "2807576", "c3bfd866")  # their commits, oldest first


@contextmanager
def upgraded(release: str, folder: Path) -> Iterator[None]:
    """A database of this release, migrated to the present, as the default one."""
    with empty_database(folder):
        load(release)
        call_command("migrate", verbosity=0)
        yield


@contextmanager
def empty_database(folder: Path) -> Iterator[None]:
    usual = connection.settings_dict["NAME"]
    name = str(folder / "old.sqlite3") if connection.vendor == "sqlite" else f"{usual}_old"
    close()
    administer(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)', f'CREATE DATABASE "{name}"')
    connection.settings_dict["NAME"] = name
    try:
        yield
    finally:
        close()
        connection.settings_dict["NAME"] = usual
        administer(f'DROP DATABASE "{name}" WITH (FORCE)')


def close() -> None:
    connection.close()
    if connection.vendor == "postgresql":
        connection.close_pool()


def administer(*statements: str) -> None:
    """Run statements about databases; SQLite needs none."""
    if connection.vendor == "postgresql":
        url = urlunsplit(urlsplit(os.environ["DATABASE_URL"])._replace(path="/postgres"))
        with psycopg.connect(url, autocommit=True) as server:
            for statement in statements:
                server.execute(statement)


def load(release: str) -> None:
    """Run the SQL that this release's database was written down as."""
    with lzma.open(FOLDER / f"{release}.{connection.vendor}.sql.xz", "rt") as file:
        script = file.read()
    connection.ensure_connection()
    if connection.vendor == "sqlite":
        connection.disable_constraint_checking()  # rows come before those that they refer to
        connection.connection.executescript(script)
    else:
        # Lines that begin with a backslash are commands of psql.
        statements = (line for line in script.splitlines() if not line.startswith("\\"))
        connection.connection.execute("\n".join(statements))
    close()  # connections keep the settings of this script
