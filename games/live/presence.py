"""The connections to tables through this process, reported in threads once a beat."""

import logging
import uuid
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from django.db import OperationalError
from redis.exceptions import RedisError

from games.accounts.models import Player
from games.bus import presence, valkey
from games.chat.models import LastLine
from games.table import clock
from games.table.models import Table
from games.table.refusals import Refused
from games.table.writer import play
from games.table.writer.orders import Order

log = logging.getLogger(__name__)
PROCESS = uuid.uuid4().hex[:12]


class Presence(NamedTuple):
    """The players connected to a table through this process, the facts to store about them, and
    whether any of them reads the chat."""

    players: set[int]
    watchers: int
    returned: list[Player]
    measured: dict[Player, int]
    hears: bool = False


class Others(NamedTuple):
    """The number of watchers of a table in all processes, and whether no other process shows the
    table."""

    watchers: int
    is_alone: bool = False


class Look(NamedTuple):
    """A table's stored version, its watchers in all processes, and whether its chat has lines for
    the readers in this process."""

    version: int
    others: Others
    has_lines: bool


NO_ONE = Presence(set(), 0, [], {})


def differs(stored: int | None, ms: int) -> bool:
    """Whether this round trip differs enough from the stored one to be stored."""
    return stored is None or abs(ms - stored) > max(5, stored // 5)


def look_up(tables: Mapping[int, Presence]) -> dict[int, Look]:
    """Report the players connected to this process, in a thread, and read what other processes have
    stored and reported about these tables."""
    now = clock.now_ms()
    for table_id, connected in tables.items():
        store(table_id, connected, now)
    versions = Table.objects.filter(pk__in=tables).values_list("pk", "version")
    reading = [table_id for table_id, connected in tables.items() if connected.hears]
    spoken = LastLine.objects.filter(table__in=reading).values_list("table", flat=True)
    has_lines, crowds = set(spoken) if reading else set(), report(tables, now)
    return {
        table_id: Look(version, crowds[table_id], table_id in has_lines)
        for table_id, version in versions
    }


def store(table_id: int, connected: Presence, now: int) -> None:
    for player, rtt_ms in connected.measured.items():
        play.note_rtt(table=table_id, player=player, rtt_ms=rtt_ms)
    for player in connected.returned:
        try:
            play.mark_back(Order(table_id, player, now=now))
        except Refused:  # has left the seat meanwhile
            pass
        except OperationalError:  # the next beat tries again; other tables do not wait for it
            log.warning("Table %s is locked", table_id)


def report(tables: Mapping[int, Presence], now: int) -> dict[int, Others]:
    """Report these connections, and return the other connections of each table.  Without Valkey
    each process counts only its own watchers."""
    with suppress(RedisError, OSError):
        if valkey.has_server():
            reports = {table_id: (one.players, one.watchers) for table_id, one in tables.items()}
            crowds = presence.report_all(valkey.client(), PROCESS, reports, now)
            return {
                table_id: Others(crowd.watchers, crowd.processes == 1)
                for table_id, crowd in crowds.items()
            }
    return {table_id: Others(one.watchers) for table_id, one in tables.items()}
