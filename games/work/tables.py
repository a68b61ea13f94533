"""Due work at live tables: deadlines, and the acts of bots, which know only what their seat knows
and act like any player.

A decision of a bot, with its command id, is a function of stored data (table, seat, turn).  So if a
worker dies between deciding and acting, the same act is decided again, and is done only once."""

import hmac
import logging
from collections.abc import Collection
from contextlib import suppress
from typing import NamedTuple
from uuid import NAMESPACE_URL, UUID, uuid5

from django.conf import settings
from redis.exceptions import RedisError

from games.accounts.models import Player
from games.bus import bot_acts, schedule, valkey
from games.rules.bots import Decision
from games.rules.catalogue import BOTS, rules_of
from games.rules.game import Options, State
from games.table import clock, rows
from games.table.models import Seat, Status, Table
from games.table.refusals import Refused
from games.table.replay.rebuild import stored_state
from games.table.writer import play
from games.table.writer.ledger import Ledger
from games.table.writer.orders import Order, seats_query
from games.table.writer.playout import Wish

log = logging.getLogger(__name__)
# A deadline this late is met here although a web process shows the table.  A bot's act this late
# counts as late.
LATE_MS = 300
AT_ONCE = 200
LOOK_AGAIN_MS = 60_000  # how often to check a table whose bots have nothing to do
MOST_PLANNED = 2000  # tables whose plans are cached


def late_tables() -> list[int]:
    """Tables with a missed deadline, because their web process was killed or is too busy."""
    late = Table.objects.due(at=clock.now_ms() - LATE_MS).values_list("pk", flat=True)
    return list(late[:AT_ONCE])


def fire_timers(table_id: int) -> None:
    """Handle all deadlines up to now at a table; if the reminder was early, schedule it again."""
    now = clock.now_ms()
    try:
        due_ms = play.tick(table=table_id, now=now)
    except Refused:  # the table is gone
        return
    if due_ms is not None and valkey.has_server():
        schedule.add(valkey.client(), {schedule.timer(table_id): due_ms})


def fast_forward(table_id: int) -> None:
    """Play a part of a game in which only bots are left.  The change of the table schedules the
    next part."""
    with suppress(Refused):  # the table is gone
        play.fast_forward(table=table_id, decide=wishes)


class Plan(NamedTuple):
    """A planned act of a seat: its time (epoch ms), and a command id that prevents a second
    execution."""

    seat: Seat
    decision: Decision
    due_ms: int
    command: UUID


Key = tuple[str, int]  # code and version of a table
_planned: dict[int, tuple[Key, list[Plan]]] = {}


def seed_of(table: Table) -> int:
    """The random seed for all bots of a table, which is unpredictable, but the same in each
    process."""
    digest = hmac.digest(settings.SECRET_KEY.encode(), f"bots|{table.code}".encode(), "sha256")
    return int.from_bytes(digest)


def wake_bots(table_id: int) -> None:
    """Do the due acts of a table's bots, and schedule their next act."""
    planned = plans_of(table_id)
    if planned is None:
        return
    now = clock.now_ms()
    later = now + LOOK_AGAIN_MS
    for plan in planned:
        if plan.due_ms <= now:
            act(plan)
        else:
            later = min(later, plan.due_ms)
    remind(table_id, later)


def plans_of(table_id: int) -> list[Plan] | None:
    """The planned acts of a table's bots; None if the table is paused, not running, or without
    bots.  Plans are cached until the table changes."""
    # Plain SQL, here and below, because it runs after every move.
    tables = rows.read(Table, "WHERE id = %s AND paused_ms IS NULL", [table_id])
    if not tables or tables[0].status != Status.RUNNING:
        _planned.pop(table_id, None)
        return None
    table, cached = tables[0], _planned.get(table_id)
    key = table.code, table.version
    if cached is not None and cached[0] == key:
        return cached[1]
    _planned.pop(table_id, None)
    playing = [seat for seat in seats_of(table) if seat.plays_itself]
    if not playing:
        return None
    made = plans(playing)
    if len(_planned) >= MOST_PLANNED:
        _planned.clear()
    _planned[table_id] = key, made
    return made


def seats_of(table: Table) -> list[Seat]:
    """The seats of a table with their players."""
    sitting = "WHERE id IN (SELECT player_id FROM games_seat WHERE table_id = %s)"
    query = rows.Query(Player, sitting, [table.pk])
    seats, players = rows.read_many(seats_query(table.pk), query)
    by_id = {player.pk: player for player in players}
    for seat in seats:
        seat.table, seat.player = table, by_id[seat.player_id]
    return list(seats)


def plans(seats: list[Seat]) -> list[Plan]:
    """The planned acts of the bots in these seats of one table, earliest first."""
    if not seats:
        return []
    table = seats[0].table
    _, options = rules_of(table.game, table.options)
    state = stored_state(table)
    people = {*range(table.players)} - {seat.number - 1 for seat in seats}
    plans = (plan_of(seat, table, state, options, people) for seat in seats)
    return sorted(filter(None, plans), key=lambda plan: plan.due_ms)


def plan_of(
    seat: Seat, table: Table, state: State, o: Options, people: Collection[int] = ()
) -> Plan | None:
    """The planned act of the bot in this seat, based on what the seat may know.  `people`: the
    seats (from 0) in which no bot plays."""
    bots = BOTS[table.game]
    level = seat.player.level if seat.bot else bots.usual[0]
    tempo = bots.tempo(table.tempo, () if table.fast else people)
    number, seed = seat.number - 1, seed_of(table)
    fast = table.fast and bool(people)  # once all programs have left, nobody waits
    try:
        decision = bots.decide(state, o, number, level, seed, tempo, people, fast=fast)
    except Exception:
        if seat.bot:
            bot_acts.add(seat.player_id, bot_acts.Counts(crashes=1))
        raise
    if decision is None:
        return None
    name = f"{table.code}|{seat.number}|{decision.turn}|{decision.act}"
    return Plan(seat, decision, table.epoch_ms(decision.at), uuid5(NAMESPACE_URL, name))


def wishes(ledger: Ledger) -> list[Wish]:
    """The planned acts of a table's bots, earliest first.  Each bot knows only what its seat may
    know."""
    plans = (plan_of(seat, ledger.table, ledger.state, ledger.o) for seat in ledger.seats)
    wishes = [
        Wish(plan.seat, plan.decision.act, plan.decision.args, plan.due_ms, plan.command)
        for plan in filter(None, plans)
    ]
    return sorted(wishes, key=lambda wish: wish.due_ms)


def act(plan: Plan) -> None:
    """Do a planned act like a player.  A refusal means that the game has changed since the plan was
    made."""
    seat = plan.seat
    try:
        verdict = play.act(
            Order(seat.table_id, seat.player, plan.command),
            name=plan.decision.act,
            args=plan.decision.args,
            by_bot=True,
        )
    except Refused as refused:
        log.debug("%s of %s: %s", plan.decision.act, seat, refused.code)
        return
    if seat.bot and not verdict.again:
        took_ms = max(0, clock.now_ms() - plan.due_ms)
        late = int(took_ms > LATE_MS)
        bot_acts.add(seat.player_id, bot_acts.Counts(acts=1, ms=took_ms, late=late))


def remind(table_id: int, at: int) -> None:
    try:
        if valkey.has_server():
            schedule.add(valkey.client(), {schedule.bots(table_id): at})
    except (RedisError, OSError):
        pass  # the sweep asks them again
