"""URLs of the websockets."""

from typing import Any, cast

from django.urls import URLPattern, path, re_path

from games.live.handshake import not_found
from games.sockets.personal import FormerTournamentConsumer, PersonalConsumer
from games.sockets.table import TableConsumer

websocket_urlpatterns: list[URLPattern] = [
    path("ws/table/<slug:code>/", cast(Any, TableConsumer.as_asgi())),
    path("ws/me/", cast(Any, PersonalConsumer.as_asgi())),
    path("ws/tournaments/", cast(Any, FormerTournamentConsumer.as_asgi())),
    path("ws/tournaments/<slug:code>/", cast(Any, FormerTournamentConsumer.as_asgi())),
    re_path("", cast(Any, not_found)),
]
