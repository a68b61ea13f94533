"""The place of the day: the same for everybody, with a board of the people who chose the best
act."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from games.accounts.callers import opener_for
from games.lab.training.day import place_of
from games.lab.training.models import TrainingAnswer
from games.lab.training.places import TrainingPlace
from games.lab.training.progress import note_of_day
from games.limits.counting import TooMany
from games.pages.play.daily import day_of, seals
from games.pages.train import visitor
from games.pages.train.question import question

SHOWN = 200  # right answers that the board lists, the first

View = dict[str, Any]


@require_http_methods(["GET", "HEAD", "POST"])
def today(request: HttpRequest) -> HttpResponse:
    """The page of today's place and its board; with `?day=`, of another day."""
    now = datetime.now(UTC)
    if request.method == "POST":
        return give(request, now)
    day = day_of(request, now.date())
    is_today = day == now.date()
    answers = TrainingAnswer.objects.filter(day=day)
    own = answers.filter(player=request.user.pk).first()
    context: View = {
        "day": day,
        "is_today": is_today,
        "own": own,
        "before": day - timedelta(days=1),
        "after": None if is_today else day + timedelta(days=1),
        "board": answers.board()[:SHOWN],
        "right": answers.filter(right=True).count(),
        "answers": answers.count(),
        "seals": seals(day, now),
        "progress": visitor.progress(request),
    }
    if chosen := shown_on(day, is_today=is_today):
        act = own.act if own else ""
        context |= question(chosen, act, is_told=own is not None or not is_today)
        return render(request, "train/today.html", context)
    return render(request, "train/past.html", context)


def shown_on(day: date, *, is_today: bool) -> TrainingPlace | None:
    """The place of a day.  None if there are no places, if nobody answered on that day, or if
    places have been made again since."""
    if is_today:
        return place_of(day)
    first = TrainingAnswer.objects.filter(day=day).first()
    chosen = place_of(day) if first else None
    is_same = first and chosen and (first.place, first.version) == (chosen.key, chosen.version)
    return chosen if is_same else None


def give(request: HttpRequest, now: datetime) -> HttpResponse:
    """Store the answer of an account or a guest to today's place; only the first answer counts."""
    chosen, act = place_of(now.date()), request.POST.get("act", "")
    if chosen and act in [answer.act for answer in chosen.answers]:
        try:
            player = opener_for(request)
        except TooMany as error:
            messages.error(request, error.sentence)
            return redirect("train_today")
        answer = note_of_day(player, chosen, act, now.date(), now)
        visitor.note(request, chosen, answer.act, now)
    return redirect("train_today")
