"""Acts of bots, counted by day in Valkey: their number, the time they took, late acts, and crashes.

Nothing is stored with a move.  Counts are collected in each process and sent a few times a second,
so the cost does not depend on the speed of the bots; a killed process loses the counts of that
moment."""

import asyncio
import threading
import time
from collections import Counter
from contextlib import suppress
from datetime import timedelta
from typing import NamedTuple

from redis.asyncio import Redis
from redis.exceptions import RedisError

from games.bus import publisher, valkey
from games.table import clock

DAYS = 30
GATHER_S = 0.2
_gathered: Counter[tuple[str, str]] = Counter()  # by key in Valkey, and field
_next_s = 0.0  # when they may be sent again (monotonic)
_lock = threading.Lock()


class Counts(NamedTuple):
    """The sums over a bot's acts.  `ms`: the time of all `acts` together; `late`: acts that came
    late; `crashes`: failed decisions, and running games that the bot's program left."""

    acts: int = 0
    ms: int = 0
    late: int = 0
    crashes: int = 0

    @property
    def is_any(self) -> bool:
        return any(self)

    @property
    def mean_ms(self) -> int:
        return round(self.ms / self.acts) if self.acts else 0


def add(player_id: int, counts: Counts) -> None:
    """Add today's counts for this bot, without waiting or raising."""
    global _next_s
    name, now_s = day_key(player_id), time.monotonic()
    with _lock:
        for field, number in counts._asdict().items():
            _gathered[name, field] += number
        is_due = now_s >= _next_s
        if is_due:
            _next_s = now_s + GATHER_S
    if is_due:
        publisher.publish(send)


async def send(redis: Redis) -> None:
    await asyncio.sleep(GATHER_S)
    with _lock:
        counted = dict(_gathered)
        _gathered.clear()
    async with redis.pipeline(transaction=False) as pipe:
        for (name, field), number in counted.items():
            if number:
                pipe.hincrby(name, field, number)
        for name in {name for name, _ in counted}:
            pipe.expire(name, timedelta(days=DAYS + 1))
        await pipe.execute()


def of(player_id: int) -> Counts:
    """The counts of a bot in the last `DAYS` days; zeros while Valkey does not answer."""
    names = [day_key(player_id, ago) for ago in range(DAYS)]
    total: Counter[str] = Counter()
    with suppress(RedisError, OSError):
        if valkey.has_server():
            with valkey.client().pipeline(transaction=False) as pipe:
                for name in names:
                    pipe.hgetall(name)
                for row in pipe.execute():
                    total.update({field: int(number) for field, number in row.items()})
    return Counts(**total)


def day_key(player_id: int, ago: int = 0) -> str:
    day = clock.moment(clock.now_ms()).date() - timedelta(days=ago)
    return valkey.key("bot-acts", player_id, day.isoformat())
