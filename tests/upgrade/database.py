"""A database as an earlier release left it."""

import json
import lzma
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit, urlunsplit

import psycopg
from django.apps.registry import Apps
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

FOLDER = Path(__file__).parent


class Release(NamedTuple):
    """A release by its commit, with the last migration it had."""

    commit: str
    migration: str

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The rows of its database, as `dumpdata` wrote them."""
        with lzma.open(FOLDER / f"{self.commit}.json.xz") as file:
            return list(json.load(file))


RELEASES = [
    Release("037cdc8", "0006_refused_lately"),
    Release("2807576", "0040_act_goes_with_its_tournament"),
]


@contextmanager
def upgraded(release: Release, folder: Path) -> Iterator[None]:
    """A database of this release, migrated to the present, as the default one."""
    with empty_database(folder):
        migrate_to(release)
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


def loader() -> MigrationLoader:
    """All migrations one by one: releases do not end where the one for new databases does."""
    return MigrationLoader(connection, replace_migrations=False)


def migrate_to(release: Release) -> None:
    executor = MigrationExecutor(connection)
    executor.loader = loader()
    executor.migrate([("games", release.migration)])


def load(release: Release) -> None:
    """Insert the rows through the models as they were then."""
    state = loader().project_state(("games", release.migration))
    apps: Apps = state.apps
    rows = release.rows
    names = list(dict.fromkeys(row["model"] for row in rows))
    with transaction.atomic(), connection.constraint_checks_disabled():
        for name in names:
            model = apps.get_model(name)
            fields = {field.name: field for field in model._meta.concrete_fields}
            model._base_manager.bulk_create(
                model(
                    pk=row["pk"],
                    **{
                        fields[key].attname: fields[key].to_python(value)
                        for key, value in row["fields"].items()
                        if key in fields
                    },
                )
                for row in rows
                if row["model"] == name
            )
        models = [apps.get_model(name) for name in names]
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), models):
                cursor.execute(statement)
