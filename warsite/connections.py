"""Database connections go back to the pool as soon as a response is made."""

from collections.abc import Callable

from django.db import connections
from django.http import HttpRequest, HttpResponseBase

Handler = Callable[[HttpRequest], HttpResponseBase]


def release_connections(get_response: Handler) -> Handler:
    """Middleware, the outermost one.  Django itself waits until the response has been sent, so
    that clients that read slowly would keep all connections."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        try:
            return get_response(request)
        finally:
            for connection in connections.all(initialized_only=True):
                if not connection.in_atomic_block:  # of a test
                    connection.close_if_unusable_or_obsolete()

    return answer
