"""Lab runs, curves of chances, and forecasts of tournaments, on the queue `sims`.

A task is one chunk of a run; after playing it, the worker puts the next chunk of the same lane at
the end of the queue.  So runs take turns, however large they are, and a repeated task does no harm.
The parts of a curve follow each other in the same way."""

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from celery import shared_task
from django.conf import settings
from kombu.exceptions import KombuError
from redis.exceptions import RedisError

from games.bus import valkey
from games.bus.marks import MARK_MS, compiling, is_marked, marked
from games.lab.chances import curves, luck, work
from games.lab.chances.models import StoredCurve
from games.lab.chances.tally import Tally
from games.lab.forecasts import forecasts
from games.lab.runs import engine, run
from games.lab.runs.models import Simulation
from games.rules.jit import COMPILED
from games.rules.records import StaleLayout
from warsite.celery import app

log = logging.getLogger(__name__)
QUEUE = "sims"
ANSWER_S = 2.0  # for workers to respond
PLAIN = 100  # how many times slower plain rules are
_prepared: set[tuple[str, str]] = set()  # games whose compiled rules are loaded, and how


@shared_task(name="games.tasks.play_chunk")
def play_in_turn(simulation_id: int, number: int) -> None:
    """Play one chunk of a run, then queue the next chunk of its lane behind other runs."""
    following = play_chunk(simulation_id, number)
    if following is not None:
        send(simulation_id, following)


def play_chunk(simulation_id: int, number: int) -> int | None:
    """Play a chunk and add its results.  Return the number of the lane's next chunk, or None at the
    end."""
    simulation = Simulation.objects.filter(pk=simulation_id).defer("sums").first()
    if simulation is None or not simulation.is_running:
        return None
    if number not in simulation.next_chunks():
        return None
    spec = simulation.spec
    if spec.trouble:
        run.fail(simulation=simulation, problem="OUTDATED")
        return None
    begun = time.monotonic()
    with marked(mark_of(simulation_id, number)):
        way = "fast" if spec.is_fast else ""
        prepare(spec.game, way, lambda: engine.play(spec, engine.Chunk(0, 0, 1)))
        sums = engine.play(spec, simulation.chunk(number))
    spent_ms = round(1000 * (time.monotonic() - begun))
    return run.add(simulation=simulation_id, number=number, sums=sums, spent_ms=spent_ms)


def prepare(game: str, way: str, play: Callable[[], object]) -> None:
    """Load or compile the rules before this process first plays a game in this way."""
    if COMPILED and (game, way) not in _prepared:
        with marked(compiling(game)):
            play()
        _prepared.add((game, way))


@shared_task(name="games.tasks.play_part")
def play_part_in_turn(curve_id: int) -> None:
    """Play the next part of a curve, then queue the part after it behind other runs."""
    if play_part(curve_id):
        send_part(curve_id)


def play_part(curve_id: int) -> bool:
    """Play a part of a curve, which takes about a second, and add its results.  Return whether
    there is more to do."""
    row = StoredCurve.objects.filter(pk=curve_id).first()
    if row is None or not row.is_running or row.starts is None:
        return False
    playouts = row.playouts
    try:
        starts = work.unpacked(row.game, bytes(row.starts))
    except StaleLayout:
        starts = []
    if playouts.is_stale or not starts:
        curves.fail(row.pk)
        return False
    with marked(mark_of_curve(curve_id)):
        prepare(row.game, "on", lambda: playouts.tally(starts[-1], 0, 1))
        played: list[tuple[int, Tally]] = []
        for index, first, games in row.next_parts(budget_of(row)):
            played.append((index, playouts.tally(starts[index], first, games)))
    has_more = curves.add(row, played)
    for done in StoredCurve.objects.filter(pk=row.pk):
        luck.note(done)
    return has_more


@shared_task(name="games.tasks.play_forecast")
def play_forecast_in_turn(forecast_id: int) -> None:
    """Simulate the next tournaments of a forecast, then queue the rest behind other runs."""
    if forecasts.play_part(forecast_id):
        send_forecast(forecast_id)


def budget_of(row: StoredCurve) -> int:
    """The number of games in a part of a curve."""
    chunk = row.playouts.adapter.chunk
    return chunk if COMPILED else chunk // PLAIN


def mark_of_curve(curve_id: int) -> str:
    return f"curve:{curve_id}"


def mark_of(simulation_id: int, number: int) -> str:
    return f"chunk:{simulation_id}:{number}"


def requeue_lost(*, now: int) -> None:
    """Queue chunks and parts again that a killed worker had taken; called every two seconds.  While
    the queue is not empty, the missing ones may be in it, so `requeue_stuck_runs` decides."""
    runs = Simulation.objects.stuck(since=now - MARK_MS).defer("sums")
    parts = list(StoredCurve.objects.stuck(since=now - MARK_MS).values_list("pk", flat=True))
    if not (runs or parts) or valkey.client().llen(valkey.key(QUEUE)):
        return
    for curve_id in parts:
        if not is_marked(mark_of_curve(curve_id)):
            on_part_wanted(curve_id=curve_id)
    for simulation in runs:
        chunks = simulation.next_chunks()
        lost = [number for number in chunks if not is_marked(mark_of(simulation.pk, number))]
        on_run_wanted(simulation_id=simulation.pk, chunks=lost)


def has_workers() -> bool:
    """Whether any worker plays chunks.  If there is none, this takes two seconds."""
    if not settings.REDIS_URL:
        return False
    try:
        queues = app.control.inspect(timeout=ANSWER_S).active_queues() or {}
    except (KombuError, RedisError, OSError):
        return False
    return any(queue["name"] == QUEUE for rows in queues.values() for queue in rows)


def on_run_wanted(*, simulation_id: int, chunks: list[int], **more: Any) -> None:
    """Receive `run_wanted`, and queue the first chunks.  Without a broker, `requeue_stuck_runs`
    queues the chunks later."""
    for number in chunks:
        send(simulation_id, number)
    if chunks:
        wake_worker()


def on_part_wanted(*, curve_id: int, **more: Any) -> None:
    """Receive `part_wanted`, and queue a part.  Without a broker, `requeue_stuck_runs` queues the
    part later."""
    send_part(curve_id)
    wake_worker()


def on_forecast_wanted(*, forecast_id: int, **more: Any) -> None:
    """Receive `forecast_wanted`, and queue the first part."""
    send_forecast(forecast_id)
    wake_worker()


def wake_worker() -> None:
    """Wake the lab's worker, which under `make play` runs only while there is work."""
    with suppress(OSError):  # elsewhere nobody looks, and the folder may be read-only
        settings.LAB_WANTED.touch()


def send(simulation_id: int, number: int) -> None:
    try:
        play_in_turn.apply_async((simulation_id, number), retry=False)
    except (KombuError, RedisError, OSError):
        log.warning("No broker: chunk %s of run %s waits", number, simulation_id)


def send_part(curve_id: int) -> None:
    try:
        play_part_in_turn.apply_async((curve_id,), retry=False)
    except (KombuError, RedisError, OSError):
        log.warning("No broker: a part of curve %s waits", curve_id)


def send_forecast(forecast_id: int) -> None:
    try:
        play_forecast_in_turn.apply_async((forecast_id,), retry=False)
    except (KombuError, RedisError, OSError):
        log.warning("No broker: a part of forecast %s waits", forecast_id)
