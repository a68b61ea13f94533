"""The page of a player's tokens for the API."""

from typing import cast

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.accounts.callers import client_address
from games.accounts.models import Player
from games.accounts.tokens import DAYS, BadToken, Scope, Token, make
from games.limits.counting import Unavailable, verify_counting
from games.limits.networks import network_hash
from games.notices.kinds import Kind
from games.notices.writer import notify


class TokenForm(forms.Form):
    name = forms.CharField(
        max_length=60,
        label=gettext_lazy("Name"),
        help_text=gettext_lazy("What it is for. Only you see it."),
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(
        choices=Scope.choices,
        required=False,
        label=gettext_lazy("What it may do"),
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.TypedChoiceField(
        choices=[(days, format_lazy(gettext_lazy("{days} days"), days=days)) for days in DAYS],
        coerce=int,
        initial=DAYS[1],
        label=gettext_lazy("Valid for"),
    )


@login_required
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    return own_tokens(request, cast(Player, request.user), TokenForm)


def own_tokens(request: HttpRequest, player: Player, form_class: type[TokenForm]) -> HttpResponse:
    """The page of the tokens of an account or of one of its bots.  The response to the form shows
    the new token once, and no page shows it again."""
    form, text = form_class(request.POST or None), ""
    if request.method == "POST" and form.is_valid():
        try:
            verify_counting()
            with transaction.atomic():
                token, text = make(player=player, **form.cleaned_data, now=timezone.now())
                notify(player.owner or player, Kind.TOKEN, token.prefix)
        except (BadToken, Unavailable) as error:
            form.add_error(None, str(error))
        else:
            adapter = get_adapter()
            words = {"token": token}
            adapter.send_notification_mail("account/email/token_made", request.user, words)
            form = form_class()
    tokens = list(player.tokens.order_by("-pk"))
    for row in tokens:
        network = row.used_at and network_hash(client_address(request), at=row.used_at)
        row.used_here = network == row.used_from  # type: ignore[attr-defined]
    context = {"player": player, "form": form, "text": text, "tokens": tokens}
    return render(request, "me/tokens.html", context, status=400 if form.errors else 200)


@login_required
@require_POST
def revoke(request: HttpRequest, token: int) -> HttpResponse:
    player = cast(Player, request.user)
    stored = get_object_or_404(Token.objects.of(player), pk=token)
    stored.delete()
    messages.success(request, _("%(token)s no longer works.") % {"token": stored})
    if stored.player_id != player.pk:
        return redirect("account_bot", stored.player_id)
    return redirect("account_tokens")
