"""A table as lines of JSON over HTTP: a connection of its room, like a socket."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable

from games.bus.db_thread import in_thread
from games.live import protocol, room
from games.live.room import Following, Room
from games.table import clock

LONGEST_S = 3600.0
MOST = 48  # of one caller in this process
_open: Counter[str] = Counter()


class TooManyLines(Exception):
    """One caller has as many streams open as they may."""


class Lines:
    """Each line is a message of the table's socket.  `is_valid` asks the database, at each beat,
    whether this caller may still hear."""

    rtt_ms = None

    def __init__(
        self, table_id: int, following: Following, caller: str, is_valid: Callable[[], bool]
    ) -> None:
        """Raises TooManyLines."""
        if _open[caller] >= MOST:
            raise TooManyLines
        self.table_id, self.following = table_id, following
        self.caller, self.is_valid = caller, is_valid
        self.news = asyncio.Event()
        self.beat_due = False

    @property
    def player_id(self) -> int | None:
        return self.following.player_id

    def wake(self, *, beat: bool = False) -> None:
        self.beat_due |= beat
        self.news.set()

    def force_resend(self) -> None:
        self.following.force_resend()
        self.wake()

    async def lines(self) -> AsyncIterator[str]:
        """Until the game is over, an hour has passed, or the caller may no longer hear."""
        _open[self.caller] += 1
        here = room.enter(self.table_id, self)
        self.wake()
        try:
            async for text in self._follow(here):
                yield text + "\n"
        finally:
            _open[self.caller] -= 1
            if not _open[self.caller]:
                del _open[self.caller]
            await room.leave(here, self)

    async def _follow(self, here: Room) -> AsyncIterator[str]:
        ends = time.monotonic() + LONGEST_S
        while await self._heard(ends):
            text = self.following.missed(here)
            if text is not None:
                yield text
            snapshot = here.snapshot
            if snapshot is None:
                continue
            if snapshot.table.is_over:
                yield self._bye("OVER")
                return
            if self.beat_due:
                self.beat_due = False
                if not await in_thread(self.is_valid):
                    yield self._bye("REVOKED")
                    return
                now = snapshot.table.game_ms(clock.now_ms())
                beat = {"v": snapshot.table.shown, "now": now, "watchers": here.watchers}
                yield protocol.encode({"beat": beat})
        yield self._bye("HOUR")

    async def _heard(self, ends: float) -> bool:
        """Wait for an update; False when the time is over."""
        try:
            async with asyncio.timeout(ends - time.monotonic()):
                await self.news.wait()
        except TimeoutError:
            return False
        self.news.clear()
        return True

    def _bye(self, why: str) -> str:
        """The last line, with the version to come back with."""
        return protocol.encode({"bye": why, "since": self.following.since or 0})
