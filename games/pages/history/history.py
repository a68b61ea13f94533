"""Finished games: search and pages."""

from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.pages.history.lines import lines_of
from games.table.models import Table
from games.table.reading.history import Filters, HistoryForm, find
from games.table.reading.pagination import Page, page

SIZE = 25
HERE = {"section": "history"}


def neighbours(query: QueryDict, listed: Page[Any]) -> dict[str, str]:
    """The URLs of the newer and the older page of the list, with the same filters."""
    links = {}
    for name, place in (("newer", listed.newer), ("older", listed.older)):
        if place is not None:
            changed = query.copy()
            for field in [key for key in changed if key in ("before", "after") or not changed[key]]:
                del changed[field]
            changed["after" if place.newer else "before"] = place.text
            links[name] = f"?{changed.urlencode()}"
    return links


@require_safe
def history(request: HttpRequest) -> HttpResponse:
    form = HistoryForm(request.GET)
    if not form.is_valid():
        return render(request, "history/index.html", {"form": form, **HERE}, status=400)
    tables = page(find(form.filters), form.place, SIZE, columns=Table.objects.only("ended_at"))
    context = {
        "form": form,
        "lines": lines_of(tables.rows, [table.pk for table in tables.rows], Table.objects.listed()),
        "page": tables,
        "links": neighbours(request.GET, tables),
    }
    narrowed = any(request.GET.get(field) for field in Filters.__dataclass_fields__)
    return render(request, "history/index.html", context | HERE | {"narrowed": narrowed})
