"""URLs of the websockets."""

from typing import Any, cast

from django.urls import URLPattern, path

from games.live.consumer import TableConsumer
from games.live.personal.line import PersonalConsumer
from games.live.tournaments import TournamentConsumer

websocket_urlpatterns: list[URLPattern] = [
    path("ws/table/<str:code>/", cast(Any, TableConsumer.as_asgi())),
    path("ws/me/", cast(Any, PersonalConsumer.as_asgi())),
    path("ws/tournaments/", cast(Any, TournamentConsumer.as_asgi())),
    path("ws/tournaments/<str:code>/", cast(Any, TournamentConsumer.as_asgi())),
]
