"""The addresses of the pages, as the site knows them."""

from collections.abc import Iterator

from django.urls import URLPattern

from games.pages import urls


def pages() -> Iterator[tuple[str, URLPattern]]:
    """Each page with its whole route."""
    for area in urls.urlpatterns:
        for page in area.url_patterns:
            yield f"{area.pattern}{page.pattern}", page
