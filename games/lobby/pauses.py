"""Pauses of players who missed tables that were found for them.  Kept in the shared cache
for a day; if it is lost, nobody waits."""

from django.core.cache import cache
from redis.exceptions import RedisError

DAY_S = 86_400
PAUSES_S = (0, 120, 600, 3600)  # after the first, second, third, and any further one in a day


def note_missed(player_id: int, now: int, *, times: int = 1) -> None:
    """They did not come to a table; a rated game they left counts twice.  `now` is epoch ms."""
    missed, until = keys(player_id)
    try:
        cache.add(missed, 0, DAY_S)
        number = min(cache.incr(missed, times), len(PAUSES_S))
        cache.set(until, now + 1000 * PAUSES_S[number - 1], DAY_S)
    except (RedisError, OSError, ValueError):  # ValueError: expired between the first two lines
        pass


def seconds_left(player_id: int, now: int) -> int:
    """Seconds left of a player's pause; 0: there is none."""
    try:
        until = int(cache.get(keys(player_id)[1], 0))
    except (RedisError, OSError):
        return 0
    return max(0, -(-(until - now) // 1000))


def keys(player_id: int) -> tuple[str, str]:
    return f"missed:{player_id}", f"pause:{player_id}"
