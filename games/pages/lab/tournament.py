"""The forecast of a tournament: how often each entrant wins, by the plan in a form or that of an
event."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.accounts.callers import caller_of
from games.lab.forecasts import forecasts
from games.lab.forecasts.models import Forecast
from games.lab.forecasts.plan import Planned, powers_between
from games.lab.runs.luck import counted_meter, find_meter
from games.lab.runs.spec import BadRun
from games.pages.tournaments.director.sketch import Sketch
from games.pages.tournaments.director.tournament_form import chosen_in
from games.pages.tournaments.presence import BEFORE
from games.pages.tournaments.shortcuts import find as find_event
from games.ratings.reading import skills_of
from games.ratings.skill import Skill, powers
from games.rules.catalogue import GAMES
from games.table.clock import moment, now_ms
from games.tournaments import proposal
from games.tournaments.models import Entrant
from games.tournaments.reading.public import stages_of
from games.tournaments.settings import Settings
from games.tournaments.writer.life import pool_for

View = dict[str, Any]
FIELDS = ("size", "format", "rounds", "entrants")  # of the form; the other values stay
BARS = 16  # entrants that are shown


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """The form for a plan, and its forecast so far; POST starts to compute the forecast."""
    data = (request.POST if request.method == "POST" else request.GET).dict()
    for name in ("csrfmiddlewaretoken", "as"):
        data.pop(name, None)
    sketch = Sketch(data)
    context = {
        "sketch": sketch,
        "games": GAMES.values(),
        "values": data.items(),
        "kept": [(key, value) for key, value in data.items() if key not in FIELDS],
    }
    return answered(request, sketch, context, f"{reverse('lab_tournament')}?{urlencode(data)}")


@require_http_methods(["GET", "HEAD", "POST"])
def event(request: HttpRequest, code: str) -> HttpResponse:
    """The forecast of an event that has not begun, for the entrants so far.  Raises Http404."""
    tournament = find_event(request, code)
    if tournament.state not in BEFORE:
        raise Http404(_("This tournament has begun."))
    entered = list(
        tournament.entrants.filter(status=Entrant.Status.ENTERED).select_related("player")
    )
    some = {"entrants": str(len(entered))} if len(entered) > 1 else {}
    sketch = Sketch(chosen_in(tournament) | some)
    later = [s for _stage, s in stages_of(tournament)][1:]
    context = {"sketch": sketch, "event": tournament}
    return answered(request, sketch, context, request.path, later, entered)


def answered(
    request: HttpRequest,
    sketch: Sketch,
    context: View,
    address: str,
    later: Sequence[Settings] = (),
    entered: Sequence[Entrant] = (),
) -> HttpResponse:
    """The page of a plan, or its forecast as JSON; POST starts to compute the forecast.  `later`:
    the settings of the stages after the first."""
    query = urlencode(request.GET.dict() | {"as": "json"})
    context |= {"section": "lab", "as_json": f"{request.path}?{query}"}
    try:
        rated = rated_powers(sketch, entered)
        plan = planned(sketch, later, tuple(rated.values()))
        if request.method == "POST":
            forecasts.ask_for(caller_of(request), [plan, *filter(None, [plan.longer])])
            return redirect(address)
    except BadRun as bad:
        context["problem"] = bad.sentence
        return render(request, "lab/tournament.html", context, status=400)
    if request.GET.get("as") == "json":
        return JsonResponse(exported(plan, list(rated)))
    return render(request, "lab/tournament.html", context | shown(plan, list(rated)))


def planned(sketch: Sketch, later: Sequence[Settings], rated: tuple[float, ...]) -> Planned:
    """The tournament that a sketch describes.  `rated`: the powers of its entrants.  Raises
    BadRun."""
    if sketch.draft.problem:
        raise BadRun("BAD_OPTIONS", sketch.draft.problem_words)
    s = sketch.settings
    if s is None:
        raise BadRun("BAD_PLAN", sketch.problem)
    each = proposal.plan_of(s, sketch.entrants, sketch.round_minutes(s)).each
    return Planned((s, *later), rated or usual_powers(sketch), each or 0)


def usual_powers(sketch: Sketch) -> tuple[float, ...]:
    """The powers of a usual field: the strongest entrant plays like the best bot, the weakest like
    a beginner.  Raises BadRun."""
    if sketch.is_luck:
        return (1.0,) * sketch.entrants
    game, options = sketch.game.key, sketch.draft.canonical
    meter = find_meter(game, options) or counted_meter(game, options)
    if meter is None:
        words = _("We have not measured how much skill decides with these rules. Choose a preset.")
        raise BadRun("NOT_MEASURED", words)
    return powers_between(meter.share.value, sketch.size, sketch.entrants)


def rated_powers(sketch: Sketch, entered: Sequence[Entrant]) -> dict[str, float]:
    """The powers of the entrants by name, the strongest first, if at least half of them are rated.
    Unrated entrants count as average."""
    s = sketch.settings
    pool = pool_for(s) if s and len(entered) > 1 else None
    if pool is None or sketch.is_luck:
        return {}
    players = {entrant.player_id: entrant.player.name for entrant in entered}
    skills = skills_of(pool.key, players, moment(now_ms()))
    if 2 * len(skills) < len(players):
        return {}
    average = Skill()
    strengths = powers([skills.get(player, average) for player in players])
    by_name = zip(players.values(), strengths, strict=True)
    return dict(sorted(by_name, key=lambda row: -row[1]))


# What is known -------------------------------------------------------------------------------


def shown(plan: Planned, names: Sequence[str]) -> View:
    """The context of a plan: sentences, and a bar for each of the strongest entrants."""
    if plan.powers[0] == plan.powers[-1]:
        text = _("These rules leave no choice, so all %(n)d players win equally often.")
        return {"answer": [text % {"n": len(plan.powers)}], "is_luck": True}
    row, longer = forecasts.find(plan), plan.longer
    more = forecasts.find(longer) if longer else None
    rows = [each for each in (row, more) if each]
    view: View = {
        "forecast": row,
        "running": any(each.is_running for each in rows),
        "percent": min((each.percent for each in rows), default=0),
    }
    if row is None or not row.done:
        return view
    return view | {
        "answer": sentences(plan, row, more, names),
        "bars": [
            (names[rank - 1] if names else "", rank, 100 * share)
            for rank, share in enumerate(row.shares[:BARS], 1)
        ],
        "rest": len(row.shares) - BARS,
        "margin": 100 * row.half_width,
        "is_rated": bool(names),
    }


def exported(plan: Planned, names: Sequence[str]) -> View:
    """The plan and its forecast for programs.  The lists `wins` and `entrants` begin with the
    strongest entrant."""
    row = forecasts.find(plan)
    return plan.serialise() | {
        "entrants": list(names) or None,
        "tournaments": row.done if row else 0,
        "wins": row.wins if row else [0] * len(plan.powers),
    }


def sentences(
    plan: Planned, row: Forecast, more: Forecast | None, names: Sequence[str]
) -> list[str]:
    """The findings of a forecast, in sentences."""
    fields: Mapping[str, object] = {"n": len(plan.powers), "wins": round(100 * row.shares[0])}
    if names:
        text = _("%(name)s, the strongest of %(n)d, wins %(wins)d of 100 such tournaments.")
        said = [text % {**fields, "name": names[0]}]
    else:
        text = _("The strongest of %(n)d players wins %(wins)d of 100 such tournaments.")
        said = [text % fields]
    if more is not None and more.done and plan.longer is not None:
        text = _("With %(rounds)d rounds instead of %(now)d: %(wins)d of 100.")
        rounds = {"rounds": plan.longer.stages[0].rounds, "now": plan.stages[0].rounds}
        said.append(text % {**rounds, "wins": round(100 * more.shares[0])})
    return said
