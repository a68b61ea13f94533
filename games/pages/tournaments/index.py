"""The page of all tournaments: running, open, coming and past ones."""

from django.db.models import Count, Exists, OuterRef, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.pages.tournaments.archive import Finder, kept
from games.pages.tournaments.shortcuts import directs_site, is_appointed, page_of
from games.rules.catalogue import GAMES
from games.tournaments.acts import ENDED
from games.tournaments.models import Entrant, Stage, Tournament
from games.tournaments.querysets import TournamentQuerySet

SHOWN = 100  # tournaments that are not over
PAST = 25  # past tournaments on a page
GONE = (Entrant.Status.LEFT, Entrant.Status.DROPPED)
STATES = {
    "running": ("running", "paused"),
    "open": ("open", "checkin"),
    "coming": ("announced",),
}


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    game = request.GET.get("game", "")
    public = of_game(Tournament.objects.public(), game)
    ahead = list(with_rows(public.exclude(state__in=ENDED))[:SHOWN])
    finder = Finder(request.GET)
    past = finder.narrow(public.filter(state__in=ENDED))
    hidden = Tournament.objects.filter(Q(state="draft") | Q(terms__link_only=True), circle=None)
    hidden = hidden.filter(private=False).exclude(state__in=ENDED)
    context = {
        "section": "tournaments",
        "games": GAMES.values(),
        "game": game if game in GAMES else "",
        "groups": {
            key: [one for one in ahead if one.state in states] for key, states in STATES.items()
        },
        "finder": finder,
        "past": page_of(request, with_rows(past), PAST),
        "kept": kept(request.GET),
        "directs": is_appointed(request),
        "hidden": with_rows(hidden)[:SHOWN] if directs_site(request) else (),
    }
    return render(request, "tournaments/index.html", context)


def of_game(rows: TournamentQuerySet, game: str) -> TournamentQuerySet:
    """The tournaments whose first stage plays this game; all of them if there is no such game."""
    if game not in GAMES:
        return rows
    first = Stage.objects.filter(tournament=OuterRef("pk"), number=1, settings__game=game)
    return rows.filter(Exists(first))


def with_rows(rows: TournamentQuerySet) -> TournamentQuerySet:
    """Tournaments with everything that a line of the list shows, newest first."""
    entered = Count("entrants", filter=~Q(entrants__status__in=GONE))
    return rows.annotate(entered=entered).prefetch_related("stages").newest()
