"""The lines in lists of finished games.

Only the names in a line can change, so each process keeps the lines it has rendered.  A page reads
the names, and reads games only if a line is missing."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

from django.db.models import QuerySet

from games.table.models import Seat


class Line(NamedTuple):
    """A row, the names in its line (including owners of bots), and a function `whole` that reads
    the row with everything that the line shows."""

    row: Any
    names: list[tuple[str, str | None]]
    whole: Callable[[], Any]


def lines_of(rows: Sequence[Any], tables: Sequence[int], columns: QuerySet[Any]) -> list[Line]:
    """The lines of these rows in order.  `tables`: the key of each row's table; `columns`: the
    query that reads the columns of a line."""
    names = defaultdict[int, list[tuple[str, str | None]]](list)
    seats = Seat.objects.filter(table__in=tables).order_by("number")
    people = seats.values_list("table", "player__name", "player__owner__name")
    for table, name, owner in people:
        names[table].append((name, owner))

    @cache  # all of them at once, for the first line that is missing
    def whole_rows() -> dict[Any, Any]:
        return columns.in_bulk([row.pk for row in rows])

    def line(row: Any, table: int) -> Line:
        return Line(row, names[table], lambda: whole_rows()[row.pk])

    return list(map(line, rows, tables))
