"""Presence: connected players.  Each web process reports its players; a report expires with its
process.

Valkey holds, per table, a hash of processes (the players connected there, and until when the report
counts) and a hash of players (when each was last seen).  All times are epoch ms."""

import json
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from redis import Redis
from redis.client import Pipeline
from redis.exceptions import RedisError

from games.bus import schedule, valkey
from games.bus.valkey import key
from games.relations.models import Follow
from games.relations.reading import may_see
from games.table import clock
from games.table.clock import now_ms

EXPIRES_MS = 15_000
ARRIVAL_MS = 10_000  # more than others get, to come to a table for the first time
VISIT_MS = 20_000  # a visitor of a tournament is there until then
HERE_MS = 20_000  # the same of players with any page open, who are noted every five seconds
MOST_FOLLOWED = 50  # followed players who are here, at most
TAB_MS = 12_000  # a tab counts as closed this long after its last report
_KEPT_S = 3600
# How long a page of a game or a tournament counts as watched once it is opened.  That of a game has
# a socket or asks again every few seconds; that of a tournament may only be read.
LOOK_S = {"game": 30, "tournament": 600}


class Crowd(NamedTuple):
    """The players connected to a table, and the number of all connections, over all processes."""

    players: frozenset[int]
    watchers: int
    processes: int


def report(
    redis: Redis, table_id: int, process: str, players: Iterable[int], watchers: int, now: int
) -> Crowd:
    """Report the players that this process serves (none: remove its entry).  Return the players of
    all processes."""
    return report_all(redis, process, {table_id: (players, watchers)}, now)[table_id]


def report_all(
    redis: Redis, process: str, tables: Mapping[int, tuple[Iterable[int], int]], now: int
) -> dict[int, Crowd]:
    """Report the players and the number of watchers at several tables.  Return those of all
    processes."""
    with redis.pipeline(transaction=False) as pipe:
        pipe.smembers(key("asleep"))
        for table_id, (players, watchers) in tables.items():
            _report(pipe, table_id, process, sorted(players), watchers, now)
        for table_id in tables:
            pipe.hgetall(key("room", table_id))
        asleep, *answers = pipe.execute()
    crowds = dict(zip(tables, answers[-len(tables) :], strict=True))
    if any(str(table_id) in asleep and any(tables[table_id]) for table_id in tables):
        schedule.add(redis, {schedule.SHOW: now})
    return {table_id: _crowd(entries, now) for table_id, entries in crowds.items()}


def _report(
    pipe: Pipeline, table_id: int, process: str, players: list[int], watchers: int, now: int
) -> None:
    room, seen = key("room", table_id), key("seen", table_id)
    if players or watchers:
        entry = {"until": now + EXPIRES_MS, "players": players, "watchers": watchers}
        pipe.hset(room, process, json.dumps(entry))
        pipe.pexpire(room, EXPIRES_MS)  # after that no process meets the table's deadlines
    else:
        pipe.hdel(room, process)
    if players:
        pipe.hset(seen, mapping={str(player): now for player in players})
        pipe.expire(seen, _KEPT_S)


def _crowd(entries: dict[str, str], now: int) -> Crowd:
    players: set[int] = set()
    valid = [entry for entry in map(json.loads, entries.values()) if entry["until"] > now]
    for entry in valid:
        players.update(entry["players"])
    watchers = sum(entry["watchers"] for entry in valid)
    return Crowd(frozenset(players), watchers, len(valid))


def absent_since(redis: Redis, tables: dict[int, set[int]], now: int) -> dict[tuple[int, int], int]:
    """The time since which players of `tables` have been absent, by (table, player).

    A player who has not been seen before counts as absent from `ARRIVAL_MS` in the future on,
    because the player's page may still be loading, or Valkey may have lost its data."""
    with redis.pipeline(transaction=False) as pipe:
        for table_id in tables:
            pipe.hgetall(key("room", table_id))
            pipe.hgetall(key("seen", table_id))
        answers: list[dict[str, Any]] = pipe.execute()
    absent: dict[tuple[int, int], int] = {}
    unheard: list[tuple[int, int]] = []
    for (table_id, players), entries, seen in zip(
        tables.items(), answers[::2], answers[1::2], strict=True
    ):
        for player in players - _crowd(entries, now).players:
            if str(player) not in seen:
                unheard.append((table_id, player))
            absent[table_id, player] = int(seen.get(str(player), now + ARRIVAL_MS))
    _note_unheard(redis, unheard, now + ARRIVAL_MS)
    return absent


def _note_unheard(redis: Redis, unheard: list[tuple[int, int]], since: int) -> None:
    with redis.pipeline(transaction=False) as pipe:
        for table_id, player in unheard:
            pipe.hsetnx(key("seen", table_id), str(player), str(since))
            pipe.expire(key("seen", table_id), _KEPT_S)
        pipe.execute()


# Visitors of a tournament's page or its tables ----------------------------------------------


def visit(redis: Redis, tournament_id: int, players: Iterable[int], now: int) -> None:
    """Store that these players are on the tournament's page or at one of its tables."""
    visitors = key("visitors", tournament_id)
    seen = {str(player): now for player in players}
    with redis.pipeline(transaction=False) as pipe:
        if seen:
            pipe.zadd(visitors, seen)
        pipe.zremrangebyscore(visitors, "-inf", now - VISIT_MS)
        pipe.expire(visitors, _KEPT_S)
        pipe.execute()


def visitors(redis: Redis, tournament_id: int, now: int) -> set[int]:
    """The players who visited the tournament less than 20 seconds ago."""
    players = redis.zrangebyscore(key("visitors", tournament_id), f"({now - VISIT_MS}", "+inf")
    return {int(str(player)) for player in players}


# Watchers of what the site shows by itself: games of bots, and tournaments ---------------------


def look(page: str) -> None:
    """Note that somebody opens a page of this kind, which wakes the sleeping shows.  Without Valkey
    no show sleeps."""
    with suppress(RedisError, OSError):
        if valkey.has_server():
            redis = valkey.client()
            if redis.set(key("look", page), 1, ex=LOOK_S[page], get=True) is None:
                schedule.add(redis, {schedule.SHOW: now_ms()})


def is_watched(redis: Redis, tables: Collection[int], now: int) -> bool:
    """Whether somebody is at one of these tables, or has just opened a page that wakes shows."""
    with redis.pipeline(transaction=False) as pipe:
        pipe.exists(*[key("look", page) for page in LOOK_S])
        for table_id in tables:
            pipe.hgetall(key("room", table_id))
        looks, *rooms = pipe.execute()
    crowds = [_crowd(entries, now) for entries in rooms]
    return bool(looks) or any(crowd.players or crowd.watchers for crowd in crowds)


def note_asleep(redis: Redis, tables: Collection[int]) -> None:
    """Store which tables are asleep.  These tables wake up when somebody opens them."""
    with redis.pipeline() as pipe:
        pipe.delete(key("asleep"))
        if tables:
            pipe.sadd(key("asleep"), *map(str, tables))
        pipe.execute()


# Players with any page open -------------------------------------------------------------------


def see(redis: Redis, players: Iterable[int], now: int) -> None:
    """Store that these players have a page open."""
    seen = {str(player): now for player in players}
    with redis.pipeline(transaction=False) as pipe:
        if seen:
            pipe.zadd(key("here"), seen)
        pipe.zremrangebyscore(key("here"), "-inf", now - _KEPT_S * 1000)
        pipe.execute()


def last_seen(redis: Redis, players: Collection[int]) -> dict[int, int]:
    """The time at which each of these players was last seen.  Unknown players are left out, because
    Valkey may have been restarted."""
    if not players:
        return {}
    scores = redis.zmscore(key("here"), [str(player) for player in players])
    return {player: int(at) for player, at in zip(players, scores, strict=True) if at is not None}


def seen_since(redis: Redis, players: Collection[int], since: int) -> set[int]:
    """The players who were seen at or after `since`."""
    return {player for player, at in last_seen(redis, players).items() if at >= since}


def here(redis: Redis, players: Collection[int], now: int) -> set[int]:
    """The players who have a page open, or had one in the last 15 seconds."""
    return seen_since(redis, players, now - HERE_MS)


def followed_here(players: Collection[int]) -> dict[int, tuple[int, ...]]:
    """For each player, the followed players who are present and let the player see their presence;
    empty without Valkey.  Two queries, or one if nobody is present, because the query for
    permissions takes four times as long."""
    followed = Follow.objects.filter(player__in=players).values_list("followed", flat=True)
    everyone, online = sorted(set(followed)), set[int]()
    with suppress(RedisError, OSError):
        if everyone and valkey.has_server():
            online = here(valkey.client(), everyone, clock.now_ms())
    visible = may_see(players, online) if online else {}
    return {player: tuple(sorted(visible.get(player, ()))[:MOST_FOLLOWED]) for player in players}


# Their tabs: when each last reported, and when it was last looked at ----------------------------


def see_tabs(redis: Redis, tabs: Mapping[int, Mapping[str, int]], now: int) -> None:
    """Store the open tabs of each player, with the time at which each tab was last visible."""
    with redis.pipeline(transaction=False) as pipe:
        for player, times in tabs.items():
            for tab, looked_at in times.items():
                pipe.hset(key("tabs", player), tab, f"{now} {looked_at}")
            pipe.expire(key("tabs", player), _KEPT_S)
        pipe.execute()


def close_tab(redis: Redis, player: int, tab: str) -> None:
    redis.hdel(key("tabs", player), tab)


def foremost_tabs(redis: Redis, own: Mapping[int, str], now: int) -> dict[int, str]:
    """The tab of each player: the given tab if it is open, else the tab that was visible last."""
    with redis.pipeline(transaction=False) as pipe:
        for player in own:
            pipe.hgetall(key("tabs", player))
        answers: list[dict[str, str]] = pipe.execute()
    tabs = {}
    for (player, tab), entries in zip(own.items(), answers, strict=True):
        times = {name: [int(part) for part in entry.split()] for name, entry in entries.items()}
        looked_at = {name: at for name, (alive, at) in times.items() if now - alive < TAB_MS}
        tabs[player] = (
            tab if tab in looked_at or not looked_at else max(looked_at, key=looked_at.__getitem__)
        )
    return tabs
