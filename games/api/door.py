"""The door of the API: counts requests, and says in headers how many are left."""

import time
from collections.abc import Callable
from typing import NamedTuple

from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import gettext as _

from games.accounts.limits import counted, network_of
from games.api.problems import problem

BASE = "/api/v1/"
MINUTE_S = 60
READING = 120  # a minute and address


class Rate(NamedTuple):
    """How much of a limit is left; `reset_s` seconds until it is whole again."""

    name: str
    quota: int
    left: int
    reset_s: int

    def tell(self, answer: HttpResponseBase) -> None:
        """In the headers of the IETF's draft, so that a client can pace itself."""
        answer["RateLimit-Policy"] = f'"{self.name}";q={self.quota};w={MINUTE_S}'
        answer["RateLimit"] = f'"{self.name}";r={self.left};t={self.reset_s}'


def door(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware, for the addresses of the API alone."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if not request.path.startswith(BASE):
            return get_response(request)
        used = counted(MINUTE_S, "api", network_of(request))
        rate = Rate("reading", READING, max(READING - used, 0), left_of_minute())
        response = too_many(rate) if used > READING else get_response(request)
        rate.tell(response)
        return response

    return answer


def too_many(rate: Rate) -> HttpResponseBase:
    words = _("At most {limit} requests a minute.").format(limit=rate.quota)
    return problem(429, "TOO_MANY", words, retry_after_s=rate.reset_s)


def left_of_minute() -> int:
    """Seconds until the next clock minute, at least 1."""
    return MINUTE_S - int(time.time()) % MINUTE_S
