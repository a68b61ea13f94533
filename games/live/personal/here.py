"""Which followed players are online."""

from collections.abc import Collection
from contextlib import suppress

from django.urls import reverse
from redis.exceptions import RedisError

from games.accounts.models import Player
from games.bus import presence, valkey
from games.relations.models import Follow
from games.relations.reading import may_see
from games.table import clock

MOST_HERE = 50


def followed_here(players: Collection[int]) -> dict[int, tuple[int, ...]]:
    """For each player, the followed players whose presence they may see; none without Valkey.  Two
    queries, or one if nobody is here: who may see whom takes four times as long to ask."""
    followed = Follow.objects.filter(player__in=players).values_list("followed", flat=True)
    everyone, online = sorted(set(followed)), set[int]()
    with suppress(RedisError, OSError):
        if everyone and valkey.has_server():
            online = presence.here(valkey.client(), everyone, clock.now_ms())
    visible = may_see(players, online) if online else {}
    return {player: tuple(sorted(visible.get(player, ()))[:MOST_HERE]) for player in players}


def people_rows(players: list[Player]) -> list[dict[str, str]]:
    rows = [{"name": one.name, "url": reverse("player", args=[one.slug])} for one in players]
    return sorted(rows, key=lambda row: row["name"].casefold())
