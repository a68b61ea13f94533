"""Lines of lists of finished games.

A process keeps the lines it has rendered, for of a finished game only the names can change.  So
a page reads the names, and its games only if a line is missing."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils.functional import SimpleLazyObject

from games.table.models import Seat


class Line(NamedTuple):
    """A row with what can change of its line, and `whole`, which reads the row with everything
    that the line shows."""

    row: Any
    names: list[str]
    whole: Callable[[], Any]


def lines_of(rows: Sequence[Any], tables: Sequence[int], columns: QuerySet[Any]) -> list[Line]:
    """The lines of rows, one of each of these tables; `columns` fetches what lines show."""
    names = defaultdict[int, list[str]](list)
    seats = Seat.objects.filter(table__in=tables).order_by("number")
    for table, name in seats.values_list("table", "player__name"):
        names[table].append(name)
    wholes: Any = SimpleLazyObject(lambda: columns.in_bulk([row.pk for row in rows]))
    return [
        Line(row, names[table], partial(lambda pk: wholes[pk], row.pk))
        for row, table in zip(rows, tables, strict=True)
    ]
