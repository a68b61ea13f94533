"""What concerns a player as lines of JSON over HTTP, for programs."""

import asyncio
from collections.abc import AsyncGenerator

from games.bus.open_connections import Place
from games.live import protocol
from games.live.lines import Lines
from games.live.personal.feeds import BEAT_S, Feed, feeds
from games.table import clock


class PersonalLines(Lines):
    """Each line is the whole truth, so there is nothing to catch up with."""

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
            yield protocol.encode({"bye": self.ended})
        finally:
            await feeds().discard(self.feed)

    async def next(self) -> str:
        """The newest truth, or a beat after some seconds without one; empty: it has ended."""
        try:
            async with asyncio.timeout(BEAT_S):
                await self.news.wait()
        except TimeoutError:
            return protocol.encode({"beat": {"now": clock.now_ms()}})
        self.news.clear()
        text, self.text = self.text, ""
        return text
