"""A table, or a player's news, as lines of JSON over HTTP, for programs without a websocket."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing

from games.bus.open_connections import Place
from games.live import limits, sessions
from games.live.feeds import BEAT_S, Feed, feeds
from games.live.following import Following
from games.live.rooms import rooms
from games.table import clock
from games.untrusted import encode

LONGEST_S = 3600.0
_running: set["Lines"] = set()


def end_all() -> None:
    """End all streams because this process stops."""
    for lines in _running:
        lines.end("RESTART")


class Lines(ABC):
    """The messages of a socket as lines.  `digest` is the digest of the caller's token."""

    def __init__(self, place: Place, digest: str = "") -> None:
        self.place, self.digest = place, digest
        self.news = asyncio.Event()
        self.ended = ""  # why

    def end(self, why: str) -> None:
        self.ended = why
        self.news.set()

    def sign_out(self) -> None:
        """End the stream because the token has been revoked or has expired."""
        self.end("REVOKED")

    async def lines(self) -> AsyncIterator[str]:
        """Yield lines until the stream ends; the last line gives the reason."""
        hour = asyncio.get_running_loop().call_later(LONGEST_S, self.end, "HOUR")
        watch = sessions.watch(sessions.valid_tokens)
        if self.digest:
            watch.add(self, self.digest)
        _running.add(self)
        try:
            async with limits.opened(self.place), aclosing(self.messages()) as messages:
                async for text in messages:
                    yield text + "\n"
        finally:
            hour.cancel()
            watch.discard(self)
            _running.discard(self)

    @abstractmethod
    def messages(self) -> AsyncGenerator[str, None]: ...


class TableLines(Lines):
    """A connection to the table's room that behaves like a socket."""

    rtt_ms = hearing = None  # programs hear no chat

    def __init__(self, table_id: int, following: Following, place: Place, digest: str = "") -> None:
        super().__init__(place, digest)
        self.table_id, self.following = table_id, following
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

    def shut_out(self) -> None:
        self.end("NO_SUCH_TABLE")

    async def messages(self) -> AsyncGenerator[str, None]:
        room = rooms().enter(self.table_id, self)
        self.wake()
        try:
            while True:
                await self.news.wait()
                self.news.clear()
                if self.ended:
                    yield encode({"bye": self.ended, "since": self.following.since or 0})
                    return
                if (text := self.following.missed(room, self.wake)) is not None:
                    yield text
                snapshot = room.snapshot
                if snapshot is not None and snapshot.table.is_over:
                    self.end("OVER")
                elif snapshot is not None and self.beat_due:
                    self.beat_due = False
                    now = snapshot.table.game_ms(clock.now_ms())
                    beat = {"v": snapshot.table.shown, "now": now, "watchers": room.watchers}
                    yield encode({"beat": beat})
        finally:
            await rooms().leave(room, self)


class PersonalLines(Lines):
    """A player's news.  Each line is a whole `me` message, so a client never has to catch up."""

    def __init__(self, player_id: int, language: str, place: Place, digest: str) -> None:
        super().__init__(place, digest)
        self.feed = Feed(player_id, language, self.put, beats=False)
        self.text = ""  # the newest, if it has not been sent

    async def put(self, text: str) -> None:
        self.text = text
        self.news.set()

    async def messages(self) -> AsyncGenerator[str, None]:
        await feeds().add(self.feed)
        try:
            while not self.ended:
                text = await self.next()
                if text:
                    yield text
            yield encode({"bye": self.ended})
        finally:
            await feeds().discard(self.feed)

    async def next(self) -> str:
        """Return the newest message, or a beat after some seconds without one; empty at the end of
        the stream."""
        try:
            async with asyncio.timeout(BEAT_S):
                await self.news.wait()
        except TimeoutError:
            return encode({"beat": {"now": clock.now_ms()}})
        self.news.clear()
        text, self.text = self.text, ""
        return text
