"""The page of a player's notices."""

from typing import cast

from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.accounts.models import Player
from games.live.personal.words import in_words
from games.notices.models import Notice
from games.notices.writer import see_all
from games.table.reading.history import BadCursor, Cursor

SIZE = 50


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
    return render(request, "me/notices.html", {"lines": in_words(rows), "links": links})


@login_required
@require_POST
def seen(request: HttpRequest) -> HttpResponse:
    """The list in the header was opened."""
    see_all(cast(Player, request.user))
    return HttpResponse(status=204)
