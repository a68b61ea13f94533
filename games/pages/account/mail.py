"""The page that a link in each mail leads to: it stops mails of this kind, without signing in."""

from django.core.signing import BadSignature
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.accounts.models import Player
from games.accounts.preferences import choose
from games.notices.digest import Rhythm
from games.notices.kinds import Kind
from games.notices.mail import DIGEST, read_token


@csrf_exempt  # mail programs send this form, which has no cookies (RFC 8058)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """To look at it changes nothing: programs follow links in mails."""
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
