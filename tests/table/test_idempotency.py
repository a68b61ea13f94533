"""A command counts once, and so does its refusal."""

from uuid import uuid4

import pytest
from django.core.cache import cache

from games.table.models import Table
from games.table.refusals import Refused
from games.table.writer import orders, play
from games.table.writer.orders import Order
from tests.table.conftest import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
MINUTE = 60_000


def flip(table, player, command, now=NOW):
    return play.act(Order(table, player, command, now), name="flip", args={})


def refused(*args, **more):
    with pytest.raises(Refused) as caught:
        flip(*args, **more)
    return caught.value


def test_a_refusal_stays_one_when_the_act_would_be_right(running, alice):
    command = uuid4()
    early = refused(running, alice, command)
    again = refused(running, alice, command, now=NOW + 4000)
    assert (again.code, again.sentence, again.version) == (
        early.code,
        early.sentence,
        early.version,
    )
    assert flip(running, alice, uuid4(), now=NOW + 4000).version > early.version


def test_nobody_gets_the_refusal_of_another(running, alice, bob):
    command = uuid4()
    refused(running, alice, command)
    assert refused(running, bob, command).code == "NOT_YOUR_COMMAND"


def test_the_cache_is_asked_only_where_somebody_was_refused_lately(running, alice):
    command, other = uuid4(), uuid4()
    for name in (command, other):
        cache.set(orders.refusal_key(running, name), (alice.pk, "FORGED", "A forged refusal.", 1))
    assert flip(running, alice, command, now=NOW + 4000).version
    refused(running, alice, uuid4(), now=NOW + 4000)  # has already turned her card
    assert refused(running, alice, other, now=NOW + 4000).code == "FORGED"


def test_the_mark_lasts_longer_than_what_is_kept(running, alice):
    def marked(now):
        refused(running, alice, uuid4(), now=now)
        return Table.objects.get(pk=running.pk).refused_ms

    Table.objects.filter(pk=running.pk).update(due_ms=None)  # still too early
    assert marked(NOW) == NOW
    assert marked(NOW + 9 * MINUTE) == NOW, "one write in ten minutes"
    kept = uuid4()  # ten minutes after the last refusal
    cache.set(orders.refusal_key(running, kept), (alice.pk, "FORGED", "A forged refusal.", 1))
    assert refused(running, alice, kept, now=NOW + 19 * MINUTE).code == "FORGED"
    assert marked(NOW + 20 * MINUTE) == NOW + 20 * MINUTE
