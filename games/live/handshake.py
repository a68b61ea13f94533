"""The handshake of a websocket: its language, and how it is refused."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import translation


def language_of(scope: Mapping[str, Any]) -> str:
    """The language of a connection, chosen like that of a page."""
    request = HttpRequest()
    request.COOKIES = scope.get("cookies", {})
    wanted = dict(scope["headers"]).get(b"accept-language", b"")
    request.META["HTTP_ACCEPT_LANGUAGE"] = wanted.decode("latin-1")
    return translation.get_language_from_request(request)


async def refuse(answer: HttpResponse, receive: Any, send: Any) -> None:
    """Answer as to a request, before a websocket is opened."""
    await receive()  # the connect message
    headers = [(name.lower().encode(), value.encode()) for name, value in answer.items()]
    start = {"type": "websocket.http.response.start", "status": answer.status_code}
    await send(start | {"headers": headers})
    await send({"type": "websocket.http.response.body", "body": answer.content})


async def not_found(_scope: Any, receive: Any, send: Any) -> None:
    await refuse(HttpResponse(status=404), receive, send)
