"""Limits on requests and on how slowly responses are read, enforced around Django."""

import asyncio
import logging

from asgiref.typing import (
    ASGI3Application,
    ASGIReceiveCallable,
    ASGIReceiveEvent,
    ASGISendCallable,
    ASGISendEvent,
    Scope,
)

log = logging.getLogger(__name__)
BODY_BYTES = 64 * 1024  # the site's largest form has a few kB
BODY_S = 20.0  # for the whole body to arrive
SEND_S = 30.0  # for a client to take one piece of the response


class BadBody(Exception):
    """Too large, or too slow; `status` is the response."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status, self.sentence = status, sentence


class Limits:
    """Django gets the whole body of a request or nothing, and nobody holds up its response."""

    def __init__(self, application: ASGI3Application) -> None:
        self.application = application

    async def __call__(
        self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        try:
            async with asyncio.timeout(BODY_S):
                body = await read_body(receive)
        except BadBody as bad:
            await refuse(send, bad)
        except TimeoutError:
            await refuse(send, BadBody(408, "The request took too long to arrive."))
        else:
            await self.application(scope, replayed(body, receive), until_gone(send))


async def read_body(receive: ASGIReceiveCallable) -> list[ASGIReceiveEvent]:
    """The events of a whole body.  Raises BadBody."""
    events, size, more = list[ASGIReceiveEvent](), 0, True
    while more:
        event = await receive()
        events.append(event)
        if event["type"] != "http.request":  # the client is gone
            break
        size += len(event["body"])
        if size > BODY_BYTES:
            raise BadBody(413, f"A request may carry {BODY_BYTES // 1024} kB at most.")
        more = event["more_body"]
    return events


def replayed(events: list[ASGIReceiveEvent], receive: ASGIReceiveCallable) -> ASGIReceiveCallable:
    """A `receive` that returns these events first."""
    rest = iter(events)

    async def again() -> ASGIReceiveEvent:
        event = next(rest, None)
        return await receive() if event is None else event

    return again


def until_gone(send: ASGISendCallable) -> ASGISendCallable:
    """A `send` that does nothing more once the client has gone or reads too slowly.  The server
    would raise an error, and Django would not clean up after the request."""
    gone = False

    async def send_in_time(event: ASGISendEvent) -> None:
        nonlocal gone
        if gone:
            return
        try:
            async with asyncio.timeout(SEND_S):
                await send(event)
        except (TimeoutError, OSError, RuntimeError) as error:  # uvloop raises RuntimeError
            gone = True
            log.info("A response was not taken: %r", error)

    return send_in_time


async def refuse(send: ASGISendCallable, bad: BadBody) -> None:
    """A short response; the rest of the request is not read."""
    start: ASGISendEvent = {
        "type": "http.response.start",
        "status": bad.status,
        "headers": [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")],
        "trailers": False,
    }
    await send(start)
    await send(
        {"type": "http.response.body", "body": f"{bad.sentence}\n".encode(), "more_body": False}
    )
