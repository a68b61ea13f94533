"""Pictures of the lab's results: a run, and named house rules."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.lab.runs import answer, rule_sets, statistics
from games.lab.runs.models import Simulation
from games.pages.lab.runs import title_of
from games.pages.pictures import board
from games.pages.pictures.drawing import CHANGING, SETTLED, picture
from games.pages.pictures.lettering import lettered, texts
from games.pages.presentation.base import PRESENTATIONS
from games.pages.rule_sets.page import find_set, lines_of
from games.templatetags.front import seat_names


def shares_of(simulation: Simulation) -> dict[str, Any]:
    """The share of wins of each seat, as a bar and in figures."""
    seats = len(simulation.spec.policies)
    shares = statistics.chances(simulation.counted, seats)
    pairs = zip(seat_names(seats), shares, strict=True)
    words = [f"{name}: {share:.0%}" for name, share in pairs]
    return {"bar": board.bar(enumerate(shares, 1)), "signs": board.signs(words, top=506)}


@require_safe
def run(request: HttpRequest, code: str) -> HttpResponse:
    """The picture of a run, with its answer."""
    simulation = get_object_or_404(Simulation, code=code.upper(), unlisted=False)
    if not simulation.counted.games:
        raise Http404
    said = " ".join(answer.of_run(simulation.spec, simulation.counted))
    context = texts(title_of(simulation), said, top=136, size=68) | shares_of(simulation)
    lasting = CHANGING if simulation.is_running else SETTLED
    return picture(request, "text", context, lasting=lasting)


@require_safe
def rule_set(request: HttpRequest, code: str) -> HttpResponse:
    """The picture of house rules: their name, their differences from the usual ones, and the lab's
    findings."""
    found = find_set(code)
    rules, simulation = found.rules, rule_sets.run_of(found)
    o = rules.options(found.mended.options)
    spare = _("House rules of {game}").format(game=_(rules.name))
    own = [phrase for phrase, meaning in lines_of(rules, o) if meaning]
    context = texts(lettered(found.name, spare), ". ".join([_(rules.name), *own]))
    if simulation is not None and simulation.counted.games:
        context |= shares_of(simulation)
    else:
        context["cards"] = board.tile(PRESENTATIONS[found.game])
    return picture(request, "text", context, lasting=CHANGING)
