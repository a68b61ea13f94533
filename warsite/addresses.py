"""Addresses of this site for other devices, which are printed, scanned, copied or sent."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port, validate_host
from django.utils.encoding import iri_to_uri

from warsite.local.addresses import is_for_others

CHOICE = "address_for_others"  # in the session


def address_for_others(request: HttpRequest, path: str) -> str:
    """The whole address of a page, as other devices can open it."""
    return f"{site_for_others(request)}{iri_to_uri(path)}"


def site_for_others(request: HttpRequest) -> str:
    """The URL by which other devices open this site: that of the request, unless only this machine
    can open it."""
    own = f"{request.scheme}://{request.get_host()}"
    if is_opened_by_others(request):
        return own
    urls = urls_for_others()
    chosen = request.session.get(CHOICE) if len(urls) > 1 else None
    return chosen if chosen in urls else next(iter(urls), own)


def is_opened_by_others(request: HttpRequest) -> bool:
    """Whether the address of a request works on other devices, too."""
    return is_for_others(split_domain_port(request.get_host())[0])


def urls_for_others() -> list[str]:
    """URLs of this site that other devices can open, the likeliest first."""
    hosts = {url: urlsplit(url).hostname or "" for url in settings.OWN_URLS}
    return [url for url, host in hosts.items() if is_for_others(host) and is_allowed(host)]


def is_allowed(host: str) -> bool:
    return validate_host(f"[{host}]" if ":" in host else host, settings.ALLOWED_HOSTS)
