"""A table as lines of JSON over HTTP: a connection of its room, like a socket."""

import asyncio
from collections.abc import AsyncIterator

from games.live import limits, protocol, room, sessions
from games.live.room import Following, Room
from games.table import clock

LONGEST_S = 3600.0
_running: set["Lines"] = set()


def end_all() -> None:
    """This process stops."""
    for one in _running:
        one.end("RESTART")


class Lines:
    """Each line is a message of the table's socket.  `digest` is that of the caller's token."""

    rtt_ms = None

    def __init__(self, table_id: int, following: Following, caller: str, digest: str = "") -> None:
        """Raises TooManyOpen."""
        limits.verify_may_open(caller)
        self.table_id, self.following = table_id, following
        self.caller, self.digest = caller, digest
        self.news = asyncio.Event()
        self.beat_due = False
        self.ended = ""  # why

    @property
    def player_id(self) -> int | None:
        return self.following.player_id

    def wake(self, *, beat: bool = False) -> None:
        self.beat_due |= beat
        self.news.set()

    def force_resend(self) -> None:
        self.following.force_resend()
        self.wake()

    def end(self, why: str) -> None:
        self.ended = why
        self.news.set()

    def sign_out(self) -> None:
        """The token has been revoked, or has expired."""
        self.end("REVOKED")

    async def lines(self) -> AsyncIterator[str]:
        """Until something ends it; the last line says what."""
        hour = asyncio.get_running_loop().call_later(LONGEST_S, self.end, "HOUR")
        watch = sessions.watch(sessions.valid_tokens)
        if self.digest:
            watch.add(self, self.digest)
        _running.add(self)
        here = room.enter(self.table_id, self)
        self.wake()
        try:
            with limits.opened(self.caller):
                async for text in self._follow(here):
                    yield text + "\n"
        finally:
            hour.cancel()
            watch.discard(self)
            _running.discard(self)
            await room.leave(here, self)

    async def _follow(self, here: Room) -> AsyncIterator[str]:
        while True:
            await self.news.wait()
            self.news.clear()
            if self.ended:
                yield protocol.encode({"bye": self.ended, "since": self.following.since or 0})
                return
            text = self.following.missed(here)
            if text is not None:
                yield text
            snapshot = here.snapshot
            if snapshot is not None and snapshot.table.is_over:
                self.end("OVER")
            elif snapshot is not None and self.beat_due:
                self.beat_due = False
                now = snapshot.table.game_ms(clock.now_ms())
                beat = {"v": snapshot.table.shown, "now": now, "watchers": here.watchers}
                yield protocol.encode({"beat": beat})
