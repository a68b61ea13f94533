"""The page of a player's notices, and their number for the header of every page."""

from functools import partial
from typing import Any, cast

from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import SimpleLazyObject
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.accounts.models import Player
from games.notices.models import Notice
from games.notices.words import in_words, names_in, unread
from games.notices.writer import see_all
from games.table.reading.history import BadCursor, Cursor
from games.tournaments.models import Tournament

SIZE = 50


def bell(request: HttpRequest) -> dict[str, Any]:
    """A context processor; pages without the bell do not count."""
    user = getattr(request, "user", None)
    return {"unread": SimpleLazyObject(partial(unread, user)) if isinstance(user, Player) else 0}


@login_required
@never_cache
@require_safe
def notices(request: HttpRequest) -> HttpResponse:
    """All of them, newest first.  What is shown here is seen."""
    player = cast(Player, request.user)
    found = Notice.objects.filter(player=player).newest()
    try:
        at = Cursor.read(request.GET["before"]) if "before" in request.GET else None
    except BadCursor:
        at = None
    if at is not None:
        found = found.filter(Q(made__lt=at.at) | Q(made=at.at, id__lt=at.id))
    rows = list(found[: SIZE + 1])
    links = {"newer": request.path} if at else {}
    if len(rows) > SIZE:
        rows.pop()
        links["older"] = f"?before={Cursor(rows[-1].made, rows[-1].pk).text}"
    see_all(player)
    lines = in_words(rows, names_in(rows, Tournament.objects.names))
    return render(request, "me/notices.html", {"lines": lines, "links": links})


@login_required
@require_POST
def seen(request: HttpRequest) -> HttpResponse:
    """The list in the header was opened."""
    see_all(cast(Player, request.user))
    return HttpResponse(status=204)
