"""Middleware of the API: reads the token, counts requests, and sends the number of remaining
requests."""

import sys
from collections.abc import Callable
from dataclasses import replace
from http import HTTPStatus
from typing import NamedTuple

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponsePermanentRedirect,
)
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from games.accounts.callers import client_address, network_code
from games.accounts.tokens import MARK, Token, look_up, note_use
from games.api.problems import PROBLEM_JSON, not_found, problem
from games.bus import disk
from games.limits.counting import Quota, Unavailable, verify_counting
from games.limits.declared import BY_ADDRESS, COMMANDS, OPENED, READING, WISHED
from games.limits.networks import network_of, times_of
from games.table.refusals import SENTENCES

ALL, BASE = "/api/", "/api/v1/"
READS = ("GET", "HEAD", "OPTIONS")
AGAIN_S = 5  # until the database may answer again


class Rate(NamedTuple):
    """The rest of a quota, negative after too many requests; `reset_s`: seconds until the whole
    quota is available again."""

    quota: Quota
    left: int
    reset_s: int

    def tell(self, answer: HttpResponseBase) -> None:
        """Add the rate limit headers of the IETF's draft, so that a client can pace its
        requests."""
        quota = self.quota
        answer["RateLimit-Policy"] = f'"{quota.name}";q={quota.most};w={quota.period_s}'
        answer["RateLimit"] = f'"{quota.name}";r={max(self.left, 0)};t={self.reset_s}'


def api_middleware(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware that handles only the addresses of the API.  With a token, cookies are ignored."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if not request.path.startswith(BASE):
            return get_response(request)
        token = token_of(request)
        rate = rate_of(request, token)
        response = as_problem(refusal(request, token, rate) or get_response(request))
        rate.tell(response)
        return response

    return answer


def token_of(request: HttpRequest) -> Token | None:
    """Find the valid token of this request, if any, and set the request's user to the token's
    player."""
    text, now = bearer(request), timezone.now()
    token = look_up(text, now) if text is not None else None
    request.token = token  # type: ignore[attr-defined]
    if token is not None:
        request.user = token.player
        note_use(token, network_code(request), now)
    return token


def bearer(request: HttpRequest) -> str | None:
    kind, _space, text = request.headers.get("Authorization", "").partition(" ")
    return text.strip() if kind.lower() == "bearer" else None


def in_address(request: HttpRequest) -> bool:
    """Whether the address contains a token, which would then be stored in logs."""
    return MARK in request.META.get("QUERY_STRING", "")


def rate_of(request: HttpRequest, token: Token | None) -> Rate:
    """Count this request, and return the rest of its quota."""
    if token is not None:
        return counted(quota_of(request), token.caller)
    address = client_address(request)
    quota = replace(BY_ADDRESS, most=BY_ADDRESS.most * times_of(address))
    return counted(quota, network_of(address))


def counted(quota: Quota, caller: str) -> Rate:
    """Count one more request of this caller, and return the rest of the quota."""
    used = quota.count(caller) if settings.LIMITS else 0
    return Rate(quota, quota.most - used, quota.seconds_left())


def quota_of(request: HttpRequest) -> Quota:
    """The quota for this kind of request with a token."""
    if is_command(request):
        return COMMANDS
    if request.method == "POST" and request.path == f"{BASE}tables":
        return OPENED
    if request.method not in READS and request.path == f"{BASE}wishes/mine":
        return WISHED
    return READING


def is_command(request: HttpRequest) -> bool:
    return request.method == "POST" and request.path.endswith("/commands")


def refusal(request: HttpRequest, token: Token | None, rate: Rate) -> HttpResponse | None:
    """The response to a request that is refused; None for a request that may continue."""
    if rate.left < 0:
        words = _("At most {quota} of these requests in {seconds} seconds.")
        words = words.format(quota=rate.quota.most, seconds=rate.quota.period_s)
        return problem(429, "TOO_MANY", words, retry_after_s=rate.reset_s)
    if in_address(request):
        words = _("Send the token in the header Authorization. Revoke this one: logs have it now.")
        return problem(400, "TOKEN_IN_ADDRESS", words)
    if token is None and "Authorization" in request.headers:  # nor does a session count then
        words = _("This token is mistyped, revoked or expired.")
        return problem(401, "BAD_TOKEN", words)
    if request.method not in READS and not is_command(request):
        try:
            verify_counting()
        except Unavailable as error:
            return unavailable(error)
    return None


def unavailable(error: Unavailable) -> HttpResponse:
    return problem(503, "UNAVAILABLE", error.sentence, retry_after_s=error.wait_s)


def as_problem(answer: HttpResponseBase) -> HttpResponseBase:
    """Turn a response of the framework or of other middleware into a problem."""
    if answer.get("Content-Type") == PROBLEM_JSON:
        return answer
    if answer.status_code == HTTPStatus.FORBIDDEN:  # the session of a banned player
        return problem(403, "BANNED", gettext(SENTENCES["BANNED"]))
    if answer.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        words = _("This address takes {methods}.").format(methods=answer["Allow"])
        refusal = problem(405, "METHOD_NOT_ALLOWED", words)
        refusal["Allow"] = answer["Allow"]
        return refusal
    return answer


# Django's own answers ----------------------------------------------------------------------------


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return problem(400, "BAD_REQUEST", _("The request is malformed."))


def server_error(request: HttpRequest) -> HttpResponse:
    """The response to an error of the site.  If the database does not answer, the response reports
    a temporary failure."""
    error = sys.exc_info()[1]
    if disk.is_full(error):
        return problem(503, "NO_SPACE", str(disk.NO_SPACE), retry_after_s=AGAIN_S)
    if isinstance(error, (OperationalError, InterfaceError)):
        words = _("We do not know if that worked. Send it again with the same id.")
        return problem(503, "TRY_AGAIN", words, retry_after_s=AGAIN_S)
    return problem(500, "BROKEN", _("Something went wrong on our side."))


# Addresses where the API is not: those before it had a version, and unknown ones -----------


class Moved(HttpResponsePermanentRedirect):
    """A redirect to the new address, with the same method."""

    status_code = 308


@csrf_exempt  # nothing is done here
def moved(request: HttpRequest, rest: str) -> HttpResponse:
    query = f"?{query}" if (query := request.META.get("QUERY_STRING")) else ""
    return Moved(f"{BASE}{rest}{query}")


@csrf_exempt
def unknown(request: HttpRequest, rest: str) -> HttpResponse:
    return not_found()
