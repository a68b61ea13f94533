"""Shortcuts for the pages of one tournament."""

from collections.abc import Iterable
from typing import Any, NoReturn

from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from games.accounts.models import Player
from games.bus import presence
from games.tournaments.directors import is_director
from games.tournaments.models import BOT_ARENA, Entrant, Stage, Tournament
from games.tournaments.reading import public
from games.tournaments.reading.public import Office, stages_of
from games.tournaments.settings import Settings

SIZE = 30  # rows of a page
CROSSTABLE = 24  # entrants


def is_appointed(request: HttpRequest) -> bool:
    """Whether the visitor is a director of the site, with or without a second factor."""
    return isinstance(request.user, Player) and is_director(request.user)


def directs_site(request: HttpRequest) -> bool:
    """Whether the visitor is a director of the site with a second factor."""
    return public.directs_site(request.user)


def director(request: HttpRequest, code: str) -> tuple[Player, Tournament]:
    """The visitor, who must be a director, and the tournament.  Raises Http404 for other visitors.
    Directors of the site without a second factor are sent to the page where they add one."""
    named = Tournament.objects.select_related("circle").filter(code=code.upper())
    tournament = named.first()
    office = public.office_of(request.user, tournament) if tournament else Office()
    if tournament is None or not office.appointed or not isinstance(request.user, Player):
        raise Http404(_("There is no such tournament."))
    if not office.directs:
        ask_second_factor(request)
    return request.user, tournament


def ask_second_factor(request: HttpRequest) -> NoReturn:
    messages.info(request, _("Directors need a second factor. Add a passkey or an app."))
    raise ImmediateHttpResponse(redirect("mfa_index"))


def find(request: HttpRequest, code: str) -> Tournament:
    """The tournament, if this visitor may see it.  Raises Http404, for hidden drafts as for unknown
    codes."""
    tournament = public.find(code, request.user)
    if tournament is None:
        raise Http404(_("There is no such tournament."))
    return tournament


def frame(request: HttpRequest, code: str, tab: str) -> dict[str, Any]:
    """The context of every page of a tournament.  Raises Http404."""
    tournament = find(request, code)
    return frame_of(tournament, tab, public.office_of(request.user, tournament))


def desk(request: HttpRequest, code: str) -> tuple[Player, dict[str, Any]]:
    """The visitor, who must be a director, and the context of a director's page.  Raises
    Http404."""
    by, tournament = director(request, code)
    return by, frame_of(tournament, "console", Office(appointed=True, directs=True))


def frame_of(tournament: Tournament, tab: str, office: Office) -> dict[str, Any]:
    if tournament.name == BOT_ARENA:
        presence.look("tournament")
    stages = stages_of(tournament)
    return {
        "section": "tournaments",
        "tab": tab,
        "tournament": tournament,
        "stages": stages,
        "settings": stages[0][1],
        "brackets": [stage for stage, settings in stages if settings.format.is_knockout],
        "crosstables": [stage for stage, settings in stages if has_crosstable(stage, settings)],
        "directs": office.directs,
        "is_appointed": office.appointed,
    }


def has_crosstable(stage: Stage, settings: Settings) -> bool:
    """Whether a stage has a cross-table: with two players at a table, and few enough entrants for a
    readable one; `stage` as in `stages_of`."""
    size: int = stage.size  # type: ignore[attr-defined]
    return settings.two and settings.format.has_crosstable and 0 < size <= CROSSTABLE


def stage_of(context: dict[str, Any], number: int) -> tuple[Stage, Settings]:
    """The stage whose page is shown.  Raises Http404."""
    for stage, settings in context["stages"]:
        if stage.number == number:
            return stage, settings
    raise Http404(_("There is no such stage."))


def names(tournament: Tournament, numbers: Iterable[int]) -> dict[int, Entrant]:
    """The entrants with these numbers, with the names of their players."""
    entrants = tournament.entrants.filter(number__in=set(numbers)).select_related("player")
    entrants = entrants.only("tournament", "number", "player__name")
    return {entrant.number: entrant for entrant in entrants}


def way_in(tournament: Tournament) -> str:
    """The address in the QR code on the wall: the page of the tournament, or for a private one the
    form for a card."""
    if tournament.private:
        return f"{reverse('tournament_letters')}?t={tournament.code}"
    return tournament.get_absolute_url()


def page_of(
    request: HttpRequest, rows: Any, size: int = SIZE, *, count: int | None = None
) -> Page[Any]:
    """The requested page, or the nearest one if its number does not exist.  `count`: the number of
    rows, if it is known."""
    pages = Paginator(rows, size)
    if count is not None:
        pages.count = count
    return pages.get_page(request.GET.get("page"))
