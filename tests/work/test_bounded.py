"""With many games stored, what runs every few seconds or every hour reads only what it needs."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection

from games.accounts.models import Player
from games.operators import overview
from games.rules.catalogue import find
from games.table.models import Status, Table
from games.table.writer import play
from games.work import demo, sweep

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
READERS = {
    "the next game to show": lambda: demo.show(find("war")),
    "games that were shown": lambda: demo.forget(at=NOW),
    "tables that nobody played at": lambda: play.forget(at=NOW),
    "an operator's first page": lambda: list(overview.running()),
    "games that are shown": demo.keep_showing,
    "seats that bots play": sweep.bot_tables,
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


@pytest.mark.parametrize("what", READERS)
def test_it_scans_no_whole_table(many, what, django_assert_max_num_queries):
    with django_assert_max_num_queries(100) as asked:
        READERS[what]()
    statements = [query["sql"] for query in asked if query["sql"].startswith("SELECT")]
    plans = {statement: plan_of(statement) for statement in statements}
    assert statements
    for statement, plan in plans.items():
        for table in ("games_table", "games_player", "games_move"):
            whole = f"Seq Scan on {table}", f"SCAN {table}"
            lines = plan.splitlines()
            scans = [line for line in lines for scan in whole if line.strip(" ->").startswith(scan)]
            assert all("USING" in line for line in scans), f"{statement}\n{plan}"
