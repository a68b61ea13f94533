"""Files with single games of a run, one game in a row."""

import csv
import json
from io import StringIO
from typing import Any, NamedTuple

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.accounts.callers import caller_of
from games.lab.runs.models import Simulation
from games.lab.runs.sample import Sampled, most_of, sample
from games.lab.runs.spec import BadRun, whole
from games.limits.declared import SAMPLES
from games.pages.history.exports import attached
from games.pages.lab.games import simulated
from games.pages.lab.runs import given
from warsite.addresses import address_for_others

KEPT_S = 24 * 3600


class Asked(NamedTuple):
    """The games of a run that a request names."""

    run: Simulation
    first: int
    games: int


def asked_of(request: HttpRequest, code: str) -> Asked:
    """The games that a request names; by default the first ones.  Raises BadRun, Http404."""
    run, _game = simulated(code, 0)
    most = most_of(run.spec)
    first = whole(_("First game"), request.GET.get("first", "0"), 0, run.games - 1, "NO_GAME")
    games = whole(_("Games"), request.GET.get("games", str(most)), 1, most, "BAD_COUNT")
    return Asked(run, first, games)


def games_of(request: HttpRequest, asked: Asked) -> list[Sampled]:
    """The games that a request names, which are cached for a day.  Raises TooMany."""
    run, first, games = asked
    key = f"sample:{run.code}:{run.rules_version}:{first}:{games}"
    kept: Any = caches["copies"].get(key)
    if kept is None:
        caller_of(request).verify(SAMPLES)
        kept = [list(row) for row in sample(run.spec, first, games)]
        caches["copies"].set(key, kept, KEPT_S)
    return [Sampled(*row) for row in kept]


def link_of(request: HttpRequest, run: Simulation, game: int) -> str:
    return address_for_others(request, reverse("lab_game", args=[run.code, game]))


@require_safe
def as_json(request: HttpRequest, code: str) -> HttpResponse:
    try:
        asked = asked_of(request, code)
    except BadRun as bad:
        return HttpResponse(bad.sentence, status=400, content_type="text/plain")
    run = asked.run
    games = [
        row._asdict() | {"link": link_of(request, run, row.game)}
        for row in games_of(request, asked)
    ]
    units = {"game": "number", "length": run.spec.adapter.terms.unit, "winner": "seat"}
    text = json.dumps({"run": run.code, "units": units, "games": games}, indent=1)
    return given(run, attached(text, "application/json", f"run-{run.code}-games.json"))


@require_safe
def as_csv(request: HttpRequest, code: str) -> HttpResponse:
    try:
        asked = asked_of(request, code)
    except BadRun as bad:
        return HttpResponse(bad.sentence, status=400, content_type="text/plain")
    run, text = asked.run, StringIO()
    rows = csv.writer(text)
    unit = run.spec.adapter.terms.unit
    rows.writerow(["game (number)", f"length ({unit})", "winner (seat)", "link"])
    for row in games_of(request, asked):
        rows.writerow([*row, link_of(request, run, row.game)])
    return given(run, attached(text.getvalue(), "text/csv", f"run-{run.code}-games.csv"))
