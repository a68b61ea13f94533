"""Several lists of tables together."""

from collections.abc import Mapping

from django.db.models import QuerySet, Value

from games.table.models import Table


def read_lists(lists: Mapping[str, QuerySet[Table]]) -> dict[str, list[Table]]:
    """Read several lists in two queries: tables, then seats.  In each list the newest come first:
    by their end, or those that go on by their number."""
    first, *others = (
        Table.objects.filter(pk__in=tables.values("pk"))
        .annotate(of=Value(name))
        .listed()
        .select_related("opened_by")
        for name, tables in lists.items()
    )
    rows: dict[str, list[Table]] = {name: [] for name in lists}
    for table in first.union(*others, all=True).order_by("-ended_at", "-id"):
        rows[table.of].append(table)  # type: ignore[attr-defined]  # annotated above
    return rows
