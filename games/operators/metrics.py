"""Metrics for Prometheus besides requests: games, queues, deadlines, database, Valkey, disk."""

import shutil
from collections.abc import Callable, Iterator, Mapping

from django.db import DatabaseError, connection
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from redis.exceptions import RedisError

from games.bus import valkey
from games.operators.overview import database_size, home
from games.table import clock
from games.table.models import Seat, Table
from games.table.writer.outages import alive_ms

QUEUES = ("live", "sims")
# Numbers that were given to rows: the rows themselves go when their game is archived.
GIVEN = {
    "postgresql": "select pg_sequence_last_value('games_move_id_seq')",
    "sqlite": "select max(seq) from sqlite_sequence where name = 'games_move'",
}


class SiteMetrics(Collector):
    """Metrics that are read when requested, so that every web process gives the same values.
    Metrics of a part that does not answer are left out; alarms watch for their absence."""

    def describe(self) -> Iterator[Metric]:
        """Describe no metrics, because otherwise the registry would read all of them at the start
        of the process."""
        return iter(())

    def collect(self) -> Iterator[Metric]:
        parts: tuple[Callable[[], Iterator[Metric]], ...]
        parts = (games, deadlines, queues, database, cache, disk)
        for part in parts:
            try:
                yield from list(part())
            except (DatabaseError, RedisError, OSError):
                continue


def gauge(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(f"warsite_{name}", text, value)


def labelled(name: str, text: str, label: str, values: Mapping[str, float]) -> Metric:
    family = GaugeMetricFamily(f"warsite_{name}", text, labels=[label])
    for key, value in values.items():
        family.add_metric([key], value)
    return family


def counter(name: str, text: str, value: float) -> Metric:
    return CounterMetricFamily(f"warsite_{name}", text, value)


def games() -> Iterator[Metric]:
    going = Table.objects.running()
    counts = {"open": Table.objects.open().count(), "running": going.count()}
    yield labelled("tables", "Tables that are not over.", "status", counts)
    people = Seat.objects.people().filter(table__in=going).order_by().values("player").distinct()
    yield gauge("people_playing", "People in running games.", people.count())
    with connection.cursor() as cursor:
        cursor.execute(GIVEN[connection.vendor])
        (moves,) = cursor.fetchone()
    yield counter("moves", "Lines written to the logs of tables.", moves or 0)


def deadlines() -> Iterator[Metric]:
    now = clock.now_ms()
    first = Table.objects.due(at=now).values_list("due_ms", flat=True).first()
    late_s = (now - first) / 1000 if first else 0
    yield gauge("deadline_lag_seconds", "How late the latest deadline of a table is.", late_s)
    silent_s = (now - alive_ms()) / 1000
    yield gauge("live_worker_silent_seconds", "Since a live worker reported.", silent_s)


def queues() -> Iterator[Metric]:
    redis = valkey.client()
    tasks = {name: float(redis.llen(valkey.key(name))) for name in QUEUES}
    yield labelled("queue_tasks", "Tasks that wait for a worker.", "queue", tasks)
    reminders = redis.zcard(valkey.key("clock"))
    yield gauge("reminders", "Reminders of deadlines and bots.", reminders)


def database() -> Iterator[Metric]:
    yield gauge("database_bytes", "Size of the database.", database_size())
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "select coalesce(state, 'unknown'), count(*) from pg_stat_activity"
                " where datname = current_database() group by 1"
            )
            states = dict(cursor.fetchall())
        yield labelled("database_connections", "Connections, by what they do.", "state", states)


def cache() -> Iterator[Metric]:
    info = valkey.client().info()
    yield gauge("valkey_memory_bytes", "Memory that Valkey uses.", info["used_memory"])
    yield counter("valkey_hits", "Keys that were read and found.", info["keyspace_hits"])
    yield counter("valkey_misses", "Keys that were read and missing.", info["keyspace_misses"])


def disk() -> Iterator[Metric]:
    used = shutil.disk_usage(home())
    yield gauge("disk_free_bytes", "Free space where the site keeps its files.", used.free)
    yield gauge("disk_bytes", "Size of that disk.", used.total)
