"""URLs of the websockets."""

from typing import Any, cast

from django.urls import URLPattern, path, re_path

from games.live.protocol import not_found
from games.sockets.personal import FormerTournamentSocket, PersonalSocket
from games.sockets.table import TableSocket

websocket_urlpatterns: list[URLPattern] = [
    path("ws/table/<slug:code>/", cast(Any, TableSocket.serve)),
    path("ws/me/", cast(Any, PersonalSocket.serve)),
    path("ws/tournaments/", cast(Any, FormerTournamentSocket.serve)),
    path("ws/tournaments/<slug:code>/", cast(Any, FormerTournamentSocket.serve)),
    re_path("", cast(Any, not_found)),
]
