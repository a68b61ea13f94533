"""The real site in this process: its web server on a free port, and a live worker's clock."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings

from games.bus import publisher


@contextmanager
def web() -> Iterator[str]:
    """A web server; yields its address as ws://host:port."""
    with server() as (_server, address):
        yield address


@contextmanager
def server(send_buffer: int = 0) -> Iterator[tuple[Any, str]]:
    """The server too.  `send_buffer`: how many bytes the system keeps for each connection, 0: as
    many as it likes."""
    settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
    from warsite import web as process

    listener = socket.socket()
    if send_buffer:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
    listener.bind(("127.0.0.1", 0))
    running = process.server(graceful_s=2)
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not running.started:
        time.sleep(0.005)
    try:
        yield running, f"ws://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        running.should_exit = True
        thread.join()
        listener.close()
        publisher.flush()


@contextmanager
def clock() -> Iterator[None]:
    """A live worker's clock: deadlines, bots, sweep."""
    from games.work.clock import Clock

    running = Clock()
    running.start()
    try:
        yield
    finally:
        running.stop()
        publisher.flush()
