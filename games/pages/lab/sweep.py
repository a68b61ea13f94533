"""Sweeps: experiments that vary one setting and compare one number.  Each point is an ordinary
run."""

import csv
import json
from io import StringIO
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts.callers import caller_of
from games.lab.counting.adapter import ADAPTERS
from games.lab.counting.adapter import find as find_adapter
from games.lab.runs import answer, run, sweep
from games.lab.runs.answer import Asked
from games.lab.runs.comparison import Side
from games.lab.runs.figures import Named
from games.lab.runs.models import Simulation
from games.lab.runs.spec import BadRun
from games.lab.runs.sweep import NUMBERS, PLAYER, Sweep
from games.pages.history.exports import attached, open_to_all
from games.pages.lab.runs import codap_of, words_of
from games.rules.catalogue import GAMES, find
from warsite.addresses import address_for_others

View = dict[str, Any]
USUAL = 100_000  # games of War for each value
ASKED = {"length": Asked.LENGTH, "wins": Asked.WINS}


def asked_of(data: QueryDict) -> Sweep:
    """The sweep that an address or a form describes.  Raises BadRun."""
    game = data.get("game", "war")
    cost = find_adapter(game).cost
    return sweep.read_sweep(
        game=game,
        options=data.get("options", ""),
        vary=data.getlist("vary"),
        values=data.getlist("value"),
        number=data.get("number", "length"),
        games=data.get("games", str(USUAL // cost)),
        seed=data.get("seed", "1"),
    )


def query_of(asked: Sweep) -> str:
    """The query of a sweep, which determines it completely."""
    first = asked.specs[0]
    pairs = [("game", asked.game), ("options", asked.options), ("vary", asked.vary)]
    pairs += [("value", value.key) for value in asked.values]
    pairs += [("number", asked.number), ("games", str(first.games)), ("seed", str(first.seed))]
    return urlencode(pairs)


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """The form, and the known points of the sweep that it describes; POST starts the missing
    runs."""
    data = request.POST if request.method == "POST" else request.GET
    context: View = {"section": "lab"} | form_of(data)
    if not data.get("vary") or "fill" in data:
        return render(request, "lab/sweep.html", context)
    try:
        asked = asked_of(data)
        if request.method == "POST":
            run.start_all(caller_of(request), asked.specs)
            return redirect(f"{reverse('lab_sweep')}?{query_of(asked)}")
    except BadRun as bad:
        return render(request, "lab/sweep.html", context | {"problem": bad.sentence}, status=400)
    return render(request, "lab/sweep.html", context | shown(request, asked))


def form_of(data: QueryDict) -> View:
    """The context of the form with its fields as filled in; the game determines which settings may
    be varied."""
    game = data.get("game", "war")
    game = game if game in ADAPTERS else "war"
    adapter, schema = ADAPTERS[game], find(game).schema
    things = [
        (option.key, translation.gettext(option.label))
        for option in schema.options
        if option.key not in adapter.idle and len(option.choices) > 1
    ]
    if len(sweep.players_of(game)) > 1:
        things.append((PLAYER, _("The player in seat 1")))
    vary = data.get("vary") or things[0][0]
    vary = vary if vary in dict(things) else things[0][0]
    values = sweep.values_of(game, vary)
    chosen = [] if "fill" in data else data.getlist("value")
    ticked = chosen or [value.key for value in values[: sweep.MOST]]
    return {
        "kinds": [(key, _(GAMES[key].name)) for key in ADAPTERS],
        "game": game,
        "options": data.get("options", ""),
        "things": things,
        "vary": vary,
        "values": [(value.key, value.words, value.key in ticked) for value in values],
        "numbers": [(key, number.label) for key, number in sweep.numbers_of(game).items()],
        "number": data.get("number", "length"),
        "games": data.get("games", str(USUAL // adapter.cost)),
        "seed": data.get("seed", "1"),
    }


def shown(request: HttpRequest, asked: Sweep) -> View:
    """The context of a sweep's page, from the games that are counted so far."""
    points = points_of(asked)
    counted = [point for point in points if point["measured"]]
    sides = [Named(point["name"], point["side"]) for point in counted]
    number = NUMBERS[asked.number]
    thing = _("The player in seat 1")
    if asked.vary != PLAYER:
        thing = translation.gettext(sweep.find_option(asked.game, asked.vary).label)
    return {
        "asked": asked,
        "thing": thing,
        "words": words_of(asked.specs[0]._replace(options=asked.options)),
        "label": number.label,
        "is_share": number.is_share,
        "terms": asked.specs[0].adapter.terms.said(translation),
        "points": points,
        "counted": counted,
        "missing": sum(point["run"] is None for point in points),
        "running": any(point["run"].is_running for point in points if point["run"]),
        "answer": answer.of_sides(sides, ASKED[asked.number]) if asked.number in ASKED else [],
        "query": query_of(asked),
        "link": address_for_others(request, f"{reverse('lab_sweep')}?{query_of(asked)}"),
        "day": max((point["run"].created_at for point in counted), default=None),
        "commands": " && ".join(spec.command for spec in asked.specs),
        "codap": codap_of(request, f"{reverse('lab_sweep_csv')}?{query_of(asked)}"),
    }


def points_of(asked: Sweep) -> list[View]:
    """A row for each value: its run, its number, and the difference from the first value with a
    result."""
    number, base = NUMBERS[asked.number], None
    points: list[View] = []
    for value, spec in zip(asked.values, asked.specs, strict=True):
        stored = Simulation.objects.with_spec(spec).order_by("id").first()
        sums = stored.counted if stored else None
        point: View = {"key": value.key, "name": value.words, "run": stored, "measured": None}
        if sums and sums.games:
            side = Side(spec, sums)
            point |= {"side": side, "games": sums.games, "measured": number.measure(side)}
            point["gap"] = sweep.difference(number, base, side) if base else None
            base = base or side
        points.append(point)
    return points


def rows_of(request: HttpRequest) -> list[dict[str, Any]]:
    """The points of a sweep for other programs.  Raises BadRun."""
    asked = asked_of(request.GET)
    unit = NUMBERS[asked.number].unit or asked.specs[0].adapter.terms.unit
    return [
        {
            asked.vary: point["key"],
            "run": point["run"].code,
            "games": point["games"],
            asked.number: point["measured"].value,
            "low": point["measured"].low,
            "high": point["measured"].high,
            "unit": unit,
        }
        for point in points_of(asked)
        if point["measured"]
    ]


@require_safe
def as_json(request: HttpRequest) -> HttpResponse:
    try:
        body = json.dumps(rows_of(request), indent=1)
    except BadRun as bad:
        return HttpResponse(bad.sentence, status=400, content_type="text/plain")
    return open_to_all(attached(body, "application/json", "sweep.json"))


@require_safe
def as_csv(request: HttpRequest) -> HttpResponse:
    try:
        rows = rows_of(request)
    except BadRun as bad:
        return HttpResponse(bad.sentence, status=400, content_type="text/plain")
    text = StringIO()
    writer = csv.writer(text)
    if rows:
        unit = rows[0]["unit"]
        measured = (request.GET.get("number", "length"), "low", "high")
        heads = {"games": "games (count)"} | {key: f"{key} ({unit})" for key in measured}
        keys = [key for key in rows[0] if key != "unit"]
        writer.writerow([heads.get(key, key) for key in keys])
        writer.writerows([row[key] for key in keys] for row in rows)
    return open_to_all(attached(text.getvalue(), "text/csv", "sweep.csv"))
