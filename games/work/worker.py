"""A Celery worker that serves the queue `live` runs a clock for as long as it lives."""

import gc
from typing import Any

from celery.signals import worker_ready, worker_shutdown

from games.bus import valkey
from games.work.clock import Clock

_clocks: list[Clock] = []


def start_clock(sender: Any, **_: Any) -> None:
    if "live" in sender.app.amqp.queues.consume_from and valkey.has_server():
        clock = Clock()
        clock.start()
        _clocks.append(clock)
        gc.collect()
        gc.freeze()  # what is loaded now is not looked at again while deadlines wait


def stop_clock(**_: Any) -> None:
    while _clocks:
        _clocks.pop().stop()


def give_clocks() -> None:
    """Have workers of this process run clocks."""
    worker_ready.connect(start_clock)
    worker_shutdown.connect(stop_clock)
