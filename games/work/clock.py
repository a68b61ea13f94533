"""The clock of a live worker: a thread that takes due entries and passes them to a few other
threads.

Any number of workers may run a clock; each due entry is claimed by one worker."""

import logging
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any

from django.db import connections
from redis import Redis
from redis.client import PubSub
from redis.exceptions import RedisError

from games.bus import schedule, valkey
from games.bus.db_thread import with_clean_connections, with_kept_connections
from games.table import clock
from games.work.matching import match_wishes
from games.work.ratings import rate_tables
from games.work.showcase import sleep_or_wake
from games.work.sweep import SWEEP_S, sweep
from games.work.tables import LATE_MS, fast_forward, fire_timers, late_tables, wake_bots
from games.work.tournaments import run_tournament

log = logging.getLogger(__name__)
THREADS = 6
LONGEST_WAIT_S = 0.5
AGAIN_MS = 1000
REPEATED_S = 60.0  # a clock that stays wrong is reported again after this
HANDLERS: dict[str, Callable[[int], None]] = {
    "t": fire_timers,
    "b": wake_bots,
    "f": fast_forward,
    "c": run_tournament,
    "r": lambda _: rate_tables(),
    "m": lambda _: match_wishes(),
    "s": lambda _: sleep_or_wake(),
}
OF_TABLES = {"t", "b", "f"}


def place_of(entry: str) -> str:
    """The row that an entry has to lock.  Reminders of all kinds for a table lock the same row."""
    kind, _, number = entry.partition(":")
    return number if kind in OF_TABLES else entry


class Clock:
    """The clock: one thread that waits for due entries, one that sweeps, and some that work; `stop`
    waits for work in progress."""

    def __init__(self) -> None:
        self.stopping = threading.Event()
        self.pending: dict[str, set[str]] = {}  # place -> what is claimed there and not begun
        self.guard = threading.Lock()
        self.places = SimpleQueue[str]()  # where a thread is to look; "" if only to stop
        self.is_right = threading.Event()  # set while the clock agrees with the database's
        self.reported_s = -REPEATED_S  # when it last was reported wrong (monotonic)
        self.redis = valkey.client()
        self.untyped: Any = self.redis
        tasks = [self._keep_time, self._keep_sweeping, *[self._work] * THREADS]
        self.threads = [threading.Thread(target=task, daemon=True) for task in tasks]

    def start(self) -> None:
        for thread in self.threads:
            thread.start()

    def stop(self) -> None:
        self.stopping.set()
        for _ in range(THREADS):
            self.places.put("")
        for thread in self.threads:
            thread.join()

    def _keep_time(self) -> None:
        while not self.stopping.is_set():
            try:
                with self.untyped.pubsub(ignore_subscribe_messages=True) as wakes:
                    wakes.subscribe(schedule.wake_channel())
                    self._take_turns(self.redis, wakes)
            except (RedisError, OSError):
                log.warning("The clock waits for Valkey; the sweeper goes on")
                self.stopping.wait(0.5)

    def _take_turns(self, redis: Redis, wakes: PubSub) -> None:
        while not self.stopping.is_set():
            if not self.is_right.wait(LONGEST_WAIT_S):
                continue
            now = clock.now_ms()
            claim = schedule.claim(redis, now)
            self._hand_over(claim.due)
            if claim.next_ms is None:
                wait_s = LONGEST_WAIT_S
            else:
                wait_s = min(LONGEST_WAIT_S, max(0, claim.next_ms - clock.now_ms()) / 1000)
            if wait_s:
                wakes.get_message(timeout=wait_s)

    def _hand_over(self, due: Iterable[str]) -> None:
        """Pass each place to a thread.  At most one thread waits for a table, however many entries
        are due there."""
        for entry in due:
            place = place_of(entry)
            with self.guard:
                is_free = place not in self.pending
                self.pending.setdefault(place, set()).add(entry)
            if is_free:
                self.places.put(place)

    def _work(self) -> None:
        """Handle places until the clock stops.  Entries that are left are found by another worker's
        sweep."""
        while (place := self.places.get()) and not self.stopping.is_set():
            self._do(place)
        connections.close_all()  # the pool would not find them again

    def _do(self, place: str) -> None:
        """Handle the due entries of one place, and schedule again the entries that arrived
        meanwhile."""
        with self.guard:
            entries, self.pending[place] = self.pending[place], set()
        for entry in sorted(entries):
            self._handle(entry)
        with self.guard:
            came_again = self.pending.pop(place)
        self._remind(dict.fromkeys(came_again, clock.now_ms()))

    def _handle(self, entry: str) -> None:
        """Handle one reminder.  After an error, for example without the database, schedule it
        again."""
        kind, _, number = entry.partition(":")
        try:
            with_kept_connections(HANDLERS[kind], int(number))
        except Exception:
            log.exception("%s failed", entry)
            self._remind({entry: clock.now_ms() + AGAIN_MS})

    def _remind(self, entries: dict[str, int]) -> None:
        with suppress(RedisError, OSError):  # the sweep finds it
            schedule.add(self.redis, entries)

    def _keep_sweeping(self) -> None:
        sweep_due = 0.0
        while not self.stopping.is_set():
            try:
                if time.monotonic() >= sweep_due:
                    sweep_due = time.monotonic() + SWEEP_S
                    if self._compare():
                        with_clean_connections(sweep)
                elif self.is_right.is_set():
                    self._hand_over(map(schedule.timer, with_kept_connections(late_tables)))
            except Exception:
                log.exception("The sweep failed")
            self.stopping.wait(LATE_MS / 1000)
        connections.close_all()

    def _compare(self) -> bool:
        """Check this machine's clock.  A worker with a wrong clock meets no deadlines; workers on
        other machines do so instead."""
        off = with_clean_connections(clock.off_ms)
        if abs(off) <= clock.MOST_OFF_MS:
            self.is_right.set()
            return True
        if time.monotonic() - self.reported_s >= REPEATED_S:
            self.reported_s = time.monotonic()
            log.error("This clock is %s ms ahead of PostgreSQL's: no deadline is met by it", off)
        self.is_right.clear()
        return False
