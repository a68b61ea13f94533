"""The real site in this process: uvicorn on a free port, and a live worker's clock."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from django.conf import settings

from games.bus import publisher


@contextmanager
def web() -> Iterator[str]:
    """A web server; yields its address as ws://host:port."""
    settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
    from warsite.asgi import application

    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    config = uvicorn.Config(
        application,
        lifespan="off",
        ws_max_size=65536,
        ws_per_message_deflate=False,
        log_level="warning",
        timeout_graceful_shutdown=2,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.005)
    try:
        yield f"ws://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        listener.close()
        publisher.flush()


@contextmanager
def clock() -> Iterator[None]:
    """What a live worker runs: deadlines, bots, sweep."""
    from games.work.clock import Clock

    running = Clock()
    running.start()
    try:
        yield
    finally:
        running.stop()
        publisher.flush()
