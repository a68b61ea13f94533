"""With many games stored, what runs every few seconds or every hour reads only what it needs."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection, transaction

from games.accounts import people
from games.accounts.models import Player
from games.operators import overview
from games.ratings.models import Pool
from games.rules.catalogue import find
from games.table.models import Pulse, Seat, Status, Table
from games.table.writer import outages, play
from games.work import demo, sweep
from games.work.ratings import rate_tables
from tests.development import copies

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
READERS = {
    "the next game to show": lambda: demo.show(find("war")),
    "games that were shown": lambda: demo.forget(at=NOW),
    "tables that nobody played at": lambda: play.forget(at=NOW),
    "guests without a trace": lambda: people.forget_guests(at=NOW),
    "rated games": rate_tables,
    "an operator's first page": lambda: list(overview.running()),
    "games that are shown": demo.keep_showing,
    "tables that a sweep looks at": sweep.in_turn,
    "seats that bots play": lambda: sweep.with_bots([1, 2]),
    "deadlines that are reminded of": lambda: list(Table.objects.due(at=2**53)[: sweep.PORTION]),
    "tables that an outage is owed": lambda: outages.owed(Pulse(outage=1, until_ms=2**53)),
    "deadlines that are late": overview.late_tables,
}
MANY = 10_000  # tables
LONG = timedelta(days=400)  # since the last of them, and between the first and the last
CHANGES = """
    INSERT INTO games_ratingchange (pool_id, generation, number, table_id, seat, player_id, place,
        at, note, mu_before, sigma_before, mu, sigma)
    SELECT %s, 1, row_number() OVER (ORDER BY seat.id), made.id, seat.number, player_id, 1,
        made.ended_at, '', 25, 8, 25, 8
    FROM games_table made JOIN games_seat seat ON seat.table_id = made.id WHERE made.rated
"""
LARGE = "games_(table|player|seat|move|ratingchange)"
MOST = 300  # rows that a step of a plan may read
READ = ("Actual Rows", "Rows Removed by Filter", "Rows Removed by Index Recheck")


@pytest.fixture
def many(db, monkeypatch):
    """Many finished games with guests, and as many rated ones of players who were matched, all in
    the ledger."""
    monkeypatch.setattr(people, "PORTION", 20)
    old = {"date_joined": NOW - 2 * LONG, "last_login": NOW - 2 * LONG}
    first, *guests = Player.objects.bulk_create(
        Player(username=f"p{n}", name=f"p{n}", name_key=f"p{n}", is_guest=n > 0, **old)
        for n in range(1000)
    )
    matched = {"game": "ww3", "preset": "standard", "rated": True, "vacate_after_s": 30}
    tables = Table.objects.bulk_create(
        Table(players=2, status=Status.FINISHED, deal="dealt", ended_at=NOW - 2 * LONG, **kind)
        for kind in ({"game": "ultimate", "opened_by": first}, matched)
    )
    Seat.objects.bulk_create(
        Seat(table=table, number=number, player=player)
        for table in tables
        for number, player in enumerate((first, guests[0]), 1)
    )
    step_s = LONG.total_seconds() / MANY
    copies.insert(
        [table.pk for table in tables],
        [player.pk for player in guests],
        NOW - 2 * LONG,
        step_s,
        MANY,
    )
    pool = Pool.objects.create(key="ww3", until=NOW - LONG)
    with connection.cursor() as cursor:
        cursor.execute(CHANGES, [pool.pk])
        cursor.execute("ANALYZE")


def test_none_of_them_reads_a_whole_table(many, django_assert_max_num_queries):
    for name, read in READERS.items():
        with transaction.atomic():
            with django_assert_max_num_queries(100) as asked:
                read()
            transaction.set_rollback(True)
        statements = [query["sql"] for query in asked if query["sql"].startswith("SELECT")]
        assert statements, name
        for statement in statements:
            assert large_steps(statement) == [], f"{name}: {statement}"


def large_steps(statement):
    """The steps of a plan that read more than a portion of a table: on SQLite all of it."""
    postgresql = connection.vendor == "postgresql"
    how = "EXPLAIN (ANALYZE, FORMAT JSON)" if postgresql else "EXPLAIN QUERY PLAN"
    with connection.cursor() as cursor:
        cursor.execute(f"{how} {statement}")
        rows = cursor.fetchall()
    if postgresql:
        return [step for step in steps(rows[0][0][0]["Plan"]) if read_by(step) > MOST]
    return [row[-1] for row in rows if re.match(rf"SCAN {LARGE}(?!.* USING)", row[-1])]


def steps(step):
    yield {key: value for key, value in step.items() if key != "Plans"}
    for part in step.get("Plans", ()):
        yield from steps(part)


def read_by(step):
    if "Scan" not in step["Node Type"]:
        return 0
    return step["Actual Loops"] * sum(step.get(name, 0) for name in READ)


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
