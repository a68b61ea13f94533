"""The trainer: a place of a game between bots, the question which act is best, and the result of
each act."""

import random
from datetime import UTC, datetime
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.accounts.callers import caller_of, opener_for
from games.lab.chances import from_here
from games.lab.chances.course import course_of_simulated
from games.lab.runs import run
from games.lab.runs.games import Simulated
from games.lab.runs.spec import BadRun
from games.lab.training.day import open_places
from games.lab.training.places import TrainingPlace, shipped
from games.limits.declared import PLACES
from games.pages.train import visitor
from games.pages.train.question import question
from games.table.refusals import Refused


@require_safe
def following(request: HttpRequest) -> HttpResponse:
    """Redirect to a place that this visitor has not answered yet; if all are answered, to any
    place."""
    known = open_places(datetime.now(UTC).date())
    if not known:
        return render(request, "train/none.html")
    answered = visitor.answered(request)
    left = [key for key in known if key not in answered] or [*known]
    return redirect("train_place", key=random.choice(left))


@require_http_methods(["GET", "HEAD", "POST"])
def place(request: HttpRequest, key: str) -> HttpResponse:
    """The page of a place; with `?chose=`, with the result of each of its acts."""
    chosen, now = find_place(key), datetime.now(UTC)
    if key not in open_places(now.date()):
        return redirect("train_today")
    acts = [answer.act for answer in chosen.answers]
    if request.method == "POST":
        act = request.POST.get("act", "")
        if act not in acts:
            return redirect(chosen)
        visitor.note(request, chosen, act, now)
        return redirect(f"{chosen.get_absolute_url()}?chose={act}")
    act = request.GET.get("chose", "")
    context = question(chosen, act, is_told=act in acts)
    games = from_here.games_for(chosen.game, request.user)
    context |= {
        "progress": visitor.progress(request),
        "here": {
            "path": reverse("train_go_on", args=[key]),
            "games": games,
            "is_million": games == from_here.GAMES,
        },
    }
    return render(request, "train/place.html", context)


def find_place(key: str) -> TrainingPlace:
    """The place with this key.  Raises Http404."""
    chosen = shipped().get(key)
    if chosen is None:
        raise Http404(_("There is no such place to train on, or the rules have changed since."))
    return chosen


@require_POST
def go_on(request: HttpRequest, key: str) -> HttpResponse:
    """Show what happened next in the game of a place, as its seat saw it; or continue the game from
    there, at a table with the same bots or many times in the lab."""
    chosen = find_place(key)
    if key not in open_places(datetime.now(UTC).date()):
        return redirect("train_today")
    simulation, origin = run.start(spec=chosen.run, free=True), chosen.origin
    asked = request.POST.get("do")
    if asked not in ("run", "table"):
        replay = reverse("lab_game", args=[simulation.code, origin.game])
        return redirect(f"{replay}?{urlencode({'at': origin.at, 'view': chosen.seat})}")
    caller = caller_of(request)
    caller.verify(PLACES)
    played, view = Simulated(chosen.run, origin.game), str(chosen.seat)
    try:
        if asked == "table":
            opened = from_here.open_table(
                simulation,
                played,
                origin.at,
                by=opener_for(request),
                number=chosen.seat,
                levels=chosen.policies,
            )
            return redirect("table", code=opened.code)
        source, course = f"{simulation.code}/{origin.game}", course_of_simulated(played)
        return redirect(from_here.start(caller, source, course, origin.at, view, unlisted=False))
    except (BadRun, Refused) as refused:
        messages.error(request, refused.sentence)
        return redirect(chosen)
