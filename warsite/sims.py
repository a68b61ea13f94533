"""The lab's worker: `python -m warsite.sims [-c THREADS] [--idle SECONDS]`.

A Celery worker of the queue `sims` with compiled rules, one thread per core.  It has settings of
its own and does without the command line of Celery: loading pages, admin and tournaments to count
cards would double its start and its memory."""

import gc
import os
import signal
import socket
import sys
import time
from argparse import ArgumentParser
from threading import Thread

from celery.signals import worker_ready
from celery.worker import state

from warsite.celery import app

LOOK_S = 5.0


def main() -> None:
    parser = ArgumentParser(prog="sims", description="Play the games of the lab.")
    parser.add_argument("-c", "--threads", type=int, help="one per core, unless given")
    parser.add_argument("--idle", type=float, help="end after so many seconds without a run")
    options = parser.parse_args()
    gc.disable()  # until everything is loaded, see `games.work.worker`
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "warsite.settings_lab",
        "WARSITE_JIT": "1",
    }
    worker = app.Worker(
        queues=["sims"],
        concurrency=options.threads,
        hostname=f"sims@{socket.gethostname()}",
        loglevel="WARNING",
        without_gossip=True,
        without_mingle=True,
    )
    if options.idle is not None:  # it stops in good order only once it is ready
        watch = Thread(target=end_when_idle, args=(options.idle,), daemon=True)
        worker_ready.connect(lambda **_: watch.start(), weak=False)
    worker.start()
    sys.exit(worker.exitcode)


def end_when_idle(idle_s: float) -> None:
    """Ask this worker to stop once it has been idle for `idle_s` seconds."""
    last, done = time.monotonic(), 0
    while time.monotonic() - last < idle_s:
        time.sleep(min(idle_s, LOOK_S))
        total = sum(state.total_count.values())
        if state.active_requests or total != done:
            last, done = time.monotonic(), total
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main()
