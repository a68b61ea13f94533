"""Pages to enter many players from a list, and to print the cards of the guests among them."""

from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.accounts.models import Player
from games.limits.declared import ADDRESS_LISTS
from games.pages.tournaments.director.following import plan_for
from games.pages.tournaments.director.list_form import ListForm
from games.pages.tournaments.shortcuts import desk
from games.tournaments import cards
from games.tournaments.acts import LIVE, State
from games.tournaments.lists import Line
from games.tournaments.models import Tournament
from games.tournaments.refusals import Refused
from games.tournaments.writer import bulk
from games.tournaments.writer import cards as card_writer
from games.tournaments.writer.bulk import Entry
from games.tournaments.writer.entries import NOT_IN
from games.tournaments.writer.orders import Order
from games.untrusted import whole_number


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: HttpRequest, code: str) -> HttpResponse:
    """The page with the box for the list, then with a preview of what each line becomes; then the
    act."""
    by, context = desk(request, code)
    tournament: Tournament = context["tournament"]
    language = request.headers.get("Accept-Language", "").partition(",")[0].partition(";")[0]
    form = ListForm(request.POST or None, request.FILES or None, language=language)
    context |= {"form": form, "needs_reason": tournament.state in LIVE}
    if request.method != "POST":
        return render(request, "tournaments/list.html", context)
    if not form.is_valid():
        return render(request, "tournaments/list.html", context, status=400)
    if not may_look_up(by, form.chosen.lines):
        form.add_error("list", _("Too many lists with addresses. Try again in an hour."))
        return render(request, "tournaments/list.html", context, status=429)
    entries = bulk.plan(tournament, form.chosen.lines)
    number = sum(entry.is_entered for entry in entries)
    seen = digest(entries)
    if request.POST.get("do") == "enter" and form.cleaned_data["seen"] == seen:
        try:
            return entered(tournament, by, form, entries)
        except Refused as refused:
            context["refused"] = refused
    context |= {
        "entries": entries,
        "seen": seen,
        "list": form.cleaned_data["list"],
        "number": number,
        "plan": plan_for(
            tournament, tournament.entrants.exclude(status__in=NOT_IN).count() + number
        ),
        "has_changed": request.POST.get("do") == "enter" and "refused" not in context,
    }
    status = 409 if "refused" in context or context["has_changed"] else 200
    return render(request, "tournaments/list.html", context, status=status)


def may_look_up(by: Player, lines: Iterable[Line]) -> bool:
    """Count a list that contains addresses, because its preview reveals which of them belong to
    members.  Return whether the list may be previewed."""
    has_addresses = any("@" in line.who or "@" in line.name for line in lines)
    return not has_addresses or ADDRESS_LISTS.take(by.pk)


def entered(
    tournament: Tournament, by: Player, form: ListForm, entries: list[Entry]
) -> HttpResponse:
    """Enter the lines of the form, and return the response.  Raises Refused."""
    order = Order(tournament.pk, by, form.cleaned_data["reason"])
    has_cards = any(entrant.card for entrant in bulk.enter_all(order, entries))
    return redirect("tournament_cards" if has_cards else "tournament_console", tournament.code)


def digest(entries: list[Entry]) -> str:
    """A hash that changes with the result of any line."""
    outcomes = [(e.line, str(e.becomes), e.reason, e.player and e.player.pk) for e in entries]
    return salted_hmac("games.lists", repr(outcomes), algorithm="sha256").hexdigest()


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def printed_cards(request: HttpRequest, code: str) -> HttpResponse:
    """The page to print the cards of guests who were entered by name; cards that have been used are
    left out.  POST makes a new card for a guest."""
    by, context = desk(request, code)
    tournament: Tournament = context["tournament"]
    if request.method == "POST":
        number = whole_number(request.POST.get("entrant", ""))
        try:
            card_writer.renew(Order(tournament.pk, by), number)
            return redirect("tournament_cards", code=tournament.code)
        except Refused as refused:
            context["refused"] = refused
    valid = cards.cards_of(tournament)
    context["cards"] = [
        {"entrant": entrant, "key": cards.key_of(entrant), "letters": cards.letters_of(entrant)}
        for entrant in valid
        if not entrant.card_used_ms
    ]
    context["used"] = [entrant for entrant in valid if entrant.card_used_ms]
    context["is_early"] = tournament.state in (State.DRAFT, State.ANNOUNCED)
    status = 409 if "refused" in context else 200
    return render(request, "tournaments/cards.html", context, status=status)
