"""The automatic progress of tournaments: when something is due, and when a table has ended."""

import math
from contextlib import suppress
from typing import Any

from django.core.cache import cache
from redis.asyncio import Redis
from redis.exceptions import RedisError

from games.accounts.models import Player
from games.bus import presence, schedule, valkey
from games.bus.publisher import publish
from games.notices.kinds import Kind
from games.notices.words import TOURNAMENTS
from games.notices.writer import notify_all, withdraw
from games.relations.circles import Circle
from games.table import clock
from games.table.signals import Written
from games.tournaments import acts, terms
from games.tournaments.acts import ENDED, State
from games.tournaments.declared import MINUTE_MS
from games.tournaments.models import Tournament
from games.tournaments.refusals import Refused
from games.tournaments.writer import automation, entries, life
from games.tournaments.writer.orders import Order

WARNINGS = (2, 15)  # minutes before
DAY_S = 86_400


def run_tournament(tournament_id: int) -> None:
    """Do everything that is due in a tournament, and schedule the rest."""
    with suppress(Tournament.DoesNotExist):
        now = clock.now_ms()
        present = visitors(tournament_id, now)
        due_ms = automation.advance(tournament=tournament_id, now=now, present=present)
        if due_ms is not None and valkey.has_server():
            schedule.add(valkey.client(), {schedule.tournament(tournament_id): due_ms})


def visitors(tournament_id: int, now: int) -> set[int]:
    """The players who visit the tournament's pages or tables; empty while Valkey does not
    answer."""
    try:
        if valkey.has_server():
            return presence.visitors(valkey.client(), tournament_id, now)
    except (RedisError, OSError):
        pass
    return set()


def on_tournament_changed(*, tournament_id: int, due_ms: int | None, **_: Any) -> None:
    """Receive `tournament_changed`.  A lost reminder is replaced by the next sweep."""
    if due_ms is not None:
        remind({schedule.tournament(tournament_id): due_ms})


def on_table_changed(*, written: Written, **_: Any) -> None:
    """Receive `table_changed`, to collect results soon after a table has ended, several at once if
    many tables end, and to continue tables that wait for others with the same cards."""
    table = written.table
    waits = table.status == "open" and table.shared_deal
    if not (table.arranged and (table.is_over or waits)):
        return
    tournaments = Tournament.objects.filter(stages__rounds__pairings__games__table=table.pk)
    for number in tournaments.values_list("pk", flat=True):
        remind({schedule.tournament(number): clock.now_ms()})


def announce_starts(now: int) -> None:
    """Notify players that their tournament, or a scheduled round, begins in 15 or 2 minutes."""
    for row in Tournament.objects.filter(state__in=(State.OPEN, State.CHECKIN, State.RUNNING)):
        read = terms.resolve(row.terms)
        begins = (read.starts,) if row.state != State.RUNNING else read.times
        for moment in begins:
            left = math.ceil(((moment or 0) - now) / MINUTE_MS)
            minutes = next((most for most in WARNINGS if 0 < left <= most), None)
            subject = f"{row.code}-{moment}-{minutes}"
            if minutes and cache.add(f"starts:{subject}", 1, DAY_S):
                args = {"code": row.code, "minutes": left}
                notify_all(life.awaited(row), Kind.STARTS, subject, args)


def on_left(*, circle: Circle, player: Player, **_: Any) -> None:
    """Receive `left`.  A player who leaves a circle also leaves the circle's events, and loses the
    notices about these events."""
    entered = circle.events.filter(entrants__player=player)
    for event in entered.exclude(state__in=ENDED):
        act = entries.withdraw if event.state in acts.LIVE else entries.leave
        with suppress(Refused):
            act(Order(event.pk, player), player)
    private = circle.events.filter(private=True)
    withdraw(player, TOURNAMENTS, list(private.values_list("code", flat=True)))


def remind(entries: dict[str, int]) -> None:
    async def send(redis: Redis) -> None:
        await schedule.add_soon(redis, entries)

    publish(send)
