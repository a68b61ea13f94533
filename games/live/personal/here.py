"""Who of the people that a player follows is here."""

from collections.abc import Collection
from contextlib import suppress

from django.urls import reverse
from redis.exceptions import RedisError

from games.accounts.models import Player
from games.bus import presence, valkey
from games.relations.reading import may_see
from games.table import clock

MOST_HERE = 50


def followed_here(players: Collection[int]) -> dict[int, tuple[int, ...]]:
    """Whom each of them follows and sees to be here; nobody while Valkey does not answer."""
    visible = may_see(players)
    online: set[int] = set()
    with suppress(RedisError, OSError):
        if visible and valkey.has_server():
            everyone = sorted(set().union(*visible.values()))
            online = presence.here(valkey.client(), everyone, clock.now_ms())
    return {
        player: tuple(sorted(visible.get(player, set()) & online)[:MOST_HERE]) for player in players
    }


def people_rows(players: list[Player]) -> list[dict[str, str]]:
    rows = [{"name": one.name, "url": reverse("player", args=[one.slug])} for one in players]
    return sorted(rows, key=lambda row: row["name"].casefold())
