"""The runs that a luck meter adds up: links to the stored runs, and a button to start the missing
ones."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.lab.runs import run
from games.lab.runs.luck import Meter, counted_meter, find_meter, specs
from games.lab.runs.models import Simulation
from games.lab.runs.spec import RunSpec
from games.lab.runs.statistics import Share
from games.pages.lab.runs import name_of, words_of
from games.rules.catalogue import UnknownGame, find
from games.rules.options import BadOptions


@require_http_methods(["GET", "HEAD", "POST"])
def luck(request: HttpRequest, game: str) -> HttpResponse:
    """The runs that a luck meter adds up, for the canonical options in the address."""
    options = request.GET.get("options", "")
    meter = measured(game, options)
    if meter is None:
        raise Http404(_("Not measured for these rules."))
    wanted = specs(game, options, meter.best)
    if request.method == "POST":  # one run for each seat, so it is free
        for spec in wanted:
            run.start(spec=spec, free=True)
        return redirect(request.get_full_path())
    rows = [row_of(spec, seat, meter) for seat, spec in enumerate(wanted)]
    stored = [row["run"] for row in rows if row["run"]]
    context = {
        "section": "lab",
        "game": game,
        "options": options,
        "meter": meter,
        "name": name_of(wanted[0]),
        "words": words_of(wanted[0]),
        "rows": rows,
        "missing": len(stored) < len(rows),
        "running": any(stored_run.is_running for stored_run in stored),
        "total": Share(sum(row["won"] for row in rows), sum(row["games"] for row in rows)),
    }
    return render(request, "lab/luck.html", context)


def measured(game: str, options: str) -> Meter | None:
    """The meter of these rules; None if they are invalid or were not measured."""
    try:
        canonical = find(game).canonical(find(game).options(options))
    except (UnknownGame, BadOptions):
        return None
    return find_meter(game, canonical) or counted_meter(game, canonical)


def row_of(spec: RunSpec, seat: int, meter: Meter) -> dict[str, Any]:
    """The run in which the best bot has this seat; if there is none, the shipped measurement."""
    stored = Simulation.objects.with_spec(spec).order_by("id").first()
    wins = stored.counted.wins if stored else []
    return {
        "seat": seat + 1,
        "run": stored,
        "won": wins[seat] if len(wins) else meter.won[seat],
        "games": sum(wins) if len(wins) else meter.games[seat],  # with a single winner
    }
