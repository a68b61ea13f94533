"""Streams and websockets of programs, and personal connections of players, counted over all
processes.

Valkey holds, per caller, a sorted set: connection -> until when it counts (epoch ms).  The process
renews these times while the connection is open, so the connections of a killed process soon stop
counting."""

from collections.abc import Collection
from typing import NamedTuple

from redis import Redis

from games.bus.valkey import key, run_script

LEASE_MS = 6000

# Two commands for each of a thousand places take the process eight times as long as one script.
_RENEW = """
for i, name in ipairs(KEYS) do
  redis.call('ZADD', name, ARGV[1], ARGV[i + 2])
  redis.call('PEXPIRE', name, ARGV[2])
end
"""


class Place(NamedTuple):
    """A place for one connection, out of the number that its caller may have."""

    caller: str
    connection: str


def claim(redis: Redis, place: Place, most: int, now: int) -> bool:
    """Take the place if the caller has fewer than `most`.  Return whether it was taken."""
    name = key("open", place.caller)
    with redis.pipeline() as pipe:
        pipe.zremrangebyscore(name, "-inf", now)
        pipe.zadd(name, {place.connection: now + LEASE_MS})
        pipe.zcard(name)
        pipe.pexpire(name, LEASE_MS)
        count: int = pipe.execute()[2]
    if count > most:
        release(redis, place)
    return count <= most


def renew(redis: Redis, places: Collection[Place], now: int) -> None:
    names = [key("open", place.caller) for place in places]
    times = [str(now + LEASE_MS), str(LEASE_MS)]
    connections = [place.connection for place in places]
    run_script(redis, _RENEW, names, [*times, *connections])


def release(redis: Redis, place: Place) -> None:
    redis.zrem(key("open", place.caller), place.connection)
