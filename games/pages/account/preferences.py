"""Preferences of accounts: their page, changes by scripts, and the looks of every page."""

from collections.abc import Callable
from typing import Any, cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.accounts.emblems import Emblem
from games.accounts.models import Player
from games.accounts.people import announce_change
from games.accounts.preferences import choose, chosen_by
from games.limits.declared import PREFERENCES
from games.pages.account.preferences_form import (
    KNOWN_LOOKS,
    LOOKS,
    BrowserForm,
    PreferencesForm,
    values_of,
)

YEAR_S = 365 * 24 * 3600
Handler = Callable[[HttpRequest], HttpResponseBase]


def look_of(request: HttpRequest, chosen: dict[str, Any] | None) -> dict[str, Any]:
    """The preferences needed for the first paint.  The choices of an account override the cookies
    of this browser.  `None` as choices means that there is no account, or that nothing was chosen
    yet."""
    own = {name: value for name, value in (chosen or {}).items() if name in LOOKS}
    return {**looks_of(request), **own, "chosen": chosen}


def looks_of(request: HttpRequest) -> dict[str, str]:
    """The looks in the cookies of a browser.  Unknown values are ignored, because parts of pages
    are cached for each look."""
    looks = {name: request.COOKIES.get(name, "") for name in LOOKS}
    return {name: value if value in KNOWN_LOOKS[name] else "" for name, value in looks.items()}


def prefer_language(get_response: Handler) -> Handler:
    """Middleware that prefers the language of the account to that of the browser, and sets the
    browser's cookie accordingly for sockets."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        wanted = preferred_language(request) if len(settings.LANGUAGES) > 1 else None
        if wanted is None:
            return get_response(request)
        with translation.override(wanted):
            response = get_response(request)
            response.headers.setdefault("Content-Language", wanted)
        if request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME) != wanted:
            name = settings.LANGUAGE_COOKIE_NAME
            response.set_cookie(name, wanted, max_age=YEAR_S, samesite="Lax")
        return response

    return answer


def preferred_language(request: HttpRequest) -> str | None:
    user = request.user
    chosen = chosen_by(user) if isinstance(user, Player) and user.is_person else None
    language = (chosen or {}).get("language")
    return language if language in dict(settings.LANGUAGES) else None


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    player = cast(Player, request.user)
    if not player.is_person:
        own = BrowserForm(chosen=looks_of(request))
        return render(request, "me/preferences.html", {"form": own})
    form = PreferencesForm(request.POST or None, chosen=chosen_by(player))
    if request.method == "POST" and form.is_valid():
        PREFERENCES.verify(player.pk)
        choose(player, form.changes)
        messages.success(request, _("Saved."))
        return redirect("preferences")
    status = 400 if form.errors else 200
    context = {"form": form, "emblems": Emblem}
    return render(request, "me/preferences.html", context, status=status)


@login_required
@require_http_methods(["POST"])
def change(request: HttpRequest) -> HttpResponse:
    """Change some preferences, from a script."""
    player = cast(Player, request.user)
    try:
        values = values_of(request.POST.dict())
    except ValidationError:
        return HttpResponse(status=400)
    if not player.is_person:
        return HttpResponse(status=403)
    PREFERENCES.verify(player.pk)
    choose(player, values)
    return HttpResponse(status=204)


@login_required
@require_http_methods(["POST"])
def emblem(request: HttpRequest) -> HttpResponse:
    """Choose an emblem, or none."""
    player, chosen = cast(Player, request.user), request.POST.get("emblem", "")
    if player.is_person and chosen in ("", *Emblem.values):
        PREFERENCES.verify(player.pk)
        player.emblem = chosen
        player.save(update_fields=["emblem"])
        announce_change(player)
        messages.success(request, _("Saved."))
    return redirect("preferences")
