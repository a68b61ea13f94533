"""The moderators' queue.  Other visitors get 404 for these pages; moderators need a second factor,
as in the admin."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from allauth.mfa.adapter import get_adapter
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.accounts.callers import network_code
from games.accounts.models import Player
from games.accounts.sanctions import WORDS, ConductRule
from games.moderation import appeals, decisions, farming, reports
from games.moderation.decisions import LENGTHS, Decision, Verdict, rated_table
from games.moderation.models import ANSWER, Appeal, Report, Signal
from games.moderation.refusals import SENTENCES, Refused
from games.untrusted import whole_number

MOST = 20  # rows of a player's history
View = Callable[..., HttpResponse]


def for_moderators(view: View) -> View:
    @never_cache
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.has_perm("games.moderate"):
            raise Http404
        if not get_adapter().is_mfa_enabled(request.user):
            messages.info(
                request,
                _("Moderators need a second factor. Add a passkey or an app."),
                extra_tags="in-place",
            )
            return redirect("mfa_index")
        return view(request, *args, **kwargs)

    return guarded


@for_moderators
@require_safe
def queue(request: HttpRequest) -> HttpResponse:
    """The open cases: reports by subject, and appeals."""
    now = timezone.now()
    waiting = Appeal.objects.open().order_by("made").select_related("sanction", "player")
    signals = Signal.objects.shown_to(moderator(request)).select_related("player", "partner")
    context = {
        "signals": [(item, words_of(item)) for item in signals[:MOST]],
        "cases": [(case, case.is_claimed(at=now)) for case in reports.queue()],
        "appeals": [(item, item.is_overdue(at=now)) for item in waiting[:MOST]],
    }
    return render(request, "moderation/queue.html", context)


SIGNALS = {
    "partner": gettext_noop("{times} of the last {of} rated games were with {partner}"),
    "network": gettext_noop("{times} rated games in a week from the network of {partner}"),
    "device": gettext_noop("{times} rated games in a week in the browser of {partner}"),
    "traded": gettext_noop("{times} games with {partner} were won in turn"),
    "resigns": gettext_noop("resigned first and early in {times} of the last {of} rated games"),
}


def words_of(signal: Signal) -> str:
    partner = signal.partner.name if signal.partner else _("several partners")
    return _(SIGNALS[signal.kind]).format(times=signal.times, of=signal.of, partner=partner)


@for_moderators
@require_POST
def seen(request: HttpRequest, number: int) -> HttpResponse:
    """Note that a moderator has looked at a signal.  The signal is shown again only if it is found
    again much later."""
    by, network = moderator(request), network_code(request)
    farming.put_aside(number, by=by, network=network, now=timezone.now())
    return redirect("moderation")


@for_moderators
@require_safe
def case(request: HttpRequest, subject: str) -> HttpResponse:
    """The page of a case; only the moderator who has claimed it sees the evidence."""
    open_case, by, now = reports.find_case(subject), moderator(request), timezone.now()
    if open_case is None:
        messages.info(request, Refused("CLOSED").sentence)
        return redirect("moderation")
    code = reports.conflict(open_case, by)
    mine = not code and open_case.is_claimed(by=by, at=now)
    context: dict[str, Any] = {
        "case": open_case,
        "conflict": _(SENTENCES[code]) if code else "",
        "mine": mine,
        "claimed": open_case.is_claimed(at=now),
    }
    if mine:
        context |= choices(open_case) | history(open_case)
        context["other_lines"] = reports.other_room(open_case)
    return render(request, "moderation/case.html", context)


def choices(open_case: reports.Case) -> dict[str, Any]:
    """The choices in the form for a decision.  The first five can be chosen by number keys."""
    keyed = (Decision.DISMISS, Decision.WARNING, Decision.MUTE, Decision.PAUSE, Decision.BAN)
    return {
        "keyed": [(key, kind, LENGTHS.get(kind, ())) for key, kind in enumerate(keyed, 1)],
        "others": (Decision.RENAME, *([Decision.VOID] if rated_table(open_case) else [])),
        "rules": ConductRule.choices,
        "most": WORDS,
    }


def history(open_case: reports.Case) -> dict[str, Any]:
    """A player's history: sanctions, and reports about and by them."""
    player = open_case.first.player
    if player is None:
        return {}
    about = Report.objects.filter(player=player).exclude(closed=None)
    return {
        "sanctions": player.sanctions.select_related("by").order_by("-since")[:MOST],
        "about": about.order_by("-made")[:MOST],
        "by_them": player.reports.order_by("-made")[:MOST],
    }


@for_moderators
@require_POST
def claim(request: HttpRequest, subject: str) -> HttpResponse:
    open_case, by = reports.find_case(subject), moderator(request)
    try:
        if open_case is not None and (code := reports.conflict(open_case, by)):
            raise Refused(code)
        reports.claim(subject, by=by, network=network_code(request))
    except Refused as refused:
        messages.error(request, refused.sentence)
    return redirect("moderation_case", subject)


@for_moderators
@require_POST
def decide(request: HttpRequest, subject: str) -> HttpResponse:
    try:
        verdict = read_verdict(request)
        decisions.decide(
            subject=subject, by=moderator(request), verdict=verdict, network=network_code(request)
        )
    except Refused as refused:
        messages.error(request, refused.sentence)
        return redirect("moderation_case", subject)
    except (KeyError, ValueError):
        raise Http404 from None
    messages.success(request, _("Decided: %(decision)s.") % {"decision": verdict.decision.label})
    return redirect("moderation")


def read_verdict(request: HttpRequest) -> Verdict:
    """The verdict in a form.  Raises KeyError, ValueError."""
    form = request.POST
    decision, person = Decision(form["decision"]), form.get("player", "")
    return Verdict(
        decision,
        ConductRule(form["rule"]),
        player=number_in(person) if person else None,
        words=form.get("words", "").strip(),
        hours=number_in(form[f"hours_{decision}"]) if decision in LENGTHS else 0,
        void_recent="void_recent" in form,
    )


def number_in(text: str) -> int:
    """The whole number in a field of a form.  Raises ValueError."""
    number = whole_number(text)
    if number is None:
        raise ValueError(text)
    return number


@for_moderators
def appeal(request: HttpRequest, number: int) -> HttpResponse:
    """The page of an appeal, with the form to decide it."""
    by = moderator(request)
    open_appeal = Appeal.objects.select_related("sanction__by", "player").filter(pk=number).first()
    if open_appeal is None:
        raise Http404
    if request.method == "POST":
        try:
            appeals.decide(
                number=number,
                by=by,
                granted=request.POST.get("do") == "grant",
                answer=request.POST.get("answer", "").strip(),
                network=network_code(request),
            )
        except Refused as refused:
            messages.error(request, refused.sentence)
        else:
            messages.success(request, _("The appeal is decided."))
            return redirect("moderation")
    code = appeals.conflict(open_appeal, by)
    context = {
        "appeal": open_appeal,
        "sanction": open_appeal.sanction,
        "conflict": _(SENTENCES[code]) if code else "",
        "most": ANSWER,
    }
    return render(request, "moderation/appeal.html", context)


def moderator(request: HttpRequest) -> Player:
    return cast(Player, request.user)
