"""Preferences of accounts: a page, what scripts change of them, and how every page looks."""

from functools import partial
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.accounts.limits import TooMany, is_within, seconds_left
from games.accounts.models import Player
from games.accounts.preferences import choose, chosen_by
from games.notices.kinds import MAILED, OPTIONAL

MOST, PERIOD_S = 300, 600  # changes of an account
LOOKS = ("theme", "deck")


def choice(label: Any, **choices: Any) -> forms.ChoiceField:
    """The first one is the default; `usual` stands for no value."""
    pairs = [("" if key == "usual" else key, text) for key, text in choices.items()]
    return forms.ChoiceField(label=label, choices=pairs, required=False, show_hidden_initial=True)


def switch(label: Any, *, on: bool, help_text: Any = "") -> forms.BooleanField:
    return forms.BooleanField(
        label=label, initial=on, required=False, show_hidden_initial=True, help_text=help_text
    )


class PreferencesForm(forms.Form):
    """Its fields are all there is to prefer.  Only what differs from the page as it was sent is
    changed: two tabs do not undo each other's work."""

    theme = choice(
        gettext_lazy("Colours"),
        usual=gettext_lazy("System"),
        light=gettext_lazy("Light"),
        dark=gettext_lazy("Dark"),
    )
    deck = choice(gettext_lazy("Suits"), usual=gettext_lazy("Four inks"), two=gettext_lazy("Two"))
    sound = switch(gettext_lazy("Sounds at the table"), on=False)
    volume = forms.IntegerField(
        label=gettext_lazy("Volume"),
        initial=60,
        min_value=10,
        max_value=100,
        show_hidden_initial=True,
        widget=forms.NumberInput({"type": "range", "step": 10}),
    )
    vibrate = switch(gettext_lazy("Vibration"), on=True)
    keys = switch(gettext_lazy("Single-letter keys"), on=True)
    talk = choice(
        gettext_lazy("Read out"),
        all=gettext_lazy("everything"),
        mine=gettext_lazy("only my cards"),
        decisions=gettext_lazy("decisions only"),
    )
    boards = switch(gettext_lazy("Show me on the rating boards"), on=True)

    def __init__(self, *args: Any, chosen: dict[str, Any] | None = None, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields |= {f"notice_{one}": switch(one.label, on=True) for one in OPTIONAL}
        self.fields |= {f"mail_{one}": switch(one.label, on=True) for one in MAILED}
        self.initial = chosen or {}

    @property
    def changes(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in self.changed_data}

    def notices(self) -> list[forms.BoundField]:
        return [self[f"notice_{kind}"] for kind in OPTIONAL]

    def mails(self) -> list[forms.BoundField]:
        return [self[f"mail_{kind}"] for kind in MAILED]


def look(request: HttpRequest) -> dict[str, Any]:
    """A context processor: what the first paint needs.  An account's preferences come before the
    cookies of this browser."""
    user = getattr(request, "user", None)
    own = isinstance(user, Player) and user.is_person
    return {"look": SimpleLazyObject(partial(look_of, request, user if own else None))}


def look_of(request: HttpRequest, account: Player | None) -> dict[str, Any]:
    """`chosen`: by an account; None: of none, or nothing yet."""
    chosen = chosen_by(account) if account else None
    shown = {name: (chosen or {}).get(name, request.COOKIES.get(name, "")) for name in LOOKS}
    return {**shown, "chosen": chosen}


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    player = cast(Player, request.user)
    if not player.is_person:
        return redirect("me")
    form = PreferencesForm(request.POST or None, chosen=chosen_by(player))
    if request.method == "POST" and form.is_valid():
        verify_patience(player)
        choose(player, form.changes)
        messages.success(request, _("Saved."))
        return redirect("preferences")
    status = 400 if form.errors else 200
    return render(request, "me/preferences.html", {"form": form}, status=status)


@login_required
@require_http_methods(["POST"])
def change(request: HttpRequest) -> HttpResponse:
    """Some of them, from a script; what is no preference is left out."""
    player = cast(Player, request.user)
    fields = PreferencesForm().fields
    try:
        named = [name for name in fields if name in request.POST]
        values = {name: fields[name].clean(request.POST[name]) for name in named}
    except forms.ValidationError:
        return HttpResponse(status=400)
    if not player.is_person:
        return HttpResponse(status=403)
    verify_patience(player)
    choose(player, values)
    return HttpResponse(status=204)


def verify_patience(player: Player) -> None:
    """Raises TooMany."""
    if not is_within(MOST, PERIOD_S, "preferences", str(player.pk)):
        raise TooMany(_("Too many changes. Try again in a few minutes."), seconds_left(PERIOD_S))
