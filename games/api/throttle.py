"""A limit on requests per minute and address."""

import time

from django.http import HttpRequest
from ninja.throttling import BaseThrottle

from games.accounts.limits import is_within, network_of

PERIOD_S = 60


class PerMinute(BaseThrottle):
    """Refuses more than `limit` requests in one clock minute."""

    def __init__(self, limit: int) -> None:
        self.limit = limit

    def allow_request(self, request: HttpRequest) -> bool:
        return is_within(self.limit, PERIOD_S, "api", network_of(request))

    def wait(self) -> float:
        """Seconds until the next minute begins."""
        return PERIOD_S - time.time() % PERIOD_S
