"""The form to save house rules under a name."""

from contextlib import suppress
from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.accounts.callers import caller_of
from games.accounts.models import Player
from games.lab.runs import rule_sets
from games.lab.runs.spec import BadRun
from games.limits.counting import TooMany
from games.pages.play.draft import Draft
from games.pages.play.new import draft_of
from games.rule_sets import writer
from games.rule_sets.models import LONGEST_NAME, RuleSet, offered_to
from games.rule_sets.writer import Refused
from games.rules.catalogue import GAMES


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """The form for rules and a name; each change requests it again (a script requests only its
    inner part)."""
    data, problem = request.POST if request.method == "POST" else request.GET, ""
    draft = draft_of(data, offered_to(request.user))
    if request.method == "POST" and data.get("do") == "save" and draft.problem is None:
        try:
            return redirect(save(request, draft))
        except (Refused, TooMany) as refused:
            problem = refused.sentence
    context = {
        "section": "rules",
        "games": GAMES.values(),
        "draft": draft,
        "name": data.get("name", ""),
        "longest": LONGEST_NAME,
        "problem": problem,
    }
    inner = request.headers.get("X-Fragment") == "draft"
    template = "rule_sets/_draft.html" if inner else "rule_sets/form.html"
    return render(request, template, context, status=400 if problem else 200)


def save(request: HttpRequest, draft: Draft) -> RuleSet:
    """Save the rules in the form, and start to measure them if the lab has room.  Raises Refused,
    TooMany."""
    by, name = cast(Player, request.user), request.POST.get("name", "")
    made = writer.save(by=by, name=name, game=draft.game.key, options=draft.canonical)
    with suppress(BadRun, TooMany):
        rule_sets.measure(caller_of(request), made)
    return made
