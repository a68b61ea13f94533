"""The page of a player's bots, which their programs play."""

from typing import Any, cast

from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.accounts import personal_data
from games.accounts.bots import make_owned
from games.accounts.models import Player
from games.accounts.names import LONGEST, BadName
from games.accounts.tokens import Scope
from games.pages.account.tokens import TokenForm, own_tokens


class BotForm(forms.Form):
    name = forms.CharField(
        max_length=60,
        label=gettext_lazy("Name"),
        help_text=format_lazy(
            gettext_lazy("2 to {longest} characters. Others see it, with your name."),
            longest=LONGEST,
        ),
        widget=forms.TextInput({"autocomplete": "off"}),
    )


class BotTokenForm(TokenForm):
    """The form for a token of a bot.  The token may last for ever, and cannot start runs of the
    lab."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        scopes = [(key, label) for key, label in Scope.choices if key != Scope.LAB]
        cast(forms.MultipleChoiceField, self.fields["scopes"]).choices = scopes
        days = cast(forms.TypedChoiceField, self.fields["days"])
        days.choices = [*days.choices, (0, _("as long as it is used"))]  # type: ignore[misc]


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def bots(request: HttpRequest) -> HttpResponse:
    player = cast(Player, request.user)
    form = BotForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            bot = make_owned(owner=player, name=form.cleaned_data["name"])
        except BadName as error:
            form.add_error("name", str(error))
        else:
            messages.success(request, _("%(name)s needs a token now.") % {"name": bot.name})
            return redirect("account_bot", bot.pk)
    own_bots = player.owned_bots.filter(erased=False).order_by("pk")
    context = {"form": form, "bots": own_bots}
    return render(request, "me/bots.html", context, status=400 if form.errors else 200)


@login_required
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def bot(request: HttpRequest, bot: int) -> HttpResponse:
    """The page of a bot's tokens."""
    return own_tokens(request, mine(request, bot), BotTokenForm)


@login_required
@require_POST
def delete(request: HttpRequest, bot: int) -> HttpResponse:
    own_bot = mine(request, bot)
    personal_data.erase(own_bot)
    messages.success(request, _("The bot is deleted. Its games stay, without its name."))
    return redirect("account_bots")


def mine(request: HttpRequest, bot: int) -> Player:
    """The bot with this key, if it belongs to this player.  Raises Http404."""
    own_bots = cast(Player, request.user).owned_bots.filter(erased=False)
    return get_object_or_404(own_bots, pk=bot)
