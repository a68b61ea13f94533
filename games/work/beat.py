"""Beat, which sends the periodic tasks, as a thread of a live worker (`BEAT_IN_WORKER`).

A process for beat, or `celery worker -B`, would take 80 to 120 MB."""

import logging
from threading import Event, Thread

from celery import Celery
from celery.beat import Service
from django.db import connections

log = logging.getLogger(__name__)
LONGEST_NAP_S = 1  # it cannot be woken, and the worker waits for it when it stops
PAUSE_S = 1.0
LONGEST_STOP_S = 5.0


class Beat(Thread):
    def __init__(self, app: Celery) -> None:
        super().__init__(name="beat", daemon=True)
        self.stopping = Event()
        self.app = app
        self.service = self.new_service()

    def new_service(self) -> Service:
        scheduler = self.app.conf.beat_scheduler
        return Service(self.app, max_interval=LONGEST_NAP_S, scheduler_cls=scheduler)

    def run(self) -> None:
        """Run beat, and restart it after an error, as a supervisor would."""
        while not self.stopping.is_set():
            try:
                self.service.start()  # until `stop`
            except Exception:
                log.exception("Beat failed, and starts again")
                self.stopping.wait(PAUSE_S)
                self.service = self.new_service()
        connections.close_all()

    def stop(self) -> None:
        self.stopping.set()
        self.service.stop()
        self.join(LONGEST_STOP_S)
