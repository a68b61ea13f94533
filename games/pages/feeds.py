"""The common parts of the site's Atom feeds."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest
from django.utils.feedgenerator import Atom1Feed, SyndicationFeed
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from warsite.addresses import address_for_others

KEPT_S = 600


class OfSite:
    """A part of a feed whose object is the request, because addresses in the feed depend on the
    request."""

    feed_type: type[SyndicationFeed] = Atom1Feed
    author_name = "warsite"

    def get_object(self, request: HttpRequest) -> HttpRequest:
        return request

    def feed_url(self, request: HttpRequest) -> str:
        return address_for_others(request, request.path)


def served(feed: Callable[..., Any]) -> Callable[..., Any]:
    """The view of a feed; caches may keep its response for KEPT_S seconds."""
    return require_safe(conditional_page(cache_control(public=True, max_age=KEPT_S)(feed)))
