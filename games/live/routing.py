"""URLs of the live tables."""

from typing import Any, cast

from django.urls import URLPattern, path

from games.live.consumer import TableConsumer

websocket_urlpatterns: list[URLPattern] = [
    path("ws/table/<str:code>/", cast(Any, TableConsumer.as_asgi())),
]
