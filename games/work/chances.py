"""Chances that are computed in advance, for the game on the home page and for results of the deal
of the day; and the analysis of a player's games, one game after the other."""

import logging
from contextlib import suppress
from datetime import UTC, datetime
from functools import reduce
from itertools import chain, islice
from operator import or_
from typing import Any

from celery import shared_task
from django.db.models import Exists, OuterRef, Prefetch, Q
from kombu.exceptions import KombuError
from redis.exceptions import RedisError

from games.lab.chances import curves, luck
from games.lab.chances.course import course_of_table
from games.lab.chances.models import Kind, StoredCurve
from games.lab.chances.tally import version_of
from games.lab.counting.adapter import ADAPTERS, BadRun
from games.table.models import Seat, Table
from games.table.querysets import TableQuerySet
from games.table.replay.recording import ALL

log = logging.getLogger(__name__)
AT_ONCE = 3  # the lab also works for those who have asked


def compute_ahead() -> None:
    """Request missing curves, unless `AT_ONCE` of them are already in progress."""
    under_way = StoredCurve.objects.running().filter(started_by=None).count()
    today = datetime.now(UTC).date()
    newest = Table.objects.filter(pk__in=Table.objects.to_show().values("pk")[:1])
    of_the_day = Table.objects.finished().filter(day=today, held_back=False).newest()
    wanted = chain(without_curve(newest), without_curve(of_the_day)[:AT_ONCE])
    for table in islice(wanted, max(AT_ONCE - under_way, 0)):
        with suppress(BadRun):  # rules have changed since
            curves.ask(table.code, course_of_table(table), ALL)


def without_curve(tables: TableQuerySet) -> TableQuerySet:
    """Games, with their players, that have no curve with all cards known by today's rules."""
    curves_of_all = StoredCurve.objects.filter(kind=Kind.CURVE, view=ALL)
    curve = curves_of_all.filter(source=OuterRef("code")).filter(of_today())
    seats = Seat.objects.select_related("player")
    missing = tables.exclude(deal="").exclude(Exists(curve))
    return missing.defer("state").prefetch_related(Prefetch("seats", seats))


def of_today() -> Q:
    """A filter for curves of today's rules and bots."""
    versions = {
        key: {version_of(adapter, adapter.dice), version_of(adapter, [*adapter.policies])}
        for key, adapter in ADAPTERS.items()
    }
    return reduce(or_, (Q(game=key, rules_version__in=own) for key, own in versions.items()))


@shared_task(name="games.tasks.analyse")
def analyse(player_id: int, tables: list[int]) -> None:
    """Prepare the split of one of a player's results into luck and choices, then queue the player's
    other games behind waiting work."""
    first, *others = tables
    luck.analyse(player_id, first)
    if others:
        on_analysis_wanted(player_id=player_id, tables=others)


def on_analysis_wanted(*, player_id: int, tables: list[int], **more: Any) -> None:
    """Receive `analysis_wanted`.  If the broker loses the task, the player has to request the
    analysis again."""
    try:
        analyse.apply_async((player_id, tables), retry=False)
    except (KombuError, RedisError, OSError):
        log.warning("No broker: %s games of player %s wait", len(tables), player_id)
