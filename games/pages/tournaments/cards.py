"""Sitting down with a card: by its link, or by its four letters.  A card opens one tournament, so
whoever has none learns nothing here, not even whether there is one."""

from contextlib import suppress
from typing import Any

from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.accounts.guests import BACKEND
from games.accounts.limits import TooMany, counted, network_of, seconds_left
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

PERIOD_S = 600
OF_NETWORK, OF_TOURNAMENT = 20, 100  # wrong letters in a period


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def by_letters(request: HttpRequest) -> HttpResponse:
    """Two fields: the tournament, and the letters.  Whoever may see the tournament finds the way to
    it, too."""
    code = typed(request.GET.get("t", ""))
    known = public.find(code, request.user) if code else None
    context = {"code": code, "known": known, "section": "tournaments"}
    if request.method != "POST":
        return render(request, "tournaments/letters.html", context)
    code, letters = (typed(request.POST.get(name, "")) for name in ("code", "letters"))
    verify_tries(request, code, 0)
    tournament = Tournament.objects.filter(code=code).first()
    entrant = cards.by_letters(tournament, letters) if tournament else None
    if entrant is None:
        verify_tries(request, code, 1)
        context |= {"code": code, "wrong": _("There is no card with these letters right now.")}
        return render(request, "tournaments/letters.html", context, status=400)
    return redirect("tournament_card", entrant.tournament.code, cards.key_of(entrant))


def typed(text: str) -> str:
    """The characters of this text that codes are made of."""
    return "".join(ch for ch in text[:20].upper() if ch.isascii() and ch.isalnum())


def verify_tries(request: HttpRequest, code: str, weight: int) -> None:
    """Count wrong letters by network and tournament.  Raises TooMany."""
    of_network = counted(PERIOD_S, "card", network_of(request), weight=weight)
    of_tournament = counted(PERIOD_S, "card", code, weight=weight)
    if of_network >= OF_NETWORK + weight or of_tournament >= OF_TOURNAMENT + weight:
        text = _("Too many wrong letters. Wait a few minutes, or scan the code of the card.")
        raise TooMany(text, seconds_left(PERIOD_S))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def by_key(request: HttpRequest, code: str, key: str) -> HttpResponse:
    """Nobody sits down by opening the link: the page has a button, and says so if the card has been
    used."""
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
    """The address to go to: their table, or the page of the tournament."""
    tournament = entrant.tournament
    if tournament.state == State.CHECKIN and not entrant.arrived:
        with suppress(Refused):
            entries.arrive(Order(tournament.pk, entrant.player), entrant.player)
    return tournament.unfinished_tables().filter(seats__player=entrant.player).first() or tournament
