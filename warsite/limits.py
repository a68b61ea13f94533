"""Limits on requests and on how slowly responses are read, enforced around Django."""

import asyncio
import logging
from contextlib import suppress
from io import BytesIO
from typing import Any, cast

from asgiref.typing import (
    ASGI3Application,
    ASGIReceiveCallable,
    ASGIReceiveEvent,
    ASGISendCallable,
    ASGISendEvent,
    HTTPScope,
    Scope,
)
from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.db import DatabaseError
from django.http import HttpResponse
from django.utils import translation
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games.api.middleware import ALL, rate_of, token_of
from games.api.problems import problem
from games.bus.db_thread import in_thread
from games.table.clock import now_ms

log = logging.getLogger(__name__)
BODY_BYTES = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
BODY_S = 20.0  # for the whole body to arrive
SEND_S = 20.0  # for a client to take one piece of the response
TOO_SLOW = _("The request took too long to arrive.")
TOO_LARGE = format_lazy(_("A request may carry at most {size} kB."), size=BODY_BYTES // 1024)


class BadBody(Exception):
    """A body is too large, or arrives too slowly.  `status`: of the response; `code`: for
    programs."""

    def __init__(self, status: int, code: str, sentence: str | Promise) -> None:
        super().__init__(code)
        self.status, self.code, self.sentence = status, code, sentence


class Limits:
    """Middleware that passes on only whole bodies, and drops clients that read a response too
    slowly.  It stores in the scope as `arrived_ms` when the body was complete (epoch ms), because
    the request may then wait for a thread of Django."""

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
            await refuse(scope, send, bad)
        except TimeoutError:
            await refuse(scope, send, BadBody(408, "TOO_SLOW", TOO_SLOW))
        else:
            cast(dict[str, Any], scope)["arrived_ms"] = now_ms()
            end: asyncio.Future[ASGIReceiveEvent] = asyncio.get_running_loop().create_future()
            await self.application(scope, replayed(body, receive, end), until_gone(send, end))


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
            raise BadBody(413, "TOO_LARGE", TOO_LARGE)
        more = event["more_body"]
    return events


def replayed(
    events: list[ASGIReceiveEvent],
    receive: ASGIReceiveCallable,
    end: asyncio.Future[ASGIReceiveEvent],
) -> ASGIReceiveCallable:
    """A `receive` that returns these events first, and then the next event of `receive` or `end`,
    whichever comes first."""
    rest = iter(events)

    async def again() -> ASGIReceiveEvent:
        event = next(rest, None)
        if event is not None:
            return event
        listening = asyncio.ensure_future(receive())
        try:
            done, _ = await asyncio.wait({listening, end}, return_when=asyncio.FIRST_COMPLETED)
            return done.pop().result()
        finally:
            listening.cancel()

    return again


def until_gone(send: ASGISendCallable, end: asyncio.Future[ASGIReceiveEvent]) -> ASGISendCallable:
    """A `send` that does nothing more once the client has gone or reads too slowly, and sets `end`
    so that a stream ends.  The server would raise an error instead, and Django would not clean up
    after the request."""

    async def send_in_time(event: ASGISendEvent) -> None:
        if end.done():
            return
        try:
            async with asyncio.timeout(SEND_S):
                await send(event)
        except (TimeoutError, OSError, RuntimeError) as error:  # uvloop raises RuntimeError
            end.set_result({"type": "http.disconnect"})
            log.info("A response was not taken: %r", error)

    return send_in_time


def refusal(scope: HTTPScope, bad: BadBody) -> HttpResponse:
    """The response to a bad body.  For the API a bad body counts like any other request."""
    request = ASGIRequest(scope, BytesIO())
    with translation.override(translation.get_language_from_request(request)):
        sentence = str(bad.sentence)
    if not scope["path"].startswith(ALL):
        return HttpResponse(f"{sentence}\n", "text/plain; charset=utf-8", bad.status)
    answer = problem(bad.status, bad.code, sentence)
    with suppress(DatabaseError):
        rate_of(request, token_of(request)).tell(answer)
    return answer


async def refuse(scope: HTTPScope, send: ASGISendCallable, bad: BadBody) -> None:
    """Send a short response without reading the rest of the request."""
    answer = await in_thread(refusal, scope, bad)
    answer["Connection"] = "close"
    start: ASGISendEvent = {
        "type": "http.response.start",
        "status": bad.status,
        "headers": [(name.lower().encode(), value.encode()) for name, value in answer.items()],
        "trailers": False,
    }
    await send(start)
    await send({"type": "http.response.body", "body": answer.content, "more_body": False})
