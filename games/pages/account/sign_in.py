"""Signing in: guests count as anonymous on these pages, the session of a banned player ends with an
explanation, and a browser that is new to an account is reported to its owner."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from games.accounts import devices
from games.accounts.models import Player
from games.accounts.sanctions import SanctionKind, reopen, standing, token_of
from games.notices.kinds import Kind
from games.notices.writer import notify
from games.table.models import Seat

# Views where people create an account, or sign in to one.
LOGINS = {"account_login", "mfa_login_webauthn"}
ENTRANCES = LOGINS | {
    "account_signup",
    "account_inactive",
    "account_confirm_email",
    "account_email_verification_sent",
    "account_reset_password",
    "account_reset_password_done",
    "account_reset_password_from_key",
    "account_reset_password_from_key_done",
    "leave_seat",
    "mfa_authenticate",
    "mfa_trust",
}
OWNED = ("account_", "mfa_", "usersessions_")  # the others with these prefixes need an account
LEAVES_SEAT = "leaves_seat"  # in the session: the guest was warned and agreed


def held_seats(player: Player) -> list[Seat]:
    """Seats of this player at unfinished tables."""
    seats = Seat.objects.filter(player=player, table__status__in=("open", "running"))
    return list(seats.select_related("table"))


class GuestMiddleware:
    """Middleware that treats guests on the pages to sign up and in as anonymous, with the guest in
    `request.guest`; and that ends the session of a banned player."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        request.guest = None  # type: ignore[attr-defined]
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Any, args: Any, kwargs: Any
    ) -> HttpResponseBase | None:
        if request.session.get(SESSION_KEY) and not request.user.is_authenticated:
            return closed(request)
        name = (request.resolver_match and request.resolver_match.url_name) or ""
        if not name.startswith(OWNED) and name not in ENTRANCES:
            return None
        player = request.user
        if not isinstance(player, Player) or not player.is_guest or name == "account_logout":
            return None
        return guest_response(request, player, name)


def guest_response(request: HttpRequest, guest: Player, name: str) -> HttpResponseBase | None:
    """The response to a guest on an account page: to sign up first, or about a seat to leave.  None
    if the view responds."""
    if name not in ENTRANCES:
        messages.info(request, _("You need an account for this. Sign up to keep your games."))
        return redirect("account_signup")
    if name in LOGINS and not request.session.get(LEAVES_SEAT) and held_seats(guest):
        query = urlencode({"next": request.GET.get("next", "")})
        return redirect(f"{reverse('leave_seat')}?{query}")
    request.guest = guest  # type: ignore[attr-defined]
    request.user = AnonymousUser()
    return None


def closed(request: HttpRequest) -> HttpResponseBase | None:
    """End the session of a banned player, and respond with the reason.  If the ban has ended, the
    session continues.  None for a player who is not banned."""
    player = Player.objects.filter(pk=request.session[SESSION_KEY], is_active=False).first()
    if player is None:
        return None
    if reopen(player, at=timezone.now()):
        return redirect(request.get_full_path())
    request.session.flush()
    ban = standing(player, SanctionKind.BAN, at=timezone.now())
    context = {"player": player, "token": token_of(ban.pk) if ban else ""}
    return render(request, "account/closed.html", context, status=403)


def note_sign_in(
    request: HttpRequest, response: HttpResponse, player: Player, *, is_first: bool
) -> None:
    """Notify the player if this browser is new to the account.  `is_first`: the player is signing
    up, so every browser is new."""
    known = devices.accounts_on(request)
    if player.pk not in known and not is_first:
        notify(player, Kind.DEVICE, f"{timezone.now():%Y%m%d%H%M%S}")
    devices.remember(response, [player.pk, *(other for other in known if other != player.pk)])
