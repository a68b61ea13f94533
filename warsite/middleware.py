"""Middleware: what Django's own does differently."""

from collections.abc import Callable
from contextlib import suppress

import structlog
from django.core.exceptions import PermissionDenied
from django.db import connections
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils import timezone
from django_structlog.middlewares import RequestMiddleware

from games.accounts.limits import network_hash
from warsite.logs import address_of

Handler = Callable[[HttpRequest], HttpResponseBase]


class LoggedRequests(RequestMiddleware):
    """Logs the URL patterns of requests, as paths and queries hold names, keys and tokens; and
    instead of the address of a visitor a code of its network, another one each month."""

    @classmethod
    def bind_ip(cls, request: HttpRequest) -> None:
        with suppress(PermissionDenied, ValueError):  # without an address, as at a unix socket
            network = network_hash(request, at=timezone.now())
            structlog.contextvars.bind_contextvars(network=network)

    @staticmethod
    def format_request(request: HttpRequest) -> str:
        return address_of(request)


class WholeAnswers(GZipMiddleware):
    """Compresses whole answers only: of a stream it would hold lines back."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        return response if response.streaming else super().process_response(request, response)


def release_connections(get_response: Handler) -> Handler:
    """The outermost one: database connections go back to the pool as soon as a response is made.
    Django itself waits until the response has been sent, so that clients that read slowly would
    keep all connections."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        try:
            return get_response(request)
        finally:
            for connection in connections.all(initialized_only=True):
                if not connection.in_atomic_block:  # not inside the transaction of a test
                    connection.close_if_unusable_or_obsolete()

    return answer
