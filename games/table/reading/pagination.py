"""Pages of a list that begin at a row instead of at a number, so that no row is skipped or shown
twice and the last page is as quick as the first."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Generic, NamedTuple, Self, TypeVar

from django.db.models import Model, Q, QuerySet

from games.untrusted import whole_number

M = TypeVar("M", bound=Model)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
LAST = (datetime.max.replace(tzinfo=UTC) - EPOCH) // timedelta(microseconds=1)


class BadCursor(ValueError):
    """Raised for a text that is not a position in a list."""


class Cursor(NamedTuple):
    """A position in a list sorted by time and id, newest first; `newer`: the page has the rows
    above this position."""

    at: datetime
    id: int
    newer: bool = False

    @property
    def text(self) -> str:
        """The cursor as text for a URL: microseconds since 1970, and the id."""
        return f"{(self.at - EPOCH) // timedelta(microseconds=1)}-{self.id}"

    @classmethod
    def read(cls, text: str, *, newer: bool = False) -> Self:
        """Read the position from a text.  Raises BadCursor."""
        micro, _dash, id_ = text.partition("-")
        microseconds, key = whole_number(micro, 0, LAST), whole_number(id_)
        if microseconds is None or key is None:
            raise BadCursor
        return cls(EPOCH + timedelta(microseconds=microseconds), key, newer)


@dataclass(frozen=True)
class Page(Generic[M]):
    """Some rows, and the positions of the neighbouring pages."""

    rows: Sequence[M]
    older: Cursor | None
    newer: Cursor | None


def page(
    rows: QuerySet[Any],
    cursor: Cursor | None,
    size: int,
    *,
    columns: QuerySet[Any],
    id_field: str = "id",
) -> Page[Any]:
    """One page of rows that have `ended_at` and an id, newest first.  `columns` selects the columns
    that a row of the list needs, and does not filter."""
    newer = cursor is not None and cursor.newer
    order = ("ended_at", id_field) if newer else ("-ended_at", f"-{id_field}")
    ahead = beyond(rows, cursor, id_field).order_by(*order)
    # Inside only the keys: an index contains them, and skips rows that do not match.  Outside by
    # key alone: the planner must not search again.
    ahead_rows = list(columns.filter(pk__in=ahead.values("pk")[: size + 1]).order_by(*order))
    more, page_rows = len(ahead_rows) > size, ahead_rows[:size]
    if newer:
        page_rows.reverse()

    def place(row: Any, up: bool) -> Cursor:
        return Cursor(row.ended_at, getattr(row, id_field), up)

    if not page_rows:
        return Page([], None, None)
    above = more if newer else cursor is not None
    below = more or newer
    return Page(
        page_rows,
        older=place(page_rows[-1], False) if below else None,
        newer=place(page_rows[0], True) if above else None,
    )


def beyond(rows: QuerySet[Any], cursor: Cursor | None, id_field: str) -> QuerySet[Any]:
    """The rows on one side of a position.  The first condition alone limits the index scan."""
    if cursor is None:
        return rows
    if cursor.newer:
        same = {"ended_at": cursor.at, f"{id_field}__lte": cursor.id}
        return rows.filter(ended_at__gte=cursor.at).exclude(**same)
    same = {"ended_at": cursor.at, f"{id_field}__gte": cursor.id}
    return rows.filter(ended_at__lte=cursor.at).exclude(**same)


class KeyPage(NamedTuple):
    """Some rows of a list, and whether there are more on either side."""

    rows: Sequence[Any]
    has_previous: bool
    has_next: bool


def key_page(rows: QuerySet[Any], size: int, *, below: Q | None, above: Q | None) -> KeyPage:
    """One page of a list: the first rows, the rows after `below`, or the rows just before
    `above`."""
    if above is not None:
        chosen = list(rows.filter(above).reverse()[: size + 1])
        return KeyPage(chosen[:size][::-1], len(chosen) > size, bool(chosen))
    chosen = list((rows if below is None else rows.filter(below))[: size + 1])
    return KeyPage(chosen[:size], below is not None and bool(chosen), len(chosen) > size)
