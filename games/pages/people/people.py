"""Follows, blocks and mutes: the reader's page, and the buttons on pages of other people."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.accounts.models import Player
from games.bus.presence import followed_here
from games.pages.history.player import find_player
from games.pages.play.mine import opponents, recent
from games.relations import changes
from games.relations.changes import Refused

DONE = {
    "follow": (changes.follow, _("You are now following %(name)s.")),
    "unfollow": (changes.unfollow, _("You no longer follow %(name)s.")),
    "block": (changes.block, _("You have blocked %(name)s.")),
    "unblock": (changes.unblock, _("You have unblocked %(name)s.")),
    "mute": (changes.mute, _("You will not see what %(name)s writes.")),
    "unmute": (changes.unmute, _("You will see again what %(name)s writes.")),
}


@login_required
@never_cache
@require_safe
def people(request: HttpRequest) -> HttpResponse:
    player = cast(Player, request.user)
    follows = [row.followed for row in player.follows.order_by("-id").select_related("followed")]
    blocks = [row.blocked for row in player.blocks.order_by("-id").select_related("blocked")]
    mutes = [row.muted for row in player.mutes.order_by("-id").select_related("muted")]
    listed = {person.pk for person in (*follows, *blocks, *mutes)}
    met = opponents(recent(player), without=listed)
    context = {
        "here": followed_here([player.pk])[player.pk],
        "follows": follows,
        "blocks": blocks,
        "mutes": mutes,
        "met": [row for row in met if row["player"].is_person],
    }
    return render(request, "people/index.html", context)


@login_required
@never_cache
@require_safe
def ask_block(request: HttpRequest, slug: str) -> HttpResponse:
    """The page that explains what a block does, and asks for confirmation."""
    return render(request, "people/block.html", {"person": find_player(slug)})


@login_required
@require_POST
def change(request: HttpRequest, slug: str) -> HttpResponse:
    person, act = find_player(slug), request.POST.get("do", "")
    if act not in DONE:
        return redirect("player", person.slug)
    do, words = DONE[act]
    done, text = True, gettext(words) % {"name": person.name}
    try:
        do(player=cast(Player, request.user), other=person)
    except Refused as refused:
        done, text = False, refused.sentence
    if request.headers.get("X-Fragment") == "relation":  # from the chat, which shows it
        return HttpResponse(text, status=200 if done else 409, content_type="text/plain")
    (messages.success if done else messages.error)(request, text)
    if request.POST.get("back") == "people":
        return redirect("people")
    return redirect("player", person.slug)
