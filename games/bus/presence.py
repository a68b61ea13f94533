"""Who is here: each web process says whom it serves, and the word expires with the process.

Valkey holds, per table, a hash of processes (who is connected there, until when) and a hash of
players (when each was last seen).  All times are epoch ms.
"""

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from redis import Redis

from games.bus.valkey import key

EXPIRES_MS = 15_000
_KEPT_S = 3600


class Crowd(NamedTuple):
    """The people at a table over all processes."""

    players: frozenset[int]
    watchers: int


def tell(
    redis: Redis, table_id: int, process: str, players: Iterable[int], watchers: int, now: int
) -> Crowd:
    """Say whom this process serves (nobody: its word is taken back); gives the whole crowd."""
    here = sorted(players)
    room, seen = key("room", table_id), key("seen", table_id)
    with redis.pipeline(transaction=False) as pipe:
        if here or watchers:
            word = {"until": now + EXPIRES_MS, "players": here, "watchers": watchers}
            pipe.hset(room, process, json.dumps(word))
            pipe.expire(room, _KEPT_S)
        else:
            pipe.hdel(room, process)
        if here:
            pipe.hset(seen, mapping={str(player): now for player in here})
            pipe.expire(seen, _KEPT_S)
        pipe.hgetall(room)
        words = pipe.execute()[-1]
    return _crowd(words, now)


def _crowd(words: dict[str, str], now: int) -> Crowd:
    players: set[int] = set()
    watchers = 0
    for word in map(json.loads, words.values()):
        if word["until"] > now:
            players.update(word["players"])
            watchers += word["watchers"]
    return Crowd(frozenset(players), watchers)


def absent_since(redis: Redis, tables: dict[int, set[int]], now: int) -> dict[tuple[int, int], int]:
    """(table, player) -> since when he is not connected, for those of `tables` who are not.

    A player never heard of is absent from now on: after a loss of Valkey's memory everybody gets
    the whole time to come back.
    """
    with redis.pipeline(transaction=False) as pipe:
        for table_id in tables:
            pipe.hgetall(key("room", table_id))
            pipe.hgetall(key("seen", table_id))
        answers: list[dict[str, Any]] = pipe.execute()
    absent: dict[tuple[int, int], int] = {}
    unheard: list[tuple[int, int]] = []
    for (table_id, players), words, seen in zip(
        tables.items(), answers[::2], answers[1::2], strict=True
    ):
        for player in players - _crowd(words, now).players:
            if str(player) not in seen:
                unheard.append((table_id, player))
            absent[table_id, player] = int(seen.get(str(player), now))
    _hear(redis, unheard, now)
    return absent


def _hear(redis: Redis, unheard: list[tuple[int, int]], now: int) -> None:
    with redis.pipeline(transaction=False) as pipe:
        for table_id, player in unheard:
            pipe.hsetnx(key("seen", table_id), str(player), str(now))
            pipe.expire(key("seen", table_id), _KEPT_S)
        pipe.execute()
