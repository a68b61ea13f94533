"""A limit on requests per minute and address, counted in the shared cache."""

import time

from django.core.cache import cache
from django.http import HttpRequest
from ninja.throttling import BaseThrottle

PERIOD_S = 60


class PerMinute(BaseThrottle):
    """Refuses more than `limit` requests in one clock minute."""

    def __init__(self, limit: int) -> None:
        self.limit = limit

    def allow_request(self, request: HttpRequest) -> bool:
        window = int(time.time()) // PERIOD_S
        key = f"api:{self.get_ident(request)}:{window}"
        cache.add(key, 0, 2 * PERIOD_S)
        try:
            return bool(cache.incr(key) <= self.limit)
        except ValueError:  # expired between the two lines
            return True

    def wait(self) -> float:
        """Seconds until the next minute begins."""
        return PERIOD_S - time.time() % PERIOD_S
