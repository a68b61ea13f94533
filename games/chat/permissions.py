"""Permissions to read and write in the rooms of a table, and the rate at which a player may write.

A player can always watch with a second browser.  So where something is at stake, spectators talk
only after the game, and players use quick words until then.  Lines are counted from the stored
ones, which is exact even with several processes.  Times are ms."""

from collections.abc import Sequence
from typing import NamedTuple

from games.accounts.models import Player
from games.chat.models import Room
from games.table.models import Chat, Table

MINUTE_MS, HOUR_MS, DAY_MS = 60_000, 3_600_000, 86_400_000
MOST_AT_TABLE = 2000  # lines of a table; then only quick words
QUICK_EVERY_MS, MOST_QUICK = 3000, 20  # quick words of a player in a game
FEW_GAMES = 3  # a player who has finished fewer is new
COMPARED = 3  # a line is compared with so many before it


def is_contest(table: Table) -> bool:
    return table.rated or table.arranged


def chat_of(table: Table) -> Chat:
    """The kind of lines that players may send now."""
    chat = Chat(table.chat)
    is_quick = chat == Chat.TEXT and is_contest(table) and not table.is_over
    return Chat.QUICK if is_quick else chat


def readable(table: Table, *, seated: bool) -> tuple[Room, ...]:
    """The rooms that a person with or without a seat reads.  Only seated players ever read the room
    of the seats."""
    if table.chat == Chat.OFF:
        return ()
    if seated:
        return (Room.SEATS, Room.WATCHERS) if table.is_over else (Room.SEATS,)
    return () if is_contest(table) and not table.is_over else (Room.WATCHERS,)


def may_write_text(table: Table, player: Player) -> bool:
    """Whether the player may write text.  Guests may do so only at a private table that an account
    has opened and that allows text by guests."""
    if not player.is_guest:
        return True
    opener = table.opened_by
    return table.private and table.guest_text and opener is not None and opener.is_person


class Bucket(NamedTuple):
    """A limit on lines: `size` lines at once, and one more after each `refill_ms`."""

    size: int
    refill_ms: int


USUAL, NEW = Bucket(5, 2000), Bucket(2, 5000)


def wait_ms(bucket: Bucket, said: Sequence[int], now: int) -> int:
    """The time (ms) until one more line is allowed, after lines at these times, oldest first."""
    full = level = bucket.size * bucket.refill_ms
    before = now
    for at in said:
        level = min(full, level + max(0, at - before)) - bucket.refill_ms
        level, before = max(0, level), at
    level = min(full, level + max(0, now - before))
    return max(0, bucket.refill_ms - level)
