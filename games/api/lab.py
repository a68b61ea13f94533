"""Lab runs: list, read, start, cancel and resume.

Starting a run needs a token with `lab:run`, or the session cookie, as on the page (a guest gets the
cookie with the first run), and the CSRF token in the header X-CSRFToken."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any

from asgiref.sync import sync_to_async
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.utils import translation
from django.utils.translation import gettext as _
from ninja import Field, Router, Schema, Status

from games.accounts.callers import caller_of
from games.accounts.models import Player
from games.accounts.tokens import Scope
from games.api import links
from games.api.auth import BY_TOKEN_OR_COOKIE, verify_may
from games.api.problems import Problem
from games.api.rule_sets import CHOICE, options_of
from games.api.streams import LINES, caller_key, streamed
from games.bus.db_thread import in_thread
from games.bus.open_connections import Place
from games.lab.counting.adapter import ADAPTERS, BadRun
from games.lab.runs import report, run
from games.lab.runs.by_hand import read_deal
from games.lab.runs.models import Simulation, State
from games.lab.runs.spec import RunSpec, read_spec
from games.limits.declared import RUN_STREAMS
from games.live import limits

router = Router()
PROBLEMS = {404: Problem, 429: Problem}
REFUSALS = {401: Problem, 403: Problem, 409: Problem, 422: Problem, 429: Problem}
# Codes of BadRun that are not about wrong values.
STATUS = {"TOO_MANY": 409, "OUTDATED": 409}
STATUS |= dict.fromkeys(("NOT_ALLOWED", "BANNED", "TOO_LARGE"), 403)
EVERY_S, BEAT_S, LONGEST_S = 1.0, 5.0, 3600.0  # between two lines, if nothing changes, in total


class RunRequest(Schema):
    game: str = Field(description="war, ww3 or ultimate")
    games: int = Field(description="how many; see the limits of the lab")
    preset: str = Field("", max_length=40, description=CHOICE)
    seed: int = Field(1, description="the same seed gives the same games")
    options: str | dict[str, str] = Field("", description="house rules, as key=value;key=value")
    policies: list[str] = Field([], description="one for all seats, or one for each; see /policies")
    hands: list[str] = Field([], description="a deal by hand, by seat: 4 aces; empty: the rest")
    ordered: list[bool] = Field([], description="whether each hand is in this order, top first")


class RunOut(Schema):
    """A run, without its results."""

    code: str
    status: str
    game: str
    options: str
    policies: list[str]
    games: int
    games_done: int
    seed: int
    rules_version: int
    created: datetime = Field(alias="created_at")
    address: str = Field(alias="get_absolute_url")


@router.get(
    "/runs", response={200: list[RunOut], 422: Problem, **PROBLEMS}, summary="Runs, newest first"
)
def runs(
    request: HttpRequest,
    response: HttpResponse,
    game: str = "",
    options: str | None = None,
    limit: links.Limit = links.SIZE,
    before: links.Number = None,
    after: links.Number = None,
) -> Any:
    """The runs, newest first."""
    stored = Simulation.objects.listed().defer("sums")
    if game:
        stored = stored.filter(game=game)
    if options is not None:
        stored = stored.filter(options=options)
    page = links.newest_first(request, response, stored, limit=limit, before=before, after=after)
    return page


@router.get("/policies", response=dict[str, dict[str, str]], summary="Players for the seats")
def policies(request: HttpRequest) -> Any:
    return {
        key: {name: line.translate(translation) for name, line in adapter.policies.items()}
        for key, adapter in ADAPTERS.items()
    }


def find_run(code: str) -> Simulation:
    """Find the run with this code.  Raises Http404."""
    simulation = Simulation.objects.filter(code=code.upper()).first()
    if simulation is None:
        raise Http404
    return simulation


@router.get(
    "/runs/{code}", response={200: dict[str, Any], **PROBLEMS}, summary="A run, with results"
)
def read_run(request: HttpRequest, code: str) -> Any:
    return run_facts(find_run(code))


def run_facts(simulation: Simulation) -> dict[str, Any]:
    result = report.report(simulation.spec, simulation.counted)
    return result | {"code": simulation.code, "status": simulation.status}


def spec_of(body: RunRequest) -> RunSpec:
    """Read the run that a request describes.  Raises BadRun, BadQuestion."""
    asked = body.dict(exclude={"preset", "hands", "ordered"})
    asked["options"] = options_of(body.game, body.preset, body.options)
    if not body.hands:
        return read_spec(**asked)
    ordered = [*body.ordered, *[False] * len(body.hands)][: len(body.hands)]
    return read_deal(**asked, hands=body.hands, ordered=ordered)


@router.post(
    "/runs",
    response={200: RunOut, 201: RunOut, **REFUSALS},
    summary="Start a run",
    openapi_extra=BY_TOKEN_OR_COOKIE,
)
def create(request: HttpRequest, body: RunRequest) -> Any:
    """Start a run: 201 if it is new, 200 if the same run exists already."""
    verify_may(request, Scope.LAB)
    spec = spec_of(body)
    existed = Simulation.objects.with_spec(spec).exists()
    simulation = run.start_for(caller_of(request), spec)
    return Status(200 if existed else 201, simulation)


@router.post(
    "/runs/{code}/cancel",
    response={200: RunOut, **PROBLEMS, **REFUSALS},
    openapi_extra=BY_TOKEN_OR_COOKIE,
)
def cancel(request: HttpRequest, code: str) -> Any:
    """Stop one of your runs.  The run keeps its counts and can be resumed."""
    return run.cancel(simulation=mine(request, code))


@router.post(
    "/runs/{code}/resume",
    response={200: RunOut, **PROBLEMS, **REFUSALS},
    openapi_extra=BY_TOKEN_OR_COOKIE,
)
def resume(request: HttpRequest, code: str) -> Any:
    """Resume one of your runs."""
    return run.resume(simulation=mine(request, code))


@router.post(
    "/runs/{code}/again",
    response={201: RunOut, **PROBLEMS, **REFUSALS},
    openapi_extra=BY_TOKEN_OR_COOKIE,
)
def again(request: HttpRequest, code: str) -> Any:
    """Start the same run with the next unused seed."""
    verify_may(request, Scope.LAB)
    old = find_run(code)
    return Status(201, run.start_for(caller_of(request), run.again(old), old.origin))


def mine(request: HttpRequest, code: str) -> Simulation:
    """Find a run that this player may change.  Raises BadRun, Http404."""
    verify_may(request, Scope.LAB)
    simulation, player = find_run(code), request.user
    if not isinstance(player, Player) or not (
        player.is_staff or simulation.started_by_id == player.pk
    ):
        raise BadRun("NOT_ALLOWED", _("You can only stop or resume your own runs."))
    return simulation


@router.get(
    "/runs/{code}/stream", response=PROBLEMS, summary="A run, line by line", openapi_extra=LINES
)
async def stream(request: HttpRequest, code: str) -> StreamingHttpResponse:
    """Each line is the run with its results so far: at most one line a second while the results
    change, otherwise one every five seconds.  In the last line `status` is not `running`; a stream
    that ends without this line was cut, or has lasted an hour."""
    key = f"runs of {caller_key(request)}"
    simulation = await sync_to_async(find_run)(code)
    place = await limits.claim(key, RUN_STREAMS)
    return streamed(lines(simulation.pk, place))


async def lines(simulation_id: int, place: Place) -> AsyncIterator[str]:
    begun = sent_at = time.monotonic()
    sent: Any = None
    async with limits.opened(place):
        while time.monotonic() - begun < LONGEST_S:
            state = await in_thread(progress, simulation_id)
            if state is None:
                return
            if state != sent or time.monotonic() - sent_at >= BEAT_S:
                yield await in_thread(line, simulation_id)
                sent, sent_at = state, time.monotonic()
                if state[0] != State.RUNNING:
                    return
            await asyncio.sleep(EVERY_S)


def progress(simulation_id: int) -> Any:
    """The fields that change during a run; None if the run was deleted."""
    return Simulation.objects.filter(pk=simulation_id).values_list("status", "games_done").first()


def line(simulation_id: int) -> str:
    return json.dumps(run_facts(Simulation.objects.get(pk=simulation_id))) + "\n"
