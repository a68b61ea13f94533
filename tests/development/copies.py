"""Copies of finished games, made inside the database: a million rows in a minute."""

from collections.abc import Sequence
from datetime import datetime

from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models import Max

from games.table.models import Seat, Table

# How a copy differs from its original, by number n of the batch.  Statements are sent without
# parameters: all values are our own numbers and dates.
DATES = {
    "postgresql": "TIMESTAMPTZ '{start}+00:00' + n * {step} * interval '1 second'",
    "sqlite": "strftime('%Y-%m-%d %H:%M:%f', '{start}', (n * {step}) || ' seconds')",
}
CODE = "'F' || replace(replace(substr(CAST({many} + n AS text), 2), '0', 'X'), '1', 'Y')"
SERIES = (
    "WITH RECURSIVE series(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM series WHERE n < {last}) "
)


@transaction.atomic
def insert(
    originals: Sequence[int], people: Sequence[int], start: datetime, step_s: float, count: int
) -> None:
    """Insert `count` copies, each `step_s` later than the one before.  Ids of the originals and of
    the people must have no gaps.  Seat 1 stays; the others are drawn from `people`."""
    first = (Table.objects.aggregate(last=Max("id"))["last"] or 0) + 1
    with connection.cursor() as cursor:
        cursor.execute(tables_sql(originals, first, start, step_s, count))
        cursor.execute(seats_sql(originals, people, first, count))
        for statement in connection.ops.sequence_reset_sql(no_style(), [Table, Seat]):
            cursor.execute(statement)


def tables_sql(
    originals: Sequence[int], first: int, start: datetime, step_s: float, count: int
) -> str:
    own = ("id", "code", "ended_at")
    quoted = connection.ops.quote_name  # one column is called "end"
    fields = Table._meta.concrete_fields
    names = ", ".join(quoted(str(field.column)) for field in fields if field.column not in own)
    date = DATES[connection.vendor].format(start=f"{start:%Y-%m-%d %H:%M:%S}", step=f"{step_s:.6f}")
    code = CODE.format(many=10_000_000 + first)
    return (
        f"{SERIES.format(last=count - 1)} INSERT INTO games_table (id, code, ended_at, {names}) "
        f"SELECT {first} + n, {code}, {date}, {names} FROM series "
        f"JOIN games_table ON games_table.id = {originals[0]} + (n * 7919) % {len(originals)}"
    )


def seats_sql(originals: Sequence[int], people: Sequence[int], first: int, count: int) -> str:
    own = ("id", "table_id", "player_id", "ended_at")
    names = [str(f.column) for f in Seat._meta.concrete_fields if f.column not in own]
    one = f"(CAST(n AS bigint) * 104729 % {len(people)})"
    other = f"(({one} + 1 + n * 31 % {len(people) - 1}) % {len(people)})"
    return (
        f"{SERIES.format(last=count - 1)} INSERT INTO games_seat "
        f"(table_id, player_id, ended_at, {', '.join(names)}) "
        f"SELECT {first} + n, CASE number WHEN 1 THEN player_id "
        f"WHEN 2 THEN {people[0]} + {one} ELSE {people[0]} + {other} END, "
        f"new.ended_at, {', '.join(f'old.{name}' for name in names)} FROM series "
        f"JOIN games_table new ON new.id = {first} + n "
        f"JOIN games_seat old ON old.table_id = {originals[0]} + (n * 7919) % {len(originals)}"
    )
