"""The accounts that have signed in with a browser, kept only in a signed cookie of that browser."""

from collections.abc import Iterable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE, SALT = f"{settings.HOST_COOKIES}device", "games.devices"
MOST = 10  # accounts
KEPT_S = 400 * 24 * 3600  # browsers keep no cookie longer


def accounts_on(request: HttpRequest) -> list[int]:
    """The accounts (ids) that signed in with this browser, latest first."""
    stored = request.get_signed_cookie(COOKIE, "", salt=SALT, max_age=KEPT_S) or ""
    return [int(number) for number in stored.split(".") if number]


def remember(response: HttpResponse, accounts: Iterable[int]) -> None:
    response.set_signed_cookie(
        COOKIE,
        ".".join(map(str, list(accounts)[:MOST])),
        salt=SALT,
        max_age=KEPT_S,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
