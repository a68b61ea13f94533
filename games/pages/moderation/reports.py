"""Forms to report a player, a table, or illegal content."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any, cast

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.accounts.callers import client_address, network_code
from games.accounts.models import Player
from games.accounts.sanctions import ConductRule
from games.chat.models import Line
from games.chat.permissions import readable
from games.favourites.models import Playlist
from games.limits.networks import times_of
from games.moderation import reports
from games.moderation.models import EXPLANATION, TEXT, Report
from games.moderation.refusals import Refused
from games.moderation.reports import Reporter
from games.pages.history.player import find_player
from games.pages.history.playlists import find_playlist
from games.pages.people.circles import circle_of
from games.pages.play.table import find_table
from games.pages.rule_sets.page import find_set
from games.relations.reading import blocks_between
from games.rule_sets.models import RuleSet
from games.table.models import Table
from games.table.querysets import HEAVY_OF_TABLE
from warsite.addresses import address_for_others

LINE = re.compile(r"(\w{8})\.(\w{1,8})\.(\d{1,15})", re.ASCII)


class ReportForm(forms.Form):
    kind = forms.ChoiceField(
        choices=[(rule.value, rule.label) for rule in ConductRule if rule != ConductRule.ILLEGAL],
        label=gettext_lazy("What is wrong?"),
        widget=forms.RadioSelect,
    )
    text = forms.CharField(
        max_length=TEXT,
        required=False,
        label=gettext_lazy("What happened?"),
        help_text=gettext_lazy("Optional. Only the moderators read it."),
        widget=forms.Textarea({"rows": 4}),
    )


class IllegalForm(forms.Form):
    address = forms.CharField(
        max_length=300,
        label=gettext_lazy("Where is it?"),
        help_text=gettext_lazy("The address of the page, or the code of the table."),
    )
    text = forms.CharField(
        max_length=EXPLANATION,
        label=gettext_lazy("Why is it illegal?"),
        widget=forms.Textarea({"rows": 6}),
    )
    email = forms.EmailField(
        required=False,
        label=gettext_lazy("Your email"),
        help_text=gettext_lazy("Optional. We write to you when we have decided."),
        widget=forms.EmailInput({"autocomplete": "email"}),
    )
    true = forms.BooleanField(
        label=gettext_lazy(
            "I believe in good faith that what I write here is accurate and complete."
        )
    )


def reporter(request: HttpRequest, email: str = "") -> Reporter:
    player = request.user if isinstance(request.user, Player) else None
    return Reporter(player, network_code(request), email, times_of(client_address(request)))


def public_form(request: HttpRequest) -> HttpResponse:
    """Redirect visitors without an account to the form for illegal content."""
    address = address_for_others(request, request.path.replace("report/", ""))
    return redirect(f"{reverse('report')}?{urlencode({'address': address})}")


def thank(request: HttpRequest, report: Report) -> None:
    words = _("Thank you. Your report has the number %(number)s.")
    messages.success(request, words % {"number": report.pk})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def player(request: HttpRequest, slug: str) -> HttpResponse:
    person = find_player(slug)
    form = ReportForm(request.POST or None)
    if not request.user.is_authenticated:
        return public_form(request)
    if request.method == "POST" and form.is_valid():
        try:
            chosen = chosen_in(form) | {"table": met_at(request, person)}
            thank(request, reports.report_player(person, by=reporter(request), **chosen))
            return redirect("player", person.slug)
        except Refused as refused:
            form.add_error(None, refused.sentence)
    context = {"form": form, "person": person, "back": reverse("player", args=[person.slug])}
    return page(request, context)


def met_at(request: HttpRequest, person: Player) -> Table | None:
    """The table in the address, if the reader may see it and the person sits or has written
    there."""
    seen = Table.objects.visible_to(request.user.pk).light()
    there = Q(seats__player=person) | Q(pk__in=Line.objects.filter(player=person).values("table"))
    return seen.filter(there, code=request.GET.get("table", "").upper()).first()


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def table(request: HttpRequest, code: str) -> HttpResponse:
    reported = find_table(request, code)
    form = ReportForm(request.POST or None)
    if not request.user.is_authenticated:
        return public_form(request)
    if request.method == "POST" and form.is_valid():
        thank(request, reports.report_table(reported, by=reporter(request), **chosen_in(form)))
        return redirect("table", reported.code)
    context = {"form": form, "table": reported, "back": reverse("table", args=[reported.code])}
    return page(request, context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def circle(request: HttpRequest, code: str) -> HttpResponse:
    """The form for members to report a circle.  Other visitors get 404."""
    reported = circle_of(request, code)
    form = ReportForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        thank(request, reports.report_circle(reported, by=reporter(request), **chosen_in(form)))
        return redirect("circle", reported.code)
    context = {"form": form, "circle": reported, "back": reverse("circle", args=[reported.code])}
    return page(request, context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def rule_set(request: HttpRequest, code: str) -> HttpResponse:
    reported = find_set(code)
    return published(request, "rule_set", reported, partial(reports.report_rule_set, reported))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def playlist(request: HttpRequest, code: str) -> HttpResponse:
    reported = find_playlist(request.user, code)
    return published(request, "playlist", reported, partial(reports.report_playlist, reported))


def published(
    request: HttpRequest, name: str, reported: RuleSet | Playlist, send: Callable[..., Report]
) -> HttpResponse:
    """The form to report a named text that somebody has published.  Visitors without an account are
    sent to the form for illegal content."""
    form = ReportForm(request.POST or None)
    if not request.user.is_authenticated:
        return public_form(request)
    if request.method == "POST" and form.is_valid():
        try:
            thank(request, send(by=reporter(request), **chosen_in(form)))
            return redirect(reported)
        except Refused as refused:
            form.add_error(None, refused.sentence)
    return page(request, {"form": form, name: reported, "back": reported.get_absolute_url()})


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def line(request: HttpRequest, code: str, room: str, said_ms: int) -> HttpResponse:
    """The form to report a line of chat, for readers of this chat.  If the writer of the line
    blocks the reader, the line is not quoted."""
    reader = cast(Player, request.user)
    lines = Line.objects.filter(table__in=Table.objects.visible_to(reader.pk))
    lines = lines.select_related("player__owner", "table").defer(*HEAVY_OF_TABLE)
    reported = get_object_or_404(lines, table__code=code.upper(), room=room, said_ms=said_ms)
    by = reporter(request)
    seated = reported.table.seats.filter(player=reader).exists()
    if room not in readable(reported.table, seated=seated):
        raise Http404
    form = ReportForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            thank(request, reports.report_line(reported, by=by, **chosen_in(form)))
            return redirect("table", reported.table.code)
        except Refused as refused:
            form.add_error(None, refused.sentence)
    is_hidden = blocks_between(reader, [reported.player_id]).by_them
    said = "" if is_hidden else reported.text or reported.quick.replace("_", " ")
    back = reverse("table", args=[reported.table.code])
    return page(request, {"form": form, "line": reported, "said": said, "back": back})


def chosen_in(form: ReportForm) -> dict[str, Any]:
    return {"kind": ConductRule(form.cleaned_data["kind"]), "text": form.cleaned_data["text"]}


def page(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    status = 400 if context["form"].errors else 200
    return render(request, "moderation/report.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def illegal(request: HttpRequest) -> HttpResponse:
    """The form to report illegal content, for anybody, with or without an account.  The chat links
    to a line as `line=CODE.room.n`."""
    if match := LINE.fullmatch(request.GET.get("line", "")):
        return redirect("report_line", *match.groups())
    initial = {"address": request.GET.get("address", "")[:300]}
    form = IllegalForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        chosen = form.cleaned_data
        by = reporter(request, chosen["email"])
        thank(request, reports.report_address(chosen["address"], by=by, text=chosen["text"]))
        return redirect("report")
    context = {"form": form, "contact": settings.CONTACT_EMAIL}
    status = 400 if form.errors else 200
    return render(request, "moderation/illegal.html", context, status=status)
