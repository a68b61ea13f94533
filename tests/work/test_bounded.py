"""With many games stored, what runs every few seconds or every hour reads only what it needs."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection, transaction

from games.accounts.models import Player
from games.operators import overview
from games.rules.catalogue import find
from games.table.models import Pulse, Status, Table
from games.table.writer import outages, play
from games.work import demo, sweep

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
READERS = {
    "the next game to show": lambda: demo.show(find("war")),
    "games that were shown": lambda: demo.forget(at=NOW),
    "tables that nobody played at": lambda: play.forget(at=NOW),
    "an operator's first page": lambda: list(overview.running()),
    "games that are shown": demo.keep_showing,
    "tables that a sweep looks at": sweep.in_turn,
    "seats that bots play": lambda: sweep.with_bots([1, 2]),
    "deadlines that are reminded of": lambda: list(Table.objects.due(at=2**53)[: sweep.PORTION]),
    "tables that an outage is owed": lambda: outages.owed(Pulse(outage=1, until_ms=2**53)),
    "deadlines that are late": overview.late_tables,
}


@pytest.fixture
def many(db):
    people = [
        Player(username=f"person {n}", name=f"Person {n}", name_key=f"person {n}", date_joined=NOW)
        for n in range(2000)
    ]
    Player.objects.bulk_create(people)
    Table.objects.bulk_create(
        Table(
            game=("war", "ww3", "ultimate")[n % 3],
            players=2,
            status=Status.FINISHED,
            deal="dealt",
            opened_by=people[n],
            ended_at=NOW - timedelta(days=60, minutes=n),
        )
        for n in range(2000)
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def plan_of(statement):
    how = "EXPLAIN" if connection.vendor == "postgresql" else "EXPLAIN QUERY PLAN"
    with connection.cursor() as cursor:
        cursor.execute(f"{how} {statement}")
        return "\n".join(str(row[-1]) for row in cursor.fetchall())


def test_none_of_them_scans_a_whole_table(many, django_assert_max_num_queries):
    for name, read in READERS.items():
        with transaction.atomic():
            with django_assert_max_num_queries(100) as asked:
                read()
            transaction.set_rollback(True)
        statements = [query["sql"] for query in asked if query["sql"].startswith("SELECT")]
        assert statements, name
        for statement in statements:
            plan = plan_of(statement)
            assert whole_scans(plan) == [], f"{name}: {statement}\n{plan}"


def test_a_sweep_looks_at_a_portion_and_the_next_one_goes_on(db, monkeypatch):
    monkeypatch.setattr(sweep, "PORTION", 2)
    statuses = [Status.OPEN, Status.RUNNING, Status.FINISHED, Status.RUNNING, Status.OPEN]
    tables = [Table.objects.create(game="war", players=2, status=status) for status in statuses]
    one, two, _over, three, four = (table.pk for table in tables)
    portions = [sweep.in_turn() for _ in range(4)]
    assert portions == [[one, two], [three, four], [], [one, two]]


def test_an_outage_is_given_back_in_portions_and_then_forgotten(
    dealt, monkeypatch, django_assert_num_queries
):
    monkeypatch.setattr(outages, "AT_ONCE", 1)
    other = play.open_table(by=None, bots=("sergeant", "recruit"))
    until = max(dealt.moved_ms, Table.objects.get(pk=other.pk).moved_ms) + 60_000
    Pulse.objects.update_or_create(pk=1, defaults={"alive_ms": until - 50_000})
    assert [play.pulse(now=until + n) for n in range(3)] == [1, 1, 0]
    assert set(Table.objects.values_list("outage", flat=True)) == {1}
    outages.settle()
    with django_assert_num_queries(3):  # the report alone
        play.pulse(now=until + 3)


def whole_scans(plan):
    """The lines of a plan that read a whole large table without an index."""
    tables = ("games_table", "games_player", "games_move")
    starts = tuple(f"{scan} {table}" for table in tables for scan in ("Seq Scan on", "SCAN"))
    lines = [line for line in plan.splitlines() if line.strip(" ->").startswith(starts)]
    return [line for line in lines if "USING" not in line]
