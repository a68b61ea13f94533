"""The only writer of chat.  A line is not a move: adding a line neither waits for the table nor
changes the table."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.utils.formats import date_format
from django.utils.translation import gettext

from games.accounts.models import Player
from games.accounts.preferences import chosen_by
from games.accounts.sanctions import SanctionKind, standing
from games.chat import content, permissions
from games.chat.content import QUICK, SIGNS
from games.chat.models import LastLine, Line, Room
from games.chat.permissions import (
    COMPARED,
    DAY_MS,
    FEW_GAMES,
    HOUR_MS,
    MINUTE_MS,
    chat_of,
    may_write_text,
    readable,
)
from games.chat.refusals import Refused
from games.chat.signals import line_said
from games.limits.counting import verify_counting
from games.limits.declared import LINES
from games.table.clock import moment, now_ms
from games.table.models import Chat, Table
from games.table.refusals import Verdict

KEPT = timedelta(days=30)  # after the end of the table


class Earlier(NamedTuple):
    """An earlier line of the same player, at most an hour old."""

    said_ms: int
    text: str


@transaction.atomic
def say(
    *,
    table: int,
    player: Player,
    room: Room,
    words: str = "",
    quick: str = "",
    command: UUID,
    now: int | None = None,
) -> Verdict:
    """Add a line with `words`, or else with the quick word `quick`.  A repeated command id adds no
    second line.  Raises Refused, Unavailable."""
    verify_counting()
    at = now_ms() if now is None else now
    # Locked: two tabs keep the limits too.  The row is read anew, so a ban holds at once.
    player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    earlier = Line.objects.filter(table=table, command=command).first()
    if earlier is not None:
        if earlier.player_id != player.pk:
            raise Refused("NOT_YOUR_COMMAND")
        return Verdict(earlier.version, again=True)
    row = Table.objects.light().select_related("opened_by").get(pk=table)
    verify_may_say(row, player, room, at)
    if words:
        words, quick = verify_text(row, player, words, at), ""
    else:
        verify_quick(row, player, quick, at)
    line = Line(table=row, room=room, version=row.shown, player=player, command=command)
    line.text, line.quick = words, quick
    append(line, at)
    news = {"table_id": row.pk, "room": line.room, "said_ms": line.said_ms}
    transaction.on_commit(partial(line_said.send_robust, Line, **news))
    return Verdict(line.version)


def append(line: Line, now: int) -> None:
    LastLine.objects.get_or_create(table=line.table, room=line.room)
    last = LastLine.objects.select_for_update().get(table=line.table, room=line.room)
    line.said_ms = last.said_ms = max(now, last.said_ms + 1)
    line.save(force_insert=True)
    last.save(update_fields=["said_ms"])


def verify_may_say(table: Table, player: Player, room: Room, now: int) -> None:
    if not player.is_active:
        raise Refused("BANNED")
    if player.is_bot:
        raise Refused("PEOPLE_ONLY")
    verify_not_muted(player, now)
    if table.chat == Chat.OFF:
        raise Refused("CHAT_OFF")
    seated = table.seats.filter(player=player).exists()
    rooms = readable(table, seated=seated)
    if room not in rooms:
        raise Refused("NOT_YOUR_ROOM" if rooms else "ROOM_CLOSED")


def verify_not_muted(player: Player, now: int) -> None:
    """Check that the player has not been muted by a moderator or, for a short time, automatically.
    Raises Refused."""
    mute = standing(player, SanctionKind.MUTE, at=moment(now))
    if mute is None:
        return
    if mute.until is None:
        raise Refused("MUTED")
    words = gettext("You cannot write until {time} UTC.")
    time = date_format(mute.until, "DATETIME_FORMAT")
    wait_s = int((mute.until - moment(now)).total_seconds()) + 1
    raise Refused("MUTED", words.format(time=time), wait_s=wait_s)


def verify_text(table: Table, player: Player, words: str, now: int) -> str:
    """Check a text, and return it as stored.  Raises Refused."""
    if chat_of(table) != Chat.TEXT:
        raise Refused("QUICK_ONLY")
    if not may_write_text(table, player):
        raise Refused("ACCOUNTS_ONLY")
    if (chosen_by(player) or {}).get("quiet"):
        raise Refused("QUIET_MODE")
    words = content.with_own_links(content.clean(words))
    content.verify_words(words)
    recent = lines_since(player, now - HOUR_MS)
    verify_pace(player, recent, now)
    texts = [line.text for line in recent if line.text and line.said_ms > now - MINUTE_MS]
    content.verify_new(words, texts[:COMPARED])
    if table.lines.count() >= permissions.MOST_AT_TABLE:
        raise Refused("QUICK_ONLY")
    return words


def verify_quick(table: Table, player: Player, quick: str, now: int) -> None:
    if quick not in (*QUICK, *SIGNS):
        raise Refused("UNKNOWN_QUICK")
    recent = lines_since(player, now - HOUR_MS)
    verify_hour(recent, now)
    last = max((line.said_ms for line in recent if not line.text), default=0)
    verify_wait(last + permissions.QUICK_EVERY_MS - now)
    if table.lines.filter(player=player).exclude(quick="").count() >= permissions.MOST_QUICK:
        raise Refused("QUICK_SPENT")


def lines_since(player: Player, since: int) -> list[Earlier]:
    """The last lines of a player that count for limits and repetition, newest first."""
    lines = player.lines.filter(said_ms__gt=since).order_by("-said_ms")
    return [Earlier(*row) for row in lines.values_list("said_ms", "text")[: LINES.most]]


def verify_pace(player: Player, recent: Sequence[Earlier], now: int) -> None:
    verify_hour(recent, now)
    bucket = permissions.NEW if is_new(player, now) else permissions.USUAL
    times = [line.said_ms for line in reversed(recent) if line.text]
    verify_wait(permissions.wait_ms(bucket, times, now))


def verify_hour(recent: Sequence[Earlier], now: int) -> None:
    if len(recent) >= LINES.most:
        verify_wait(recent[-1].said_ms + HOUR_MS - now)


def verify_wait(wait_ms: int) -> None:
    if wait_ms > 0:
        words = gettext("You are writing too fast. Wait a moment.")
        raise Refused("SLOW_DOWN", words, wait_s=-(-wait_ms // 1000))


def is_new(player: Player, now: int) -> bool:
    """Whether the player is a guest, or has an account that is young or has hardly played."""
    if player.is_guest or moment(now - DAY_MS) < player.date_joined:
        return True
    finished = player.seats.filter(ended_at__isnull=False, table__status="finished")
    return finished[:FEW_GAMES].count() < FEW_GAMES


def forget(*, at: datetime) -> None:
    """Delete lines of games that ended long ago."""
    old = at.astimezone(UTC) - KEPT
    old_ms = int(old.timestamp() * 1000)
    Line.objects.filter(said_ms__lt=old_ms, table__ended_at__lt=old).delete()
