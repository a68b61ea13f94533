"""The matching of players with wishes: after each change, and when somebody has waited long
enough."""

from typing import Any

from redis.asyncio import Redis

from games.accounts.models import Player
from games.bus import presence, schedule, valkey
from games.bus.publisher import publish
from games.lobby import matchmaker, wishes
from games.lobby.models import Wish, WishEnd
from games.table import clock
from games.table.models import Status
from games.table.signals import Written


def match_wishes() -> None:
    """Match once, and schedule the time at which more matches become possible."""
    tabs = dict(Wish.objects.standing().values_list("player", "tab"))
    if not tabs:
        return
    now, redis = clock.now_ms(), valkey.client()
    seen = presence.last_seen(redis, list(tabs))
    present = {player for player, at in seen.items() if now - at < presence.HERE_MS}
    foremost = presence.foremost_tabs(redis, tabs, now)
    again = matchmaker.run(matchmaker.Presence(present, seen.keys() - present, foremost), now)
    if again is not None:
        schedule.add(redis, {schedule.MATCHING: again})


def remind() -> None:
    async def send(redis: Redis) -> None:
        await schedule.add_soon(redis, {schedule.MATCHING: clock.now_ms()})

    publish(send)


def on_wishes_changed(**_: Any) -> None:
    """Receive `wishes_changed`, and match soon, because players may fit together now."""
    remind()


def on_table_changed(*, written: Written, **_: Any) -> None:
    """Receive `table_changed`, because seats may be free, and players may be in a game or have
    missed one."""
    table = written.table
    if table.status == Status.OPEN and not table.private:
        remind()
    for move in written.moves:
        if move.act == "deal":
            remind()
        elif move.act == "missed" and move.player_id is not None:
            wishes.note_missed(move.player_id, clock.now_ms())
        elif move.act == "resign" and move.player_id is None and table.rated:
            absent = next(seat for seat in written.seats if seat.number == move.seat)
            wishes.note_missed(absent.player_id, clock.now_ms(), times=2)


def on_signed_out(*, user: Player | None, **_: Any) -> None:
    """Receive Django's `user_logged_out`, and end the player's wish."""
    if user is not None:
        wishes.end([user.pk], WishEnd.SIGNED_OUT)
