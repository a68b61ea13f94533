"""The session that a card gives to a device: a signed cookie stores the sign-in, so that the device
can be told why its session ended."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from games.tournaments.log import Act
from games.tournaments.reading.displaced import Displaced, displaced

COOKIE, SALT = f"{settings.HOST_COOKIES}card", "games.card"
EVENING_S = 12 * 3600  # how long a card's session lasts


def remember(response: HttpResponse, sign_in: Act) -> None:
    response.set_signed_cookie(
        COOKIE,
        str(sign_in.pk),
        salt=SALT,
        max_age=EVENING_S,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def displaced_on(request: HttpRequest) -> Displaced | None:
    """The reason why a card no longer signs this device in; None if a card still does, or never
    did."""
    sign_in = request.get_signed_cookie(COOKIE, "", salt=SALT, max_age=EVENING_S)
    user = getattr(request, "user", None)  # missing until the session is read
    if not sign_in or user is None or user.is_authenticated:
        return None
    return displaced(int(sign_in))
