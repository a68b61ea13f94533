"""What all pages of one tournament start from."""

from collections.abc import Iterable
from typing import Any

from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from games.accounts.models import Player
from games.bus import presence
from games.tournaments.models import BOT_ARENA, Entrant, Stage, Tournament
from games.tournaments.reading import public
from games.tournaments.reading.public import stages_of
from games.tournaments.settings import Settings
from games.tournaments.writer.ledger import is_director

SIZE = 30  # rows of a page
CROSSTABLE = 24  # entrants


def is_appointed(request: HttpRequest) -> bool:
    """Is this a director, maybe still without a second factor?"""
    return isinstance(request.user, Player) and is_director(request.user)


def directs(request: HttpRequest) -> bool:
    """Is this a director with a second factor?"""
    return public.directs(request.user)


def director(request: HttpRequest) -> Player:
    """Who asks.  Raises Http404: for others this page is not there.  Directors without a second
    factor are sent to the page where they add one."""
    if not is_appointed(request) or not isinstance(request.user, Player):
        raise Http404(_("There is no such tournament."))
    if not directs(request):
        messages.info(request, _("Directors need a second factor. Add a passkey or an app."))
        raise ImmediateHttpResponse(redirect("mfa_index"))
    return request.user


def find(request: HttpRequest, code: str) -> Tournament:
    """The tournament.  Raises Http404, for drafts as for what never was."""
    tournament = public.find(code, request.user)
    if tournament is None:
        raise Http404(_("There is no such tournament."))
    return tournament


def frame(request: HttpRequest, code: str, tab: str) -> dict[str, Any]:
    """What every page of a tournament shows.  Raises Http404."""
    tournament = find(request, code)
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
        "directs": directs(request),
        "is_appointed": is_appointed(request),
    }


def has_crosstable(stage: Stage, settings: Settings) -> bool:
    """Two at a table, and few enough to be read; `stage` as in `stages_of`."""
    size: int = stage.size  # type: ignore[attr-defined]
    return settings.two and settings.format.has_crosstable and 0 < size <= CROSSTABLE


def stage_of(context: dict[str, Any], number: int) -> tuple[Stage, Settings]:
    """This stage.  Raises Http404."""
    for stage, settings in context["stages"]:
        if stage.number == number:
            return stage, settings
    raise Http404(_("There is no such stage."))


def names(tournament: Tournament, numbers: Iterable[int]) -> dict[int, Entrant]:
    """Entrants of these numbers, with the names of their players."""
    found = tournament.entrants.filter(number__in=set(numbers)).select_related("player")
    found = found.only("tournament", "number", "player__name")
    return {entrant.number: entrant for entrant in found}


def page_of(request: HttpRequest, rows: Any, size: int = SIZE) -> Page[Any]:
    """The page that is asked for, the nearest one if there is none of this number."""
    return Paginator(rows, size).get_page(request.GET.get("page"))
