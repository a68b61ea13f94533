"""Sitting down with a card: by its link, or by its four letters.  A card opens one tournament.
Visitors without a card learn nothing from these pages, not even whether a tournament exists."""

import secrets
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.accounts.callers import client_address
from games.accounts.guests import BACKEND
from games.limits.counting import Quota, TooMany
from games.limits.declared import LETTERS_FOR_HOURS, LETTERS_OF_DEVICE, LETTERS_OF_NETWORK
from games.limits.networks import OF_SCHOOLS, networks_of
from games.pages.tournaments import card_session
from games.table.models import Table
from games.tournaments import cards
from games.tournaments.acts import State
from games.tournaments.models import Entrant, Tournament
from games.tournaments.reading import public
from games.tournaments.refusals import Refused
from games.tournaments.writer import cards as card_writer
from games.tournaments.writer import entries
from games.tournaments.writer.orders import Order

COOKIE, SALT = f"{settings.HOST_COOKIES}typed", "games.letters"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def by_letters(request: HttpRequest) -> HttpResponse:
    """The form with two fields: the tournament, and the letters.  Visitors who may see the
    tournament also get a link to it."""
    code = typed(request.GET.get("t", ""))
    known = public.find(code, request.user) if code else None
    context = {"code": code, "known": known, "section": "tournaments"}
    device = request.get_signed_cookie(COOKIE, "", salt=SALT) or secrets.token_urlsafe(12)
    status = 200
    if request.method == "POST":
        code, letters = (typed(request.POST.get(name, "")) for name in ("code", "letters"))
        count_try(request, device)
        tournament = Tournament.objects.filter(code=code).first()
        entrant = cards.by_letters(tournament, letters) if tournament else None
        if entrant is not None:
            add_tries(request, device, -1)
            return redirect("tournament_card", entrant.tournament.code, cards.key_of(entrant))
        context |= {"code": code, "wrong": _("There is no card with these letters right now.")}
        status = 400
    page = render(request, "tournaments/letters.html", context, status=status)
    secure = settings.SESSION_COOKIE_SECURE
    page.set_signed_cookie(COOKIE, device, salt=SALT, httponly=True, samesite="Lax", secure=secure)
    return page


def typed(text: str) -> str:
    """The characters of this text that can be part of a code."""
    return "".join(ch for ch in text[:20].upper() if ch.isascii() and ch.isalnum())


def count_try(request: HttpRequest, device: str) -> None:
    """Count letters as wrong before they are checked.  The counts are kept by device and by
    network, so that no other device or network is refused.  Raises TooMany."""
    over = add_tries(request, device, 1)
    if over:
        add_tries(request, device, -1)
        text = _("Too many wrong letters. Scan the code of the card, or try again later.")
        raise TooMany(text, max(quota.seconds_left() for quota in over))


def add_tries(request: HttpRequest, device: str, weight: int) -> list[Quota]:
    """Add `weight` tries to the counts of the device and of the network.  Return the quotas that
    are used up."""
    keys = [(LETTERS_OF_DEVICE, device, 1)]
    for network, times in networks_of(client_address(request), OF_SCHOOLS):
        keys += [(LETTERS_OF_NETWORK, network, times), (LETTERS_FOR_HOURS, network, times)]
    return [quota for quota, key, times in keys if not quota.take(key, weight=weight, times=times)]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def by_key(request: HttpRequest, code: str, key: str) -> HttpResponse:
    """The page of a card's link.  It has a button, so that nobody sits down by only opening the
    link, and says so if the card has been used."""
    tournament = Tournament.objects.filter(code=code.upper()).first()
    entrant = cards.by_key(tournament, key) if tournament else None
    if entrant is None:
        raise Http404(
            _(
                "This card is not valid now: the tournament is over, or there is a new card."
                " Ask whoever runs the tournament."
            )
        )
    if request.user == entrant.player:
        return redirect(seat_of(entrant))
    context: dict[str, Any] = {"entrant": entrant}
    if request.method != "POST":
        return render(request, "tournaments/card.html", context)
    try:
        entrant, act = card_writer.sign_in(Order(entrant.tournament_id, entrant.player), key)
    except Refused as refused:
        context["refused"] = refused
        return render(request, "tournaments/card.html", context, status=409)
    login(request, entrant.player, backend=BACKEND)
    request.session.set_expiry(card_session.EVENING_S)
    response = redirect(seat_of(entrant))
    card_session.remember(response, act)
    return response


def seat_of(entrant: Entrant) -> Table | Tournament:
    """The page to which a card leads: the entrant's table, or the tournament if the entrant has no
    table.  During check-in the entrant is also checked in."""
    tournament = entrant.tournament
    if tournament.state == State.CHECKIN and not entrant.arrived:
        with suppress(Refused):
            entries.arrive(Order(tournament.pk, entrant.player), entrant.player)
    return tournament.unfinished_tables().filter(seats__player=entrant.player).first() or tournament
