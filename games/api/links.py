"""Pages of lists: the number of rows, and the links between pages (RFC 8288)."""

from collections.abc import Sequence
from typing import Annotated, Any
from urllib.parse import urlencode

from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from ninja import Query

from games.table.reading.pagination import key_page

SIZE, MOST = 50, 200
CURSORS = ("before", "after")
Limit = Annotated[int, Query(ge=1, le=MOST)]
Number = Annotated[int | None, Query(ge=0, lt=2**63)]


def newest_first(
    request: HttpRequest,
    response: HttpResponse,
    rows: QuerySet[Any],
    *,
    limit: int,
    before: int | None,
    after: int | None,
) -> Sequence[Any]:
    """Return a page of rows, newest first, and add the header Link.  `before` and `after` are the
    keys of rows next to the page."""
    below = None if before is None else Q(pk__lt=before)
    above = None if after is None else Q(pk__gt=after)
    page = key_page(rows.order_by("-pk"), limit, below=below, above=above)
    link_pages(
        request,
        response,
        next_page={"before": str(page.rows[-1].pk) if page.has_next else None},
        previous={"after": str(page.rows[0].pk) if page.has_previous else None},
    )
    return page.rows


def link_pages(
    request: HttpRequest,
    response: HttpResponse,
    *,
    next_page: dict[str, str | None],
    previous: dict[str, str | None] | None = None,
) -> None:
    """Add the header Link.  A cursor of None means that there is no page on that side."""
    links = []
    for name, cursor in (("next", next_page), ("prev", previous or {})):
        for key, value in cursor.items():
            if value is not None:
                links.append(f'<{address(request, key, value)}>; rel="{name}"')
    if links:
        response["Link"] = ", ".join(links)


def address(request: HttpRequest, key: str, value: str) -> str:
    query = request.GET.copy()
    for other in CURSORS:
        query.pop(other, None)
    query[key] = value
    return request.build_absolute_uri(f"{request.path}?{query.urlencode()}")


def link_next(request: HttpRequest, response: HttpResponse, **query: int) -> None:
    """Add the header Link to the next page, for lists whose pages need more than one cursor."""
    to = request.build_absolute_uri(f"{request.path}?{urlencode(query)}")
    response["Link"] = f'<{to}>; rel="next"'
