"""Middleware that replaces or extends that of Django and Channels."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import structlog
from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import InterfaceError, OperationalError, connections
from django.dispatch import receiver
from django.http import HttpRequest
from django.http.request import split_domain_port, validate_host
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django_structlog.middlewares import RequestMiddleware
from django_structlog.signals import bind_extra_request_failed_metadata

from games.accounts.callers import network_code
from warsite.logs import address_of

FRAMED = ("/embed/", "/oembed")
ENDLESS = ("/stream", "/export")
Handler = Callable[[HttpRequest], HttpResponseBase]


class LoggedRequests(RequestMiddleware):
    """Middleware that logs the URL patterns of requests, because paths and queries contain names,
    keys and tokens.  Instead of a visitor's address it logs a code of the visitor's network, which
    changes every month."""

    @classmethod
    def bind_ip(cls, request: HttpRequest) -> None:
        with suppress(PermissionDenied, ValueError):  # without an address, as at a unix socket
            structlog.contextvars.bind_contextvars(network=network_code(request))

    @staticmethod
    def format_request(request: HttpRequest) -> str:
        return address_of(request)


@receiver(bind_extra_request_failed_metadata)
def note_status(*, exception: Exception, log_kwargs: dict[str, Any], **_more: Any) -> None:
    """Log the status with which the error handlers respond while the database is full or does not
    answer; django-structlog logs 500 for every exception."""
    if isinstance(exception, (OperationalError, InterfaceError)):
        log_kwargs["code"] = 503


class WholeAnswers(GZipMiddleware):
    """Middleware that compresses only whole responses: compression would delay the lines of a
    stream."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        return response if response.streaming else super().process_response(request, response)


def release_connections(get_response: Handler) -> Handler:
    """Return database connections to the pool as soon as a response is made; must be the outermost
    middleware.  Django itself waits until the response has been sent, so that clients that read
    slowly would keep all connections."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        try:
            return get_response(request)
        finally:
            for connection in connections.all(initialized_only=True):
                if not connection.in_atomic_block:  # not inside the transaction of a test
                    connection.close_if_unusable_or_obsolete()

    return answer


def keep_resources(get_response: Handler) -> Handler:
    """Forbid pages of other sites to embed resources of this one.  Scripts of other sites may still
    read the API by CORS."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response["Cross-Origin-Resource-Policy"] = "same-origin"
        return response

    return answer


def without_cookies(get_response: Handler) -> Handler:
    """Remove cookies from requests for pages that other sites show in a frame."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if request.path.startswith(FRAMED):
            request.META.pop("HTTP_COOKIE", None)
        return get_response(request)

    return answer


def head_as_get(get_response: Handler) -> Handler:
    """Answer HEAD with the view that answers GET, whatever methods the view allows.  The server
    omits the body.  Endless streams do not answer HEAD."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if request.method != "HEAD" or request.path.endswith(ENDLESS):
            return get_response(request)
        request.method = "GET"
        try:
            return get_response(request)
        finally:
            request.method = "HEAD"

    return answer


class OwnOrigin:
    """Middleware that refuses a websocket with 403 unless its one Origin is that of the requested
    address, or trusted: scheme, host and port.  Pages of other sites must not use the site's
    cookie."""

    def __init__(self, application: Any, trusted: Iterable[str]) -> None:
        self.application = application
        self.trusted = {origin.rstrip("/").lower() for origin in trusted}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        own = self.is_own(scope["headers"], secure=scope.get("scheme") == "wss")
        await (self.application if own else WebsocketDenier())(scope, receive, send)

    def is_own(self, headers: Iterable[tuple[bytes, bytes]], *, secure: bool) -> bool:
        origins = [value.decode("latin-1").lower() for name, value in headers if name == b"origin"]
        hosts = [value.decode("latin-1").lower() for name, value in headers if name == b"host"]
        if len(origins) != 1:
            return False
        if origins[0] in self.trusted:
            return True
        if len(hosts) != 1 or origins[0] != f"{'https' if secure else 'http'}://{hosts[0]}":
            return False
        return validate_host(split_domain_port(hosts[0])[0], settings.ALLOWED_HOSTS)
