"""A database that has no space left."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from django.db import DatabaseError, connection


@contextmanager
def full_database() -> Iterator[None]:
    """SQLite may not grow, and every page is used."""
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
