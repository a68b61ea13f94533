"""Luck and choices of a finished game: for each seat the chances at the deal, the effects of cards
and opponents, the effect of its own choices, and the costliest of these choices."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.accounts.callers import caller_of
from games.lab.chances import curves
from games.lab.chances.course import course_of_table, strongest
from games.lab.counting.adapter import BadRun, find
from games.lab.runs.models import State
from games.pages.history.chances import Subject, progress
from games.pages.history.luck_lines import is_judged, lines, playouts
from games.pages.history.replay import over_or_redirect, subject_of
from games.pages.presentation.base import PRESENTATIONS
from games.rules.catalogue import BOTS
from games.table.models import Table
from games.table.replay.recording import ALL

View = dict[str, Any]


@require_http_methods(["GET", "HEAD", "POST"])
def luck(request: HttpRequest, code: str) -> HttpResponse:
    table = over_or_redirect(request, code)
    if isinstance(table, HttpResponse):
        return table
    names = [seat.player.name for seat in table.seats.all()]
    subject = subject_of(table, names)
    if not table.deal or (subject.has_decisions and not is_judged(subject)):
        raise Http404(_("The choices of this game are not judged."))
    levels = BOTS[table.game].levels
    asked = request.POST.get("bot") or request.GET.get("bot", "")
    bot = asked if asked in levels else strongest(table.game)
    context: View = {
        "table": table,
        "names": names,
        "presentation": PRESENTATIONS[table.game],
        "replay": reverse("replay", args=[table.code]),
        "bots": [(key, _(level.name)) for key, level in levels.items()],
        "bot": bot,
        "note": note_of(table.game),
    }
    if not subject.has_decisions:
        return render(request, "replay/luck.html", context | by_cards_alone(subject))
    if request.method == "POST":
        return ask(request, table, subject, bot)
    return render(request, "replay/luck.html", context | split_lines(subject, bot))


def note_of(game: str) -> str:
    """The sentence on which acts count as choices in this game; "" if all do."""
    known = find(game).decisions
    return _(known.note) if known and known.note else ""


def ask(request: HttpRequest, table: Table, subject: Subject, bot: str) -> HttpResponse:
    """Request the splits of all seats, and redirect to the page.  Raises TooMany."""
    try:
        course = partial(course_of_table, table)
        curves.ask_for_splits(caller_of(request), subject.source, playouts(subject, bot), course)
    except BadRun as bad:
        messages.error(request, bad.sentence)
    usual = bot == strongest(table.game)
    return redirect(reverse("luck", args=[table.code]) + ("" if usual else f"?bot={bot}"))


def split_lines(subject: Subject, bot: str) -> View:
    """The lines of all seats, or the progress of their splits."""
    try:
        rows = curves.splits_of(subject.source, playouts(subject, bot))
    except BadRun as bad:
        raise Http404(bad.sentence) from None
    known = [row for row in rows if row is not None]
    running = [row for row in known if row.is_running]
    context: View = {
        "row": running[0] if running else None,
        "failed": any(row.status == State.FAILED for row in known),
        "percent": sum(row.percent for row in known) // max(1, len(known)),
        "can_ask": len(known) < len(rows) or any(row.status == State.FAILED for row in known),
        "lines": [] if running else lines(subject, known),
    }
    return context | (progress(running[0]) if running else {})


def by_cards_alone(subject: Subject) -> View:
    """The context of a game without decisions: the chances at the deal with all cards known, and
    the change since."""
    row = curves.find_curve(subject.source, subject.playouts(""), ALL)
    if row is None or not row.is_done or not subject.has_deal:
        return {"all_luck": True}
    first, last = row.curve.places[0].tally, row.curve.places[-1].tally
    pairs = zip(subject.names, first.chances, last.chances, strict=True)
    parts = [
        (name, round(100 * dealt), round(100 * result) - round(100 * dealt))
        for name, dealt, result in pairs
    ]
    return {"all_luck": True, "deals": parts, "by_deal": first.exact}
