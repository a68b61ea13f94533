"""Invitations: those that the reader has received and sent, and the form at an open table."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.accounts.models import Player
from games.bus.presence import followed_here
from games.lobby import invitations
from games.lobby.models import DeclineReason
from games.pages.play.table import find_table
from games.table.clock import now_ms
from games.table.refusals import Refused

MOST = 20  # sent invitations that are shown
IN_PLACE = "in-place"  # a message that stands beside its form, not in a toast over it


@login_required
@never_cache
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    player, now = cast(Player, request.user), now_ms()
    standing = set(player.sent_invitations.standing(at=now).values_list("pk", flat=True))
    context = {
        "received": player.invitations.standing(at=now).listed(),
        "sent": player.sent_invitations.listed()[:MOST],
        "standing": standing,
        "here": followed_here([player.pk])[player.pk],
        "reasons": DeclineReason.choices,
    }
    return render(request, "people/invitations.html", context)


@login_required
@require_POST
def answer(request: HttpRequest, number: int) -> HttpResponse:
    """Accept or decline an invitation."""
    invitation = get_object_or_404(cast(Player, request.user).invitations.listed(), pk=number)
    try:
        if request.POST.get("do") == "accept":
            invitations.accept(invitation=invitation)
            return redirect("table", code=invitation.table.code)
        invitations.decline(invitation=invitation, reason=request.POST.get("reason", ""))
    except Refused as refused:
        messages.error(request, refused.sentence)
        if refused.code == "BLOCKED_HERE":  # to be asked there
            return redirect("table", code=invitation.table.code)
    return redirect("invitations")


@login_required
@require_POST
def withdraw(request: HttpRequest, number: int) -> HttpResponse:
    invitation = get_object_or_404(cast(Player, request.user).sent_invitations.listed(), pk=number)
    try:
        invitations.withdraw(invitation=invitation)
    except Refused as refused:
        messages.error(request, refused.sentence)
    return redirect("invitations")


@login_required
@require_POST
def send(request: HttpRequest, code: str) -> HttpResponse:
    """Invite a player by name to the reader's table."""
    table = find_table(request, code)
    name = request.POST.get("name", "")[:60]
    player = Player.objects.named(name).first()
    address = reverse("table", args=[table.code])
    again = f"{address}?{urlencode({'invite': name})}"  # nobody types a name twice
    if player is None:
        words = _("No player is called %(name)s.") % {"name": name}
        messages.error(request, words, extra_tags=IN_PLACE)
        return redirect(again)
    try:
        invitations.send(table=table, by=cast(Player, request.user), player=player)
    except Refused as refused:
        messages.error(request, refused.sentence, extra_tags=IN_PLACE)
        return redirect(again)
    messages.success(request, _("You invited %(name)s.") % {"name": player.name})
    return redirect(address)
