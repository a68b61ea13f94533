"""The door of the API: reads the token, counts requests, and says in headers how many are left."""

import time
from collections.abc import Callable
from typing import NamedTuple

from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _

from games.accounts.limits import counted, network_of
from games.accounts.tokens import MARK, Token, look_up
from games.api.problems import problem

BASE = "/api/v1/"
MINUTE_S = 60
READING = 120  # a minute and address
READING_BY_TOKEN = 300  # a minute, from any address


class Rate(NamedTuple):
    """How much of a limit is left; `reset_s` seconds until it is whole again."""

    name: str
    quota: int
    left: int
    reset_s: int

    def tell(self, answer: HttpResponseBase) -> None:
        """In the headers of the IETF's draft, so that a client can pace itself."""
        answer["RateLimit-Policy"] = f'"{self.name}";q={self.quota};w={MINUTE_S}'
        answer["RateLimit"] = f'"{self.name}";r={max(self.left, 0)};t={self.reset_s}'


def door(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware, for the addresses of the API alone.  With a token, cookies are not looked at."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if not request.path.startswith(BASE):
            return get_response(request)
        token = token_of(request)
        rate = rate_of(request, token)
        response = refusal(request, token, rate) or get_response(request)
        rate.tell(response)
        return response

    return answer


def token_of(request: HttpRequest) -> Token | None:
    """The valid token of this request, which is then made in the name of its player."""
    text = bearer(request)
    token = look_up(text, timezone.now()) if text is not None else None
    request.token = token  # type: ignore[attr-defined]
    if token is not None:
        request.user = token.player
    return token


def bearer(request: HttpRequest) -> str | None:
    kind, _space, text = request.headers.get("Authorization", "").partition(" ")
    return text.strip() if kind.lower() == "bearer" else None


def rate_of(request: HttpRequest, token: Token | None) -> Rate:
    """Count this request."""
    quota = READING_BY_TOKEN if token else READING
    key = ("token", str(token.pk)) if token else ("api", network_of(request))
    return Rate("reading", quota, quota - counted(MINUTE_S, *key), left_of_minute())


def refusal(request: HttpRequest, token: Token | None, rate: Rate) -> HttpResponseBase | None:
    """Why this request goes no further, if it does not."""
    if rate.left < 0:
        words = _("At most {limit} requests a minute.").format(limit=rate.quota)
        return problem(429, "TOO_MANY", words, retry_after_s=rate.reset_s)
    if MARK in request.META.get("QUERY_STRING", ""):
        words = _("Send the token in the header Authorization. Revoke this one: logs have it now.")
        return problem(400, "TOKEN_IN_ADDRESS", words)
    if token is None and bearer(request) is not None:
        words = _("This token is mistyped, revoked or expired.")
        return problem(401, "BAD_TOKEN", words)
    return None


def left_of_minute() -> int:
    """Seconds until the next clock minute, at least 1."""
    return MINUTE_S - int(time.time()) % MINUTE_S
