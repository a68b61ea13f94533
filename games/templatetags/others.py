"""Addresses for other devices, and the hints where there are none."""

from typing import Any
from urllib.parse import urlsplit

from django import template
from django.http import HttpRequest

from warsite import addresses

register = template.Library()


@register.simple_tag
def for_others(request: HttpRequest, path: str) -> str:
    """The whole address of a page, for copying."""
    return addresses.address_for_others(request, path)


@register.simple_tag
def host_for_others(request: HttpRequest) -> str:
    """The host in the address for other devices, which people type."""
    return urlsplit(addresses.site_for_others(request)).netloc


@register.inclusion_tag("_others.html", takes_context=True)
def others(context: template.RequestContext) -> dict[str, Any]:
    """The choice of the address for other devices if there are several, and a warning if there is
    none; empty if the page was opened at an address that works on other devices."""
    request = context["request"]
    is_local = not addresses.is_opened_by_others(request)
    return {
        "request": request,
        "urls": addresses.urls_for_others() if is_local else [],
        "chosen": addresses.site_for_others(request),
        "is_local": is_local,
    }
