"""A player's notices: their page, their number in the header, and the link that stops mails."""

from typing import cast

from django.contrib.auth.decorators import login_required
from django.core.signing import BadSignature
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.accounts.models import Player
from games.accounts.preferences import choose
from games.notices.kinds import Kind
from games.notices.mail import DIGEST, Rhythm, read_token
from games.notices.models import Notice
from games.notices.words import in_words, names_in
from games.notices.writer import see_all
from games.table.reading.pagination import BadCursor, Cursor
from games.tournaments.models import Tournament

SIZE = 50


@login_required
@never_cache
@require_safe
def notices(request: HttpRequest) -> HttpResponse:
    """The page of the player's notices, newest first.  Showing notices here marks them as seen."""
    player = cast(Player, request.user)
    newest = Notice.objects.filter(player=player).newest()
    try:
        at = Cursor.read(request.GET["before"]) if "before" in request.GET else None
    except BadCursor:
        at = None
    if at is not None:
        newest = newest.filter(Q(made__lt=at.at) | Q(made=at.at, id__lt=at.id))
    rows = list(newest[: SIZE + 1])
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
    """Mark all notices as seen, because the player has opened the list in the header."""
    see_all(cast(Player, request.user))
    return HttpResponse(status=204)


@csrf_exempt  # mail programs send this form, which has no cookies (RFC 8058)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Stop mails of a kind; a GET changes nothing, because mail programs follow links."""
    try:
        player_id, kind = read_token(token)
    except BadSignature:
        raise Http404 from None
    player = get_object_or_404(Player, pk=player_id, erased=False)
    if request.method == "POST":
        choose(player, {DIGEST: Rhythm.NEVER} if kind == DIGEST else {f"mail_{kind}": False})
    label = _("Summary of what I missed") if kind == DIGEST else Kind(kind).label
    context = {"label": label, "stopped": request.method == "POST"}
    return render(request, "mail/stop.html", context)
