"""The schedule of due work: a sorted set in Valkey, shared by all live workers.

Entries are `t:<table>` (a deadline of the table), `b:<table>` (the table's bots must decide),
`f:<table>` (only bots are left, so the game need not wait), `c:<tournament>` (something is due in
the tournament), `r:0` (a rated table has ended), `m:0` (players may be matched) and `s:0` (somebody
watches the site's shows).  Entries are only reminders, and stored data decides what is due: an
entry that comes early, late or twice does no harm, and the sweep replaces a lost one.  Times are
epoch ms."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from redis import Redis
from redis.asyncio import Redis as AsyncRedis

from games.bus.valkey import key, run_script

CLAIM = 64

# An entry only ever becomes earlier: an early reminder is harmless, a late one is not.  A process
# that shows a table (see presence) meets its deadlines.
_ADD = """
local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2]
local sooner = false
for i = 3, #ARGV, 2 do
  local number = string.match(ARGV[i], '^t:(%d+)$')
  if not number or redis.call('EXISTS', ARGV[2] .. number) == 0 then
    redis.call('ZADD', KEYS[1], 'LT', ARGV[i + 1], ARGV[i])
    sooner = sooner or not first or tonumber(ARGV[i + 1]) < tonumber(first)
  end
end
if sooner then redis.call('PUBLISH', ARGV[1], '') end
"""

_CLAIM = """
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[2])
if #due > 0 then redis.call('ZREM', KEYS[1], unpack(due)) end
return {due, redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2] or false}
"""


class Claim(NamedTuple):
    """The entries that only this worker handles now, and the time of the next entry (None if there
    is none)."""

    due: list[str]
    next_ms: int | None


def wake_channel() -> str:
    return key("clock", "wake")


def timer(table_id: int) -> str:
    return f"t:{table_id}"


def bots(table_id: int) -> str:
    return f"b:{table_id}"


def fast_forward(table_id: int) -> str:
    return f"f:{table_id}"


RATINGS = "r:0"
MATCHING = "m:0"
SHOW = "s:0"


def tournament(tournament_id: int) -> str:
    return f"c:{tournament_id}"


def _add_arguments(entries: Mapping[str, int]) -> list[str]:
    flat = [str(part) for entry in entries.items() for part in entry]
    return [wake_channel(), key("room", ""), *flat]


def add(redis: Redis, entries: Mapping[str, int]) -> None:
    """Add reminders for these times; an earlier time of the same entry stays."""
    if entries:
        run_script(redis, _ADD, [key("clock")], _add_arguments(entries))


async def add_soon(redis: AsyncRedis, entries: Mapping[str, int]) -> None:
    """Add reminders from an event loop."""
    await run_script(redis, _ADD, [key("clock")], _add_arguments(entries))


def claim(redis: Redis, now: int) -> Claim:
    """Take the due entries.  Each entry goes to exactly one worker."""
    due, next_ms = run_script(redis, _CLAIM, [key("clock")], [str(now), str(CLAIM)])
    return Claim(due, None if next_ms is None else int(float(next_ms)))


def missing(redis: Redis, entries: Sequence[str]) -> list[str]:
    """The entries that have no reminder."""
    if not entries:
        return []
    scores = redis.zmscore(key("clock"), list(entries))
    return [entry for entry, score in zip(entries, scores, strict=True) if score is None]
