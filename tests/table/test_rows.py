"""A unit of work is atomic, and takes few messages to the database."""

import os
import tempfile
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from django.db import IntegrityError, NotSupportedError, connection, transaction

from games.accounts.models import Player
from games.table import rows
from games.table.models import Move, Table
from games.table.reading import snapshot
from games.table.writer import play
from games.table.writer.orders import Known, Order, under_lock
from tests.table.conftest import NOW, begin

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]


def version(table):
    return Table.objects.values_list("version", flat=True).get(pk=table.pk)


def flip(table, player, now=NOW + 4000, known=None):
    return play.act(Order(table, player, now=now, known=known), name="flip", args={})


def test_an_act_in_a_transaction_of_somebody_else_waits_for_its_end(running, alice):
    before = version(running)
    with transaction.atomic():
        flip(running, alice)
        transaction.set_rollback(True)
    assert version(running) == before


def test_what_fails_in_the_last_message_leaves_nothing(running, alice):
    before = version(running)
    with pytest.raises(IntegrityError), under_lock(running.pk, now=NOW + 4000) as book:
        book.log("hurry").number = 1  # there is a first move already
        book.change(reason="half done")
    assert version(running) == before
    assert Table.objects.get(pk=running.pk).reason == ""
    assert flip(running, alice).version > before


def test_a_seat_for_nobody_is_noticed_at_the_end(running, alice):
    """Foreign keys are checked by the commit, which comes with the last statement."""
    before = version(running)
    with pytest.raises(IntegrityError), under_lock(running.pk, now=NOW + 4000) as book:
        book.log("hurry")
        book.change_seat(book.seats[0], player=Player(pk=2**31))
    assert version(running) == before
    assert flip(running, alice).version > before


def test_after_an_act_others_commit_as_ever(running, alice, bob):
    flip(running, alice)
    with transaction.atomic():
        Table.objects.filter(pk=running.pk).update(reason="seen")
        transaction.set_rollback(True)
    assert Table.objects.get(pk=running.pk).reason == ""
    flip(running, bob)
    assert Move.objects.filter(table=running, act="flip").count() == 2


@pytest.mark.skipif(connection.vendor != "postgresql", reason="counts messages to PostgreSQL")
@pytest.mark.parametrize("count", [1, 2])
def test_a_move_is_two_messages_or_one_at_a_known_table(opened, alice, bob, count):
    running = begin(opened, alice, bob)
    for player in (alice, bob):  # caches are filled, statements are prepared
        flip(running, player)
    play.tick(table=running, now=Table.objects.get(pk=running.pk).due_ms)
    flip(running, alice, NOW + 9000)
    row = Table.objects.get(pk=running.pk)
    before = Known(row, list(row.seats.order_by("number")))
    with tempfile.TemporaryFile() as trace:
        server = connection.connection.pgconn
        server.trace(trace.fileno())
        flip(running, bob, NOW + 9000, before if count == 1 else None)
        server.untrace()
        trace.seek(0)
        messages = [line for line in trace.read().decode().splitlines() if "\tF\t" in line]
    assert [line.split("\t")[3] for line in messages] == ["Query"] * count, messages
    assert all("EXECUTE row_" in line for line in messages), "planned once a connection"


@pytest.mark.skipif(connection.vendor != "postgresql", reason="about statements of PostgreSQL")
def test_a_column_may_change_its_type_while_games_are_played(opened, alice, bob):
    def alter(column, kind):
        with psycopg.connect(database, autocommit=True) as other:
            other.execute(f"ALTER TABLE games_table ALTER COLUMN {column} TYPE {kind}")

    running = begin(opened, alice, bob)
    path = f"/{connection.settings_dict['NAME']}"
    database = urlunsplit(urlsplit(os.environ["DATABASE_URL"])._replace(path=path))
    for player in (alice, bob):  # statements are prepared
        flip(running, player)
    play.tick(table=running, now=Table.objects.get(pk=running.pk).due_ms)
    before = version(running)
    try:
        alter("length", "bigint")
        assert snapshot.load(running.pk).version == before, "read outside of a transaction"
        alter("wars", "bigint")
        assert flip(running, alice, NOW + 9000).version > before
        alter("wars", "integer")
        with pytest.raises(NotSupportedError), transaction.atomic():
            Table.objects.filter(pk=running.pk).update(reason="an earlier statement")
            flip(running, bob, NOW + 9000)
        flip(running, bob, NOW + 9000)
    finally:
        alter("length", "integer")
        alter("wars", "integer")
        connection.close()
        connection.close_pool()  # what is prepared is outdated again, and other tests come
    assert Move.objects.filter(table=running, act="flip").count() == 4


@pytest.mark.skipif(connection.vendor != "postgresql", reason="about statements of PostgreSQL")
def test_what_seldom_comes_is_not_prepared(running):
    """A game played out at once writes hundreds of moves, each time a different number."""
    with under_lock(running.pk, now=NOW) as book:
        for _ in range(rows.MOST_PREPARED + 1):
            book.log("hurry")
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        known = [statement for (statement,) in cursor.fetchall()]
    inserted = [statement.partition("VALUES")[2].count("(") for statement in known]
    assert 1 in inserted
    assert max(inserted) <= rows.MOST_PREPARED
