"""A network connection between one browser and the site that can be cut and restored."""

import asyncio
import contextlib
import threading
from collections.abc import Coroutine
from typing import Any


class Cable:
    """A TCP relay on its own port.  Unplugged, connections break and new ones fail."""

    def __init__(self, port: int) -> None:
        self.far = port
        self.plugged = True
        self.writers: set[asyncio.StreamWriter] = set()
        self.serving: set[asyncio.Task[Any]] = set()
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.server = self._do(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.port: int = self.server.sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"

    def _do(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(10)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self.plugged:
            writer.transport.abort()
            return
        task = asyncio.current_task()
        assert task is not None
        self.serving.add(task)
        self.writers.add(writer)
        with contextlib.suppress(OSError):  # the site has stopped
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.far)
            self.writers.add(far_writer)
            if not self.plugged:  # meanwhile
                far_writer.transport.abort()
            await asyncio.gather(self._pump(reader, far_writer), self._pump(far_reader, writer))
            self.writers.discard(far_writer)
        self.writers.discard(writer)
        self.serving.discard(task)

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        writer.close()

    async def _break(self) -> None:
        for writer in tuple(self.writers):
            writer.transport.abort()

    def unplug(self) -> None:
        self.plugged = False
        self._do(self._break())

    def plug(self) -> None:
        self.plugged = True

    async def _end(self) -> None:
        """Close every connection, also one that is just being made."""
        self.server.close()
        while self.serving:
            await self._break()
            await asyncio.wait(self.serving, timeout=0.1)
        await asyncio.sleep(0)

    def close(self) -> None:
        self.unplug()
        self._do(self._end())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(10)
        self.loop.close()
