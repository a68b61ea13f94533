"""Sitting down with a card: by its link, or by its four letters.  A card opens one tournament, and
visitors without a card learn nothing here, not even whether that exists."""

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

from games.accounts.guests import BACKEND
from games.accounts.limits import TooMany, counted, networks_of, seconds_left
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

# How many wrong letters are read in a period (seconds) from a device, and from a network: a school
# is one, and so is a customer with a /56.
OF_DEVICE = {600: 20}
OF_NETWORK = {600: 60, 6 * 3600: 240}
PREFIXES = {4: {32: 1}, 6: {56: 1, 48: 4}}  # and how many times as many the wider ones have
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
    """Count letters as wrong before they are read.  Other people are not refused for tries of a
    device or network.  Raises TooMany."""
    over = [period_s for period_s, is_over in add_tries(request, device, 1) if is_over]
    if over:
        add_tries(request, device, -1)
        text = _("Too many wrong letters. Scan the code of the card, or try again later.")
        raise TooMany(text, max(map(seconds_left, over)))


def add_tries(request: HttpRequest, device: str, weight: int) -> list[tuple[int, bool]]:
    """Count so many tries by device and by network.  Return the periods, and whether each has had
    too many."""
    limits = [(device, 1, OF_DEVICE)]
    limits += [(network, times, OF_NETWORK) for network, times in networks_of(request, PREFIXES)]
    return [
        (period_s, counted(period_s, "card", who, weight=weight) > most * times)
        for who, times, rows in limits
        for period_s, most in rows.items()
    ]


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
    """The page to go to: the entrant's table, or the tournament if there is none."""
    tournament = entrant.tournament
    if tournament.state == State.CHECKIN and not entrant.arrived:
        with suppress(Refused):
            entries.arrive(Order(tournament.pk, entrant.player), entrant.player)
    return tournament.unfinished_tables().filter(seats__player=entrant.player).first() or tournament
