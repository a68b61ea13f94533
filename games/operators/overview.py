"""An operator's first page: processes, services, queues, errors, disk."""

import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.db import connection
from django.db.models import Max
from django.template.defaultfilters import filesizeformat
from django.urls import reverse
from django.utils.timesince import timesince
from django.utils.translation import gettext
from django_celery_beat.models import PeriodicTask
from kombu.exceptions import KombuError
from redis.exceptions import RedisError

from games.accounts.models import Player
from games.bus import error_log, valkey
from games.lab.runs.models import Simulation
from games.table import clock
from games.table.models import Seat, Table
from games.table.writer.outages import alive_ms
from games.tournaments.models import Tournament
from warsite.celery import app

SILENT_MS = 30_000  # a live worker reports in every sweep
BEAT_SILENT_S = 120  # beat stores its times with each task
LATE_MS = 5_000
FULL = 0.9  # share of a disk
ANSWER_S = 1.0  # for workers to respond


class Fact(NamedTuple):
    name: str
    value: object
    url: str = ""
    trouble: str = ""  # what is wrong, if anything is


class Group(NamedTuple):
    name: str
    facts: list[Fact]


def overview() -> list[Group]:
    parts: list[tuple[str, Callable[[], Iterator[Fact]]]] = [
        (gettext("Running"), running),
        (gettext("Services"), services),
        (gettext("Queues"), queues),
        (gettext("Disk"), disk),
        (gettext("Recent errors"), errors),
    ]
    return [Group(name, list(facts())) for name, facts in parts]


def running() -> Iterator[Fact]:
    tables = reverse("admin:games_table_changelist")
    going = Table.objects.running()
    yield Fact(gettext("Games"), going.count(), f"{tables}?status__exact=running")
    people = Seat.objects.people().filter(table__in=going).order_by()
    yield Fact(gettext("People in them"), people.values("player").distinct().count())
    waiting = Table.objects.open().count()
    yield Fact(gettext("Tables that wait for players"), waiting, f"{tables}?status__exact=open")
    held = Tournament.objects.filter(state__in=("running", "paused"))
    tournaments = reverse("admin:games_tournament_changelist")
    questions = held.exclude(question="").count()
    trouble = gettext("{count} wait for a director").format(count=questions) if questions else ""
    yield Fact(gettext("Tournaments"), held.count(), f"{tournaments}?state__exact=running", trouble)
    yield Fact(gettext("Lab runs"), Simulation.objects.running().count(), reverse("lab"))
    today = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    joined = Player.objects.people().filter(date_joined__gte=today).count()
    yield Fact(gettext("Signed up today"), joined, reverse("admin:games_player_changelist"))


def services() -> Iterator[Fact]:
    yield Fact(gettext("Database"), connection.vendor)
    try:
        valkey.client().ping()
        yield Fact("Valkey", gettext("answers"))
    except (RedisError, ValueError):
        yield Fact("Valkey", gettext("does not answer"), trouble=gettext("Live pages are stale."))
    workers = workers_by_queue()
    silent = clock.now_ms() - alive_ms()
    trouble = gettext("Bots and deadlines wait.") if silent > SILENT_MS else ""
    yield Fact(gettext("Live workers"), workers["live"], trouble=trouble)
    trouble = "" if workers["sims"] else gettext("None answered within a second.")
    yield Fact(gettext("Lab workers"), workers["sims"], trouble=trouble)
    ran = PeriodicTask.objects.aggregate(at=Max("last_run_at"))["at"]
    late = ran is None or (datetime.now(UTC) - ran).total_seconds() > BEAT_SILENT_S
    trouble = gettext("Cleanup waits.") if late else ""
    age = gettext("ran {time} ago").format(time=timesince(ran)) if ran else gettext("never ran")
    tasks = reverse("admin:django_celery_beat_periodictask_changelist")
    yield Fact(gettext("Periodic tasks"), age, tasks, trouble)


def workers_by_queue() -> Counter[str]:
    """The number of workers that serve each queue, as far as they answer in time."""
    try:
        answers = app.control.inspect(timeout=ANSWER_S).active_queues() or {}
    except (KombuError, RedisError, OSError):
        return Counter()
    return Counter(queue["name"] for queues in answers.values() for queue in queues)


def queues() -> Iterator[Fact]:
    late = late_tables()
    trouble = gettext("The live workers do not keep up.") if late else ""
    yield Fact(gettext("Deadlines more than 5 s late"), late, trouble=trouble)
    try:
        redis = valkey.client()
        for name, key in ((gettext("Live tasks"), "live"), (gettext("Lab tasks"), "sims")):
            yield Fact(name, redis.llen(valkey.key(key)))
        yield Fact(gettext("Reminders"), redis.zcard(valkey.key("clock")))
    except (RedisError, ValueError):
        yield Fact(gettext("Tasks"), gettext("unknown"))


def late_tables() -> int:
    """The number of tables with a deadline long overdue."""
    return Table.objects.due(at=clock.now_ms() - LATE_MS).count()


def disk() -> Iterator[Fact]:
    used = shutil.disk_usage(home())
    trouble = gettext("Almost full.") if used.used > FULL * used.total else ""
    free = gettext("{free} of {total}").format(
        free=filesizeformat(used.free), total=filesizeformat(used.total)
    )
    yield Fact(gettext("Free"), free, trouble=trouble)
    yield Fact(gettext("Database"), filesizeformat(database_size()))


def home() -> Path:
    """The folder of the site's files; in a container it may not exist."""
    path = Path(settings.HOME)
    return path if path.exists() else Path(path.anchor)


def database_size() -> int:
    """The size of the database in bytes."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("select pg_database_size(current_database())")
        else:
            cursor.execute("select page_count * page_size from pragma_page_count, pragma_page_size")
        return int(cursor.fetchone()[0])


def errors() -> Iterator[Fact]:
    try:
        for error in error_log.latest():
            at = datetime.fromtimestamp(error["at"], UTC)
            when = gettext("{time} ago").format(time=timesince(at))
            yield Fact(when, error["text"], trouble=error["logger"])
    except (RedisError, ValueError):
        yield Fact(gettext("Errors"), gettext("unknown"))
