"""The permissions of a caller: the scopes of a token, or everything that a session may do on
pages."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja.utils import check_csrf

from games.accounts.tokens import Scope, Token
from games.api.problems import Denied

# For the description of an operation, and of the API.
BY_TOKEN: dict[str, Any] = {"security": [{"token": []}]}
BY_TOKEN_OR_COOKIE: dict[str, Any] = {"security": [{"token": []}, {"session": [], "csrf": []}]}
SCHEMES = {
    "token": {"type": "http", "scheme": "bearer", "description": "made under Account, Tokens"},
    "session": {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME},
    "csrf": {"type": "apiKey", "in": "header", "name": "X-CSRFToken"},
}


def verify_token(request: HttpRequest, scope: Scope | None = None) -> Token:
    """Return the token of this request.  Raises Denied without a token, or if the token lacks the
    scope."""
    token: Token | None = getattr(request, "token", None)
    if token is None:
        raise Denied("TOKEN_NEEDED", _("Send a token in the header Authorization."), 401)
    if scope is not None and scope not in token.scopes:
        words = _("This token lacks the scope {scope}.").format(scope=scope)
        raise Denied("SCOPE", words)
    return token


def verify_may(request: HttpRequest, scope: Scope) -> None:
    """Check that the caller has a token with this scope, or a session and a valid CSRF token.
    Raises Denied."""
    if getattr(request, "token", None) is not None:
        verify_token(request, scope)
    elif check_csrf(request) is not None:
        words = _(
            "Send a token; or the cookie “{cookie}” of a page, and its value as X-CSRFToken."
        ).format(cookie=settings.CSRF_COOKIE_NAME)
        raise Denied("CSRF", words)
