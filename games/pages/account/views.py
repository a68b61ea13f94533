"""The player's own pages: settings, data, deletion; and a warning to guests with a seat."""

import json
from typing import Any, cast

from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.accounts import people, personal_data
from games.accounts.models import Player
from games.accounts.names import LONGEST, BadName, fold
from games.limits.counting import TooMany
from games.pages.account.adapter import usable_name
from games.pages.account.sign_in import LEAVES_SEAT, held_seats
from warsite.addresses import CHOICE, urls_for_others


class NameForm(forms.Form):
    name = forms.CharField(
        max_length=60,
        label=gettext_lazy("Name"),
        help_text=format_lazy(
            gettext_lazy("2 to {longest} characters. Others see it at tables and in the history."),
            longest=LONGEST,
        ),
        widget=forms.TextInput({"autocomplete": "nickname"}),
    )

    def __init__(self, player: Player, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial = {"name": player.name}
        self.player = player

    def clean_name(self) -> str:
        return usable_name(self.cleaned_data["name"], self.player)


class GoodbyeForm(forms.Form):
    """A form that asks for the name again, so that nobody deletes an account by accident."""

    name = forms.CharField(max_length=60, widget=forms.TextInput({"autocomplete": "off"}))

    def __init__(self, player: Player, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player = player
        self.fields["name"].label = _("Type your name, %(name)s, to confirm") % {
            "name": player.name
        }

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if fold(name) != self.player.name_key:
            raise forms.ValidationError(_("That is not your name. Nothing was deleted."))
        return name


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def me(request: HttpRequest) -> HttpResponse:
    player = cast(Player, request.user)
    form = NameForm(player, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            people.rename(player=player, name=form.cleaned_data["name"])
        except (BadName, TooMany) as error:  # taken after the form was checked, or once too often
            form.add_error("name", str(error))
        else:
            words = _("Your name is now %(name)s.")
            if player.is_person:
                words = _("Your name is now %(name)s. Sign in with it from now on.")
            messages.success(request, words % {"name": player.name})
            return redirect("me")
    status = 400 if form.errors else 200
    context = {"form": form, "kinds": personal_data.KINDS}
    return render(request, "me/index.html", context, status=status)


@login_required
@never_cache
@require_safe
def export(request: HttpRequest) -> HttpResponse:
    """All stored data about the player, as a file."""
    player = cast(Player, request.user)
    text = json.dumps(personal_data.as_export(player), indent=2, ensure_ascii=False)
    name = f'attachment; filename="warsite-{player.pk}.json"'
    headers = {"Content-Disposition": name}
    return HttpResponse(text, content_type="application/json", headers=headers)


@login_required
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def goodbye(request: HttpRequest) -> HttpResponse:
    player = cast(Player, request.user)
    form = GoodbyeForm(player, request.POST or None)
    if request.method == "POST" and form.is_valid():
        personal_data.erase(player)
        logout(request)
        messages.success(request, _("Your account has been deleted."))
        return redirect("home")
    context = {"form": form, "seats": held_seats(player)}
    return render(request, "me/goodbye.html", context, status=400 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def leave_seat(request: HttpRequest) -> HttpResponse:
    """Warn a guest who wants to sign in about seats at unfinished tables; without any, or after the
    warning, redirect to the form to sign in."""
    guest = getattr(request, "guest", None)
    onward = onward_of(request)
    query = f"?{urlencode({'next': onward})}" if onward else ""
    seats = held_seats(guest) if guest else []
    if request.method == "POST":
        request.session[LEAVES_SEAT] = True
    if request.method == "POST" or not seats:
        return redirect(reverse("account_login") + query)
    return render(request, "account/leave_seat.html", {"seats": seats, "next": onward})


@require_POST
def choose_address(request: HttpRequest) -> HttpResponse:
    """Choose the address that pages print and copy for other devices, until the session ends."""
    address = request.POST.get("address", "")
    if address in urls_for_others():
        request.session[CHOICE] = address
    return redirect(onward_of(request) or "home")


def onward_of(request: HttpRequest) -> str:
    """The page of this site to which a form leads next; "" if the form names none."""
    onward = request.POST.get("next") or request.GET.get("next", "")
    return onward if url_has_allowed_host_and_scheme(onward, {request.get_host()}) else ""
