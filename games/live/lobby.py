"""The open tables and wishes, for all connections of an event loop that show the lobby.

The lobby is read and encoded once per change, however many connections there are."""

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING

from games.bus.db_thread import in_thread
from games.lobby.rows import lobby_texts

if TYPE_CHECKING:
    from games.live.feeds import Feed

log = logging.getLogger(__name__)
GROUP = "lobby"  # group of the channel layer
BEAT_S = 5.0
AT_MOST_EVERY_S = 0.5


class Lobby:
    """The lobby, as sent to the connections of one event loop."""

    def __init__(self) -> None:
        self.readers: set[Feed] = set()
        self.news = asyncio.Event()
        self.task: asyncio.Task[None] | None = None

    def add(self, feed: "Feed") -> None:
        self.readers.add(feed)
        if self.task is None:
            self.task = asyncio.create_task(self._tell())
        self.news.set()

    def discard(self, feed: "Feed") -> None:
        self.readers.discard(feed)
        if self.task is not None and not self.readers:
            self.task.cancel()
            self.task = None

    def refresh(self) -> None:
        """Note that the lobby may have changed."""
        self.news.set()

    async def _tell(self) -> None:
        """Send the lobby whenever it has changed, at most twice a second.  After a lost hint, the
        next beat sends it."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT_S):
                    await self.news.wait()
            self.news.clear()
            try:
                texts = await in_thread(lobby_texts, {feed.language for feed in self.readers})
            except Exception:  # most likely the database; the next beat tries again
                log.exception("The lobby could not be read")
                texts = {}
            for feed in self.readers:
                text = texts.get(feed.language, feed.lobby)
                if text != feed.lobby:
                    feed.lobby = text
                    feed.put(text, "lobby")
            await asyncio.sleep(AT_MOST_EVERY_S)
