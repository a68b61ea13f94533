"""URLs of the websockets."""

from typing import Any, cast

from django.http import HttpResponse
from django.urls import URLPattern, path, re_path

from games.live.consumer import TableConsumer
from games.live.personal.line import PersonalConsumer
from games.live.tournaments import TournamentConsumer


async def refuse(answer: HttpResponse, receive: Any, send: Any) -> None:
    """Answer as to a request, before a websocket is opened."""
    await receive()  # that they want to connect
    headers = [(name.lower().encode(), value.encode()) for name, value in answer.items()]
    start = {"type": "websocket.http.response.start", "status": answer.status_code}
    await send(start | {"headers": headers})
    await send({"type": "websocket.http.response.body", "body": answer.content})


async def not_found(_scope: Any, receive: Any, send: Any) -> None:
    await refuse(HttpResponse(status=404), receive, send)


websocket_urlpatterns: list[URLPattern] = [
    path("ws/table/<slug:code>/", cast(Any, TableConsumer.as_asgi())),
    path("ws/me/", cast(Any, PersonalConsumer.as_asgi())),
    path("ws/tournaments/", cast(Any, TournamentConsumer.as_asgi())),
    path("ws/tournaments/<slug:code>/", cast(Any, TournamentConsumer.as_asgi())),
    re_path("", cast(Any, not_found)),
]
