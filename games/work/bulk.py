"""`python -m games.work.bulk`: a Celery worker that plays for the lab, and nothing else.  It
starts in a fraction of the time of `celery worker`: no command line, no web, no compiler.

Its threads play machine code that is kept (`games/lab/runs/machine.py`), which lets the others
run meanwhile; what is not kept yet is compiled by children."""

import gc
import os
from argparse import ArgumentParser
from typing import Any

NICE = 10  # live tables come first
QUEUE = "sims"


def environment() -> None:
    """Before anything else is imported."""
    os.environ["WARSITE_BULK"] = "1"
    os.environ["CELERY_SKIP_CHECKS"] = "1"  # of the web, which is not there


def keep_loaded(**_: Any) -> None:
    """All that is loaded stays: it need not be looked through again and again."""
    gc.freeze()
    gc.enable()


def stop_compiling(**_: Any) -> None:
    """The worker ends its parts when it is told to stop, but a part that waits for the compiler is
    played again by another."""
    from games.work.lab import engine

    engine().interrupt()


def main() -> None:
    parser = ArgumentParser(description="Play for the lab.")
    parser.add_argument("-Q", "--queue", default=QUEUE)
    parser.add_argument("-c", "--concurrency", type=int, help="parts at once (all cores)")
    asked = parser.parse_args()
    gc.disable()  # while it starts
    environment()
    os.nice(NICE)
    from celery.apps.worker import Worker
    from celery.signals import worker_ready, worker_shutting_down
    from celery.utils.nodenames import default_nodename, host_format

    from warsite.celery import app

    worker = Worker(
        app=app,
        hostname=host_format(default_nodename(f"{asked.queue}@%h")),
        queues=[asked.queue],
        pool="threads",
        concurrency=asked.concurrency or len(os.sched_getaffinity(0)),
        prefetch_multiplier=1,
        loglevel="WARNING",
        without_gossip=True,
        without_mingle=True,
        quiet=True,
    )
    worker_ready.connect(keep_loaded, weak=False)
    worker_shutting_down.connect(stop_compiling, weak=False)
    worker.start()
    raise SystemExit(worker.exitcode)


if __name__ == "__main__":
    main()
