"""The start and the end of Celery workers.  A worker of the queue `live` runs a clock and yields to
web processes; one of `sims` yields to everything else and stops quickly.  Beat deletes schedules of
tasks that no longer exist."""

import gc
import logging
import os
from collections.abc import Mapping
from threading import Timer
from typing import TYPE_CHECKING, Any

from celery.signals import (
    beat_init,
    celeryd_init,
    worker_ready,
    worker_shutdown,
    worker_shutting_down,
)
from django.conf import settings

from games.bus import valkey
from games.rules.jit import COMPILED

if TYPE_CHECKING:
    from games.work.beat import Beat
    from games.work.clock import Clock

log = logging.getLogger(__name__)
LIVE_NICE, SIMS_NICE = 10, 19  # web comes first, because people wait for it, and the lab last
STOP_S = 5.0  # chunks take a second; compiling, which cannot be stopped, takes up to a minute
_clocks: list["Clock | Beat"] = []


def begin(options: Mapping[str, Any], **_: Any) -> None:
    """Receive `celeryd_init`, which is sent by workers started on the command line."""
    if "sims" not in (options.get("queues") or ()):
        os.nice(LIVE_NICE)
        return
    os.nice(SIMS_NICE)
    worker_shutting_down.connect(end_soon)
    if not COMPILED:
        log.warning("Games for the lab are played a hundred times slower than by `warsite.sims`")


def end_soon(**_: Any) -> None:
    """Exit soon even if a task is running, because another worker repeats unfinished chunks."""
    timer = Timer(STOP_S, os._exit, (0,))
    timer.daemon = True
    timer.start()


def keep_loaded(**_: Any) -> None:
    """Freeze the loaded objects, so that garbage collections do not delay deadlines."""
    gc.collect()
    gc.freeze()
    gc.enable()


def start_clocks(sender: Any, **_: Any) -> None:
    if "live" in sender.app.amqp.queues.consume_from and valkey.has_server():
        from games.work.beat import Beat
        from games.work.clock import Clock  # the lab's worker does not load live tables

        clocks: list[Clock | Beat] = [Clock()]
        if settings.BEAT_IN_WORKER:
            clocks.append(Beat(sender.app))
        for clock in clocks:
            clock.start()
            _clocks.append(clock)


def stop_clocks(**_: Any) -> None:
    while _clocks:
        _clocks.pop().stop()


def forget_former_tasks(**_: Any) -> None:
    """Receive `beat_init`, and delete tasks of earlier releases, because beat stores schedules by
    name."""
    from django_celery_beat.models import PeriodicTask

    known = PeriodicTask.objects.filter(task__startswith="games.tasks.")
    known.exclude(name__in=settings.CELERY_BEAT_SCHEDULE).delete()


def connect() -> None:
    """Connect the functions of this module to the signals of a worker process."""
    beat_init.connect(forget_former_tasks)
    celeryd_init.connect(begin)
    worker_ready.connect(start_clocks)
    worker_ready.connect(keep_loaded)
    worker_shutdown.connect(stop_clocks)
