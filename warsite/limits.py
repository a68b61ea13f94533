"""Limits on request bodies, enforced before Django reads a byte of them."""

import asyncio

from asgiref.typing import (
    ASGI3Application,
    ASGIReceiveCallable,
    ASGIReceiveEvent,
    ASGISendCallable,
    ASGISendEvent,
    Scope,
)

BODY_BYTES = 64 * 1024  # the site's largest form has a few kB
BODY_S = 20.0  # for the whole body to arrive


class BadBody(Exception):
    """Too large, or too slow; `status` is the response."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status, self.sentence = status, sentence


class BodyLimit:
    """Reads the body of a request itself, so that Django gets all of it or nothing."""

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
            await self.application(scope, replayed(body, receive), send)


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
