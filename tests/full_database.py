"""A database that has no space left."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress

from django.db import DatabaseError, connection

# PostgreSQL cannot be told how large it may be: whatever writes to these gets the error instead.
REFUSE = """
CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION USING ERRCODE = 'disk_full'; END $$;
CREATE TRIGGER no_space BEFORE INSERT ON games_move EXECUTE FUNCTION no_space();
CREATE TRIGGER no_space BEFORE INSERT ON games_player EXECUTE FUNCTION no_space();
"""


def full_database() -> AbstractContextManager[None]:
    return full_postgresql() if connection.vendor == "postgresql" else full_sqlite()


@contextmanager
def full_postgresql() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute(REFUSE)
        try:
            yield
        finally:
            cursor.execute("DROP FUNCTION no_space CASCADE")


@contextmanager
def full_sqlite() -> Iterator[None]:
    """It may not grow, and every page is used."""
    with connection.cursor() as cursor:
        cursor.execute("vacuum")  # gives back pages that other tests have left free
        cursor.execute("create table filler (data blob)")
        pages = cursor.execute("pragma page_count").fetchone()[0]
        cursor.execute(f"pragma max_page_count = {pages}")
        try:
            with suppress(DatabaseError):
                while True:
                    cursor.execute("insert into filler values (zeroblob(3000))")
            yield
        finally:
            cursor.execute("pragma max_page_count = 1073741823")
            cursor.execute("drop table filler")
