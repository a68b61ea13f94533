"""A lab run as lines of JSON, until it ends."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from typing import Any

from asgiref.sync import sync_to_async
from django.http import HttpRequest, StreamingHttpResponse
from ninja import Router

from games.api.lab import PROBLEMS, find_run, run_facts
from games.api.streams import LINES, caller_of, streamed
from games.bus.db_thread import in_thread
from games.bus.open_connections import Place
from games.lab.runs.models import Simulation, State
from games.live import limits

router = Router()
MOST = 8  # runs that one caller follows at once
EVERY_S, BEAT_S, LONGEST_S = 1.0, 5.0, 3600.0


@router.get("/{code}/stream", response=PROBLEMS, summary="A run, line by line", openapi_extra=LINES)
async def stream(request: HttpRequest, code: str) -> StreamingHttpResponse:
    """Each line is the run with its results so far: one a second at most while they change, else
    one every five seconds.  The last one has another `status` than `running`; a stream that ends
    without it was cut, or has lasted an hour."""
    key = f"runs of {caller_of(request)}"
    simulation = await sync_to_async(find_run)(code)
    place = await limits.claim(key, MOST)
    return streamed(lines(simulation.pk, place))


async def lines(run: int, place: Place) -> AsyncIterator[str]:
    begun = sent_at = time.monotonic()
    sent: Any = None
    async with limits.opened(place):
        while time.monotonic() - begun < LONGEST_S:
            state = await in_thread(progress, run)
            if state is None:
                return
            if state != sent or time.monotonic() - sent_at >= BEAT_S:
                yield await in_thread(line, run)
                sent, sent_at = state, time.monotonic()
                if state[0] != State.RUNNING:
                    return
            await asyncio.sleep(EVERY_S)


def progress(run: int) -> Any:
    """What changes when the run goes on or ends; None: it was deleted."""
    return Simulation.objects.filter(pk=run).values_list("status", "games_done").first()


def line(run: int) -> str:
    return json.dumps(run_facts(Simulation.objects.get(pk=run))) + "\n"
