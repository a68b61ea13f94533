"""Acts at a table as a process knows it: what is stored decides, whoever has written meanwhile."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.table.models import Move, Table
from games.table.reading.verification import verify
from games.table.refusals import Refused
from games.table.writer import play
from games.table.writer.orders import Known, Order
from tests.table.conftest import NOW, finish

pytestmark = pytest.mark.django_db
BEGUN = NOW + 4000


def known(table) -> Known:
    row = Table.objects.get(pk=table.pk)
    return Known(row, list(row.seats.order_by("number")))


def flip(table, player, before: Known | None, command=None):
    order = Order(table.pk, player, command or uuid4(), BEGUN, before)
    return play.act(order, name="flip", args={})


@pytest.fixture
def playing(running):
    """The countdown is over."""
    play.tick(table=running, now=BEGUN)
    return running


def numbers(table) -> list[int]:
    return list(Move.objects.filter(table=table).values_list("number", flat=True))


def test_what_is_known_is_not_read(playing, alice):
    before = known(playing)
    with CaptureQueriesContext(connection) as queries:
        verdict = flip(playing, alice, before)
    assert not [query for query in queries if "SELECT" in query["sql"]]
    stored = Table.objects.get(pk=playing.pk)
    assert verdict.version == stored.version == before.table.version + 1
    assert before.table.version == stored.version - 1, "it belongs to others, too"
    assert Move.objects.get(table=playing, number=stored.version).act == "flip"


def test_who_has_written_meanwhile_is_not_overwritten(playing, alice, bob):
    before = known(playing)
    first = flip(playing, alice, None)
    second = flip(playing, bob, before)
    assert second.version == first.version + 1
    assert numbers(playing) == list(range(1, second.version + 1))
    play.tick(table=playing, now=BEGUN + 1000, known=before)
    play.tick(table=playing, now=BEGUN + 1000, known=before)
    assert Move.objects.filter(table=playing, act="timer", at_ms__gt=3000).count() == 1
    assert verify(finish(playing, now=BEGUN + 1000)).ok


def test_only_what_is_stored_refuses(running, alice):
    early = known(running)  # the cards are still dealt
    early.table.due_ms = None
    play.tick(table=running, now=BEGUN)
    assert flip(running, alice, early).version == Table.objects.get(pk=running.pk).version
    late = known(running)
    with pytest.raises(Refused) as caught:
        flip(running, alice, late)
    assert caught.value.version == late.table.shown


def test_a_command_that_comes_again_gets_its_first_answer(playing, alice, bob):
    before, command = known(playing), uuid4()
    first = flip(playing, alice, before, command)
    for rows in (before, known(playing), None):
        again = flip(playing, alice, rows, command)
        assert (again.version, again.again) == (first.version, True)
    with pytest.raises(Refused, match="NOT_YOUR_COMMAND"):
        flip(playing, bob, before, command)
    assert numbers(playing) == list(range(1, first.version + 1))
