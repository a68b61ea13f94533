"""What people do comes first: what happens by itself, such as deadlines and the acts of bots, and
spectators, who are told of it, wait for them."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress

LANES = 2
LONGEST_DELAY_S = 0.2  # then others go on all the same


class Acts:
    """What players do, while it is being done."""

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
        """Until there are none, but not longer than this."""
        with suppress(TimeoutError):
            async with asyncio.timeout(longest_s):
                await self.none.wait()


class Precedence:
    """At all tables of an event loop: a few of the other things at a time, while nobody acts."""

    def __init__(self) -> None:
        self.acts, self.lanes = Acts(), asyncio.Semaphore(LANES)

    @asynccontextmanager
    async def given(self) -> AsyncIterator[None]:
        async with self.lanes:
            if self.acts.running:
                await self.acts.wait(LONGEST_DELAY_S)
            yield
