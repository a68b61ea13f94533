"""A unit of work is whole, and few messages to the database."""

import tempfile

import pytest
from django.db import IntegrityError, connection, transaction

from games.accounts.models import Player
from games.table import play
from games.table.ledger import under_lock
from games.table.models import Move, Table
from tests.table.conftest import NOW, begin

pytestmark = pytest.mark.django_db(transaction=True)


def version(table):
    return Table.objects.values_list("version", flat=True).get(pk=table.pk)


def flip(table, player):
    return play.act(table=table, player=player, name="flip", args={}, now=NOW + 4000)


def test_an_act_in_a_transaction_of_somebody_else_waits_for_its_end(running, alice):
    before = version(running)
    with transaction.atomic():
        flip(running, alice)
        transaction.set_rollback(True)
    assert version(running) == before


def test_what_fails_in_the_last_message_leaves_nothing(running, alice):
    before = version(running)
    with pytest.raises(IntegrityError), under_lock(running.pk, now=NOW + 4000) as book:
        book.log("hurry").number = 1  # there is a first move
        book.change(reason="half done")
    assert version(running) == before
    assert Table.objects.get(pk=running.pk).reason == ""
    assert flip(running, alice).version > before


def test_a_seat_for_nobody_is_noticed_at_the_end(running, alice):
    """Keys are compared by the commit, which comes with the last statement."""
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
def test_a_move_is_two_messages(opened, alice, bob):
    running = begin(opened, alice, bob)
    flip(running, alice)  # whatever is read once is read
    with tempfile.TemporaryFile() as trace:
        server = connection.connection.pgconn
        server.trace(trace.fileno())
        flip(running, bob)
        server.untrace()
        trace.seek(0)
        messages = [line for line in trace.read().decode().splitlines() if "\tF\t" in line]
    assert [line.split("\t")[3] for line in messages] == ["Query", "Query"], messages
