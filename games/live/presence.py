"""Connections to a table through this process: reported in threads, once a beat."""

import uuid
from contextlib import suppress
from typing import NamedTuple

from redis.exceptions import RedisError

from games.accounts.models import Player
from games.bus import presence, valkey
from games.table import clock
from games.table.models import Table
from games.table.refusals import Refused
from games.table.writer import play
from games.table.writer.orders import Order

PROCESS = uuid.uuid4().hex[:12]


class Presence(NamedTuple):
    """The players connected to a table through this process, and what to store about them."""

    players: set[int]
    watchers: int
    returned: list[Player]
    measured: dict[Player, int]


def differs(stored: int | None, ms: int) -> bool:
    """Whether this round trip is worth storing."""
    return stored is None or abs(ms - stored) > max(5, stored // 5)


def sync_presence(table_id: int, here: Presence) -> tuple[int, int]:
    """Report who is here, in a thread; returns the stored version and the number of watchers."""
    now = clock.now_ms()
    for player, rtt_ms in here.measured.items():
        play.note_rtt(table=table_id, player=player, rtt_ms=rtt_ms)
    for player in here.returned:
        with suppress(Refused):  # has left the seat meanwhile
            play.mark_back(Order(table_id, player, now=now))
    version = Table.objects.values_list("version", flat=True).get(pk=table_id)
    return version, report_presence(table_id, here, now)


def report_presence(table_id: int, here: Presence, now: int) -> int:
    """The number of watchers.  Without Valkey each process counts its own."""
    try:
        if valkey.has_server():
            crowd = presence.report(
                valkey.client(), table_id, PROCESS, here.players, here.watchers, now
            )
            return crowd.watchers
    except (RedisError, OSError):
        pass
    return here.watchers


NO_ONE = Presence(set(), 0, [], {})
