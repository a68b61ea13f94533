"""Pages of lists: how long they are, and the links between them (RFC 8288)."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse

SIZE, MOST = 50, 200
CURSORS = ("before", "after")


def link_pages(
    request: HttpRequest,
    response: HttpResponse,
    *,
    next_page: dict[str, str | None],
    previous: dict[str, str | None] | None = None,
) -> None:
    """Add the header Link; a cursor that is None has no page."""
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
    """The next page, where more than a cursor names it."""
    to = request.build_absolute_uri(f"{request.path}?{urlencode(query)}")
    response["Link"] = f'<{to}>; rel="next"'
