"""Acts of people come first: deadlines, the acts of bots, and messages to spectators wait for
them."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress

LANES = 2
LONGEST_DELAY_S = 0.2  # after this the others go on all the same


class Acts:
    """The acts of players that are being done."""

    def __init__(self) -> None:
        self.running = 0
        self.none = asyncio.Event()
        self.none.set()

    @contextmanager
    def one_more(self) -> Iterator[None]:
        self.running += 1
        self.none.clear()
        try:
            yield
        finally:
            self.running -= 1
            if not self.running:
                self.none.set()

    async def wait(self, longest_s: float) -> None:
        """Wait until no act is being done, but not longer than this."""
        with suppress(TimeoutError):
            async with asyncio.timeout(longest_s):
                await self.none.wait()


class Precedence:
    """Let a few other things run at a time while nobody acts at any table of an event loop."""

    def __init__(self) -> None:
        self.acts, self.lanes = Acts(), asyncio.Semaphore(LANES)

    @asynccontextmanager
    async def given(self) -> AsyncIterator[None]:
        async with self.lanes:
            if self.acts.running:
                await self.acts.wait(LONGEST_DELAY_S)
            yield
