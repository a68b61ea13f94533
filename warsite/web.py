"""The web process: uvicorn, extended to end long, unread and silent connections.

python -m warsite.web --host 127.0.0.1 --port 8000
"""

import argparse
import asyncio
import math
import socket
from typing import Any

import uvicorn

from warsite.asgi import application
from warsite.local.addresses import port

UNREAD_TICKS, HEAD_TICKS = 300, 10  # ticks of a tenth of a second
HEAD_S = 20.0  # for the head of a request to arrive
PORTION, PAUSE_S = 20, 0.1  # connections that are closed together when this process stops
LONGEST_S = 4.0  # to close them all


class Server(uvicorn.Server):
    """A server that ends streams and closes sockets little by little before it stops, drops closed
    connections whose clients no longer read, and closes connections that send no request."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.unread = dict[Any, int]()  # bytes
        self.silent = dict[tuple[Any, Any], float]()  # connection and its last request: since when

    async def on_tick(self, counter: int) -> bool:
        if counter % UNREAD_TICKS == 0:
            self.drop_unread()
        if counter % HEAD_TICKS == 0:
            self.close_silent()
        return await super().on_tick(counter)

    def drop_unread(self) -> None:
        closing = [
            connection
            for connection in self.server_state.connections
            if connection.transport.is_closing()
        ]
        unread = {
            connection: connection.transport.get_write_buffer_size() for connection in closing
        }
        for connection, size in unread.items():
            if self.unread.get(connection) == size:  # nothing since the last time
                connection.transport.abort()
        self.unread = unread

    def close_silent(self) -> None:
        """Close connections that have not sent the whole head of a request within HEAD_S seconds.
        After a response uvicorn itself waits only a limited time for the next byte."""
        now = asyncio.get_running_loop().time()
        connections: set[Any] = self.server_state.connections
        silent = [connection for connection in connections if awaits_request(connection)]
        self.silent = {
            (connection, connection.cycle): self.silent.get((connection, connection.cycle), now)
            for connection in silent
        }
        for (connection, _), since in self.silent.items():
            if now - since > HEAD_S:
                connection.transport.close()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        from games.live.lines import end_all  # needs the application, which sets Django up

        end_all()
        for listener in self.servers:
            listener.close()  # a client that comes back finds another process
        await self.close_in_portions()
        await super().shutdown(sockets)

    async def close_in_portions(self) -> None:
        """Close connections little by little.  If all closed at once, all clients would reconnect
        to other processes at once, and delay the tables there."""
        connections = list(self.server_state.connections)
        size = max(PORTION, math.ceil(len(connections) * PAUSE_S / LONGEST_S))
        for start in range(0, len(connections), size):
            for connection in connections[start : start + size]:
                connection.shutdown()
            await asyncio.sleep(PAUSE_S)


def awaits_request(connection: Any) -> bool:
    """Whether a connection has sent nothing yet, or only a part of a head.  Websockets are
    excluded: they have no `cycle`.

    `cycle` is private to uvicorn (0.54), and a later release may lack it.  Without a proxy, silent
    connections would then stay for ever; `tests/test_request_limits.py` would fail."""
    if not hasattr(connection, "cycle") or connection.timeout_keep_alive_task is not None:
        return False
    return connection.cycle is None or connection.cycle.response_complete


def server(host: str = "127.0.0.1", port: int = 8000, graceful_s: int = 5) -> Server:
    config = uvicorn.Config(
        application,
        host=host,
        port=port,
        lifespan="off",
        ws_max_size=65536,
        # It would be repeated for every spectator, and costs more than sending.
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=graceful_s,
        server_header=False,
        access_log=False,
        log_level="warning",
    )
    return Server(config)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=port, default=8000)
    options = parser.parse_args()
    server(options.host, options.port).run()
