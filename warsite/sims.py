"""The lab's worker: `python -m warsite.sims [-c THREADS]`.

A Celery worker of the queue `sims` with compiled rules, one thread per core.  It has settings of
its own and does without the command line of Celery: loading pages, admin and tournaments to count
cards would double its start and its memory."""

import gc
import os
import socket
import sys
from argparse import ArgumentParser

from warsite.celery import app


def main() -> None:
    parser = ArgumentParser(prog="sims", description="Play the games of the lab.")
    parser.add_argument("-c", "--threads", type=int, help="one per core, unless given")
    threads = parser.parse_args().threads
    gc.disable()  # until everything is loaded, see `games.work.worker`
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "warsite.settings_lab",
        "WARSITE_JIT": "1",
        "CELERY_SKIP_CHECKS": "1",  # they load every page
    }
    worker = app.Worker(
        queues=["sims"],
        concurrency=threads,
        hostname=f"sims@{socket.gethostname()}",
        loglevel="WARNING",
        without_gossip=True,
        without_mingle=True,
    )
    worker.start()
    sys.exit(worker.exitcode)


if __name__ == "__main__":
    main()
