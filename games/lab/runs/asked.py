"""Runs that people ask for, on a page or by the API."""

from django.http import HttpRequest

from games.accounts import limits
from games.accounts.guests import guest_for
from games.accounts.models import Player
from games.lab.runs import run
from games.lab.runs.models import Simulation
from games.lab.runs.spec import RunSpec


def start(request: HttpRequest, spec: RunSpec) -> Simulation:
    """Start a run, or show the same run if it exists, which costs nothing.  Raises BadRun,
    TooMany."""
    if not Simulation.objects.with_spec(spec).exists():
        run.verify_may(spec, request.user if isinstance(request.user, Player) else None)
        limits.verify(limits.RUNS, request, weight=run.weight_of(spec), busy=run.is_busy())
    return run.start(spec=spec, by=guest_for(request))
