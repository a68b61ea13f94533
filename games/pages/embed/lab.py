"""A run of the lab in a frame: its answer, the share of wins of each seat, and a link to the
run."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _

from games.lab.runs import answer
from games.lab.runs.models import Simulation
from games.pages.embed.framing import framed
from games.pages.lab.numbers import numbers
from games.pages.lab.runs import title_of
from games.templatetags.front import seat_names


def find_listed(code: str) -> Simulation:
    """A run with results that anybody may find.  Raises Http404."""
    run = get_object_or_404(Simulation, code=code.upper(), unlisted=False)
    if not run.counted.games:
        raise Http404(_("This run has no results yet."))
    return run


@framed
def run(request: HttpRequest, code: str) -> HttpResponse:
    simulation = find_listed(code)
    spec, sums = simulation.spec, simulation.counted
    context = numbers(spec, sums, seat_names(len(spec.policies))) | {
        "run": simulation,
        "name": title_of(simulation),
        "answer": answer.of_run(spec, sums),
        "page": simulation.get_absolute_url(),
    }
    return render(request, "embed/run.html", context)
