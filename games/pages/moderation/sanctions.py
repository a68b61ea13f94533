"""A player's sanctions, and the appeal against each.  Banned players reach these pages by a signed
link."""

from datetime import datetime
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts.models import Player
from games.accounts.sanctions import Sanction, token_of
from games.moderation import appeals
from games.moderation.models import APPEAL
from games.moderation.refusals import Refused
from games.notices.kinds import Kind
from games.notices.writer import see

MOST = 50


@login_required
@never_cache
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    player, now = cast(Player, request.user), timezone.now()
    rows = player.sanctions.select_related("appeal").order_by("-since", "-pk")[:MOST]
    see(player, Kind.SANCTION)
    return render(
        request, "moderation/mine.html", {"rows": [sanction_context(row, now) for row in rows]}
    )


def sanction_context(sanction: Sanction, now: datetime) -> dict[str, object]:
    """The context of a sanction's page."""
    return {
        "sanction": sanction,
        "standing": sanction.is_standing(at=now),
        "appeal": getattr(sanction, "appeal", None),
        "token": token_of(sanction.pk),
    }


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sanction(request: HttpRequest, token: str) -> HttpResponse:
    """The page of one sanction, with the form to appeal."""
    imposed, now = appeals.find_sanction(token), timezone.now()
    if imposed is None or imposed.player.erased:
        raise Http404
    text, error = request.POST.get("text", ""), ""
    if request.method == "POST":
        try:
            appeals.appeal(sanction=imposed, text=text, now=now)
        except Refused as refused:
            error = refused.sentence
        else:
            messages.success(request, _("Your appeal was sent. We answer within seven days."))
            return redirect("sanction", token)
    if request.user == imposed.player:
        see(imposed.player, Kind.SANCTION)
    context = sanction_context(imposed, now) | {"text": text, "error": error, "most": APPEAL}
    return render(request, "moderation/sanction.html", context, status=400 if error else 200)
