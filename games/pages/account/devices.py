"""Browsers in which an account has signed in before have a cookie that says so."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from games.accounts.models import Player
from games.notices.kinds import Kind
from games.notices.writer import notify

COOKIE, SALT = "device", "games.devices"
MOST = 10  # accounts
KEPT_S = 400 * 24 * 3600  # as long as browsers keep a cookie


def note_sign_in(
    request: HttpRequest, response: HttpResponse, player: Player, *, is_first: bool
) -> None:
    """Tell the player if this browser is new to the account; `is_first`: so is everything."""
    stored = request.get_signed_cookie(COOKIE, "", salt=SALT, max_age=KEPT_S)
    known = [number for number in (stored or "").split(".") if number]
    own = str(player.pk)
    if own not in known and not is_first:
        notify(player, Kind.DEVICE, f"{timezone.now():%Y%m%d%H%M%S}")
    latest = [own, *(number for number in known if number != own)][:MOST]
    response.set_signed_cookie(
        COOKIE,
        ".".join(latest),
        salt=SALT,
        max_age=KEPT_S,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
