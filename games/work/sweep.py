"""The sweep, which makes lost reminders harmless: every `SWEEP_S` seconds it checks the stored
data.

The clock of each live worker starts the sweep, which also reports that the worker is running, so
that outages are noticed, and detects players who have left."""

import logging
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress

from django.db import OperationalError
from django.db.models import Q
from redis import Redis
from redis.exceptions import RedisError

from games.accounts.models import Player
from games.bus import bot_acts, presence, schedule, valkey
from games.lobby.models import Wish
from games.table import clock
from games.table.models import Seat, Table
from games.table.refusals import Refused
from games.table.writer import outages, play
from games.table.writer.orders import Order
from games.tournaments import refusals as tournament_refusals
from games.tournaments.writer.automation import give_back, owed, unattended
from games.work.lab import requeue_lost
from games.work.tables import fire_timers, wake_bots
from games.work.tournaments import run_tournament

log = logging.getLogger(__name__)
SWEEP_S = 2.0
SOON_MS = 30_000  # deadlines this near get a reminder
PORTION = 1000  # tables that one sweep looks at
GONE_MS = 8_000  # after this a player without connection is away: a beat, and time to reload


def sweep() -> None:
    """Sweep once per interval, in the first worker to call this.  Without Valkey the workers cannot
    coordinate, so each worker does all overdue work."""
    now = clock.now_ms()
    try:
        redis = valkey.client()
        mine = redis.set(valkey.key("sweep"), "1", nx=True, px=int(SWEEP_S * 800))
    except (RedisError, OSError):
        report(now)
        sweep_alone(now)
        return
    if mine:
        report(now)
        tables = in_turn()
        remind(redis, tables, now)
        notice_absence(redis, tables, now)
        requeue_lost(now=now)


_last = 0  # the table with which this worker's last portion ended; 0: the next one is the first


def in_turn() -> list[int]:
    """The next portion of the open or running tables.  The size of a portion limits the time of a
    sweep."""
    global _last
    tables = Table.objects.in_play(after=_last).values_list("pk", flat=True)[:PORTION]
    portion = list(tables)
    _last = portion[-1] if len(portion) == PORTION else 0
    return portion


def report(now: int) -> None:
    """Report that a worker is running; after an outage, compensate tables and tournaments once."""
    play.pulse(now=now)
    late = owed()
    for tournament in late:
        with suppress(tournament_refusals.Refused):  # somebody writes it; this is repeated
            give_back(tournament)
    if not late:
        outages.settle()


def sweep_alone(now: int) -> None:
    """Do all overdue work in this process, without Valkey."""
    each(fire_timers, Table.objects.due(at=now).values_list("pk", flat=True)[:PORTION])
    each(wake_bots, with_bots(in_turn()))
    each(run_tournament, unattended(now))


def each(do: Callable[[int], None], numbers: Iterable[int]) -> None:
    """Call `do` with each of these ids, skipping rows that stay locked for long."""
    for number in numbers:
        try:
            do(number)
        except OperationalError:
            log.warning("%s is locked, or the database does not answer", number)


def remind(redis: Redis, tables: Collection[int], now: int) -> None:
    """Make sure that there are reminders for the next deadlines and the bots of these tables, for
    tournaments and for wishes."""
    due = Table.objects.due(at=now + SOON_MS).values_list("pk", "due_ms")[:PORTION]
    entries = {schedule.timer(pk): due_ms for pk, due_ms in due if due_ms is not None}
    asleep = schedule.missing(redis, [schedule.bots(pk) for pk in with_bots(tables)])
    waiting = [schedule.tournament(pk) for pk in unattended(now)]
    matching = [schedule.MATCHING] if Wish.objects.standing().exists() else []
    schedule.add(redis, entries | dict.fromkeys([*asleep, *waiting, *matching], now))


def with_bots(tables: Collection[int]) -> list[int]:
    """The running, unpaused tables among these at which a bot plays."""
    running = Table.objects.running().filter(pk__in=tables, paused_ms=None)
    seats = Seat.objects.filter(Q(bot=True) | Q(substitute=True), table__in=running)
    return list(seats.order_by().values_list("table", flat=True).distinct())


def count_crash(table_id: int, bot_id: int) -> None:
    """Count a crash of a bot whose program leaves a running game."""
    if Table.objects.running().filter(pk=table_id).exists():
        bot_acts.add(bot_id, bot_acts.Counts(crashes=1))


def notice_absence(redis: Redis, tables: Collection[int], now: int) -> None:
    """Mark players of these tables as away who have had no connection for a while.  Tables on one
    screen are left out, because two players have one connection there."""
    seated: dict[int, set[int]] = defaultdict(set)
    seats = Seat.objects.filter(table__in=tables, table__one_screen=False, away_ms=None)
    for table_id, player_id in seats.people().values_list("table", "player"):
        seated[table_id].add(player_id)
    if not seated:
        return
    absent = presence.absent_since(redis, seated, now)
    gone = [place for place, since in absent.items() if now - since >= GONE_MS]
    players = Player.objects.in_bulk([player_id for _, player_id in gone])
    locked: set[int] = set()
    for table_id, player_id in gone:
        if table_id in locked:
            continue
        try:
            play.mark_away(Order(table_id, players[player_id], now=now))
            if players[player_id].owner_id is not None:
                count_crash(table_id, player_id)
        except Refused:  # gave up the seat meanwhile
            pass
        except OperationalError:  # somebody holds the table for long; others do not wait for it
            locked.add(table_id)
            log.warning("Table %s is locked", table_id)
