"""Pages of a list that begin at a row instead of a number, so that none is skipped or shown twice
and the last page is as quick as the first."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet


class KeyPage(NamedTuple):
    """Some rows of a list, and whether there are others on either side."""

    rows: Sequence[Any]
    has_previous: bool
    has_next: bool


def key_page(rows: QuerySet[Any], size: int, *, below: Q | None, above: Q | None) -> KeyPage:
    """The first rows, those `below` a row of another page, or the last ones `above` one."""
    if above is not None:
        chosen = list(rows.filter(above).reverse()[: size + 1])
        return KeyPage(chosen[:size][::-1], len(chosen) > size, bool(chosen))
    chosen = list((rows if below is None else rows.filter(below))[: size + 1])
    return KeyPage(chosen[:size], below is not None and bool(chosen), len(chosen) > size)
