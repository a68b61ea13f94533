"""Empty the database after a test that commits.

Django truncates every table and makes the rows of its own anew (permissions, content types), which
takes ten times as long as most of these tests.  Here only the tables with rows are emptied, except
Django's own."""

from collections.abc import Iterable

from django.db import connection, transaction

OWN = {"auth_permission", "django_content_type"}  # filled by `migrate`, the same for every test


def rows_of(tables: Iterable[str]) -> list[str]:
    """The tables that have rows."""
    quoted = {table: connection.ops.quote_name(table) for table in tables}
    asked = [f"select '{table}' where exists (select 1 from {quoted[table]})" for table in quoted]
    with connection.cursor() as cursor:
        cursor.execute(" union all ".join(asked))
        return [table for (table,) in cursor.fetchall()]


def flush(style: object, tables: Iterable[str], **_: object) -> list[str]:
    """Take the place of `connection.ops.sql_flush`.  Foreign keys are checked at the commit, so the
    order does not matter.  Returns no statements: nothing is left to run or to make anew."""
    with transaction.atomic(), connection.cursor() as cursor:
        for table in rows_of(sorted({*tables} - OWN)):
            cursor.execute(f"delete from {connection.ops.quote_name(table)}")
    return []
