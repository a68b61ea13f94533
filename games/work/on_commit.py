"""Receivers of changes.  They send reminders of deadlines and bots to the live workers, and make
notices for the players concerned."""

from typing import Any

from django.utils import timezone
from redis.asyncio import Redis

from games.accounts.sanctions import Sanction
from games.bus import schedule
from games.bus.publisher import publish
from games.live import rooms
from games.notices.kinds import Kind
from games.notices.models import Notice
from games.notices.writer import notify, notify_all, see_of
from games.relations.circles import Circle
from games.table import clock
from games.table.models import Seat, Status
from games.table.signals import Written
from games.table.writer.playout import only_bots_left


def on_table_changed(
    *, table_id: int, due_ms: int | None, status: str, written: Written, **_: Any
) -> None:
    """Receive `table_changed`.  A lost reminder is replaced by the next sweep.  A room of this
    process meets the table's deadlines without a worker."""
    entries: dict[str, int] = {}
    if due_ms is not None and not rooms.is_open(table_id):
        entries[schedule.timer(table_id)] = due_ms
    if status == Status.RUNNING and any(seat.plays_itself for seat in written.seats):
        entries[schedule.bots(table_id)] = clock.now_ms()
        if written.state is not None and only_bots_left(written.seats, written.state):
            entries[schedule.fast_forward(table_id)] = clock.now_ms()

    async def remind(redis: Redis) -> None:
        await schedule.add_soon(redis, entries)

    if entries:
        publish(remind)


def make_notices(*, written: Written, **_: Any) -> None:
    """Receive `table_changed`, and make notices about a rematch, or about a game that continues or
    ends without a player."""
    table, acts = written.table, {move.act for move in written.moves}
    if "rematch" in acts and table.rematch is not None:
        by = next(move.player_id for move in written.moves if move.act == "rematch")
        # The players seated there: people with a block between them are not both seated.
        others = Seat.objects.people().filter(table=table.rematch).exclude(player=by)
        notify_all(people(list(others)), Kind.REMATCH, table.rematch.code, {"by": by})
    if "open" in acts and table.circle is not None and table.opened_by_id is not None:
        tell_circle(table.circle, table.opened_by_id)
    if "deal" in acts:
        see_of(people(written.seats), Kind.MATCHED, table.code)
    away = [seat for seat in written.seats if seat.away_ms is not None]
    if not away:
        return
    if table.status == Status.FINISHED and written.state is not None:
        notify_all(people(away), Kind.OVER, table.code)
    if table.status == Status.RUNNING:
        gone = {move.seat for move in written.moves if move.act == "away"}
        missed = [seat for seat in away if "deal" in acts or seat.number in gone]
        if missed:  # not after every move, until they are back
            notify_all(people(missed), Kind.WAITS, table.code)


def make_sanction_notice(*, sanction_id: int, **_: Any) -> None:
    """Receive `sanction_changed`, and notify the player."""
    sanction = Sanction.objects.select_related("player").get(pk=sanction_id)
    lifted = sanction.lifted is not None
    args = {"kind": sanction.kind, "lifted": lifted, "sanction": sanction.pk}
    subject = f"{sanction.pk}-lifted" if lifted else str(sanction.pk)
    notify(sanction.player, Kind.SANCTION, subject, args)


def on_followed(*, player_id: int, followed_id: int, **_: Any) -> None:
    """Receive `followed`, and notify the followed player, at most once a day for each follower."""
    subject = f"{player_id}-{timezone.now():%Y%m%d}"
    if not Notice.objects.filter(player=followed_id, kind=Kind.FOLLOW, subject=subject).exists():
        notify_all([followed_id], Kind.FOLLOW, subject, {"by": player_id})


def tell_circle(circle: Circle, by: int) -> None:
    """Notify a circle's members of a table that a member has opened."""
    members = circle.members.exclude(player=by).values_list("player", flat=True)
    notify_all(members, Kind.CIRCLE, circle.code, {"by": by, "circle": circle.pk})


def on_joined(*, circle: Circle, player_id: int, **_: Any) -> None:
    """Receive `joined`, and notify the owner and the helpers."""
    helpers = circle.members.filter(is_helper=True).values_list("player", flat=True)
    args = {"by": player_id, "circle": circle.pk}
    notify_all([circle.owner_id, *helpers], Kind.JOINED, f"{circle.code}-{player_id}", args)


def people(seats: list[Seat]) -> list[int]:
    return [seat.player_id for seat in seats if not seat.bot]
