"""Two workers rate at once, and one is killed: a table is counted once (case 41)."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier

import pytest
from django.db import OperationalError, connections, transaction

from games.ratings.ledger import PORTION, record_tables
from games.ratings.models import Pool, RatingChange
from games.ratings.recount import check
from games.table.models import Seat
from tests.live.waiting import PATIENCE_S
from tests.ratings.conftest import finished_tables

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]


class Killed(Exception):
    """A worker ends before its commit."""


def test_two_workers_write_one_set_of_changes(accounts):
    finished_tables(accounts, 2 * PORTION + 50)
    with suppress(Killed), transaction.atomic():
        assert record_tables("ww3") == PORTION
        raise Killed
    assert not RatingChange.objects.exists()
    together = Barrier(2, timeout=PATIENCE_S)

    def record():
        while True:
            with suppress(OperationalError):  # the other one holds the lock for long
                return record_tables("ww3")

    def work(_number):
        try:
            together.wait()
            return sum(iter(record, 0))
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as workers:
        written = list(workers.map(work, range(2)))
    assert sum(written) == 2 * PORTION + 50
    rows = RatingChange.objects.order_by("number").values_list("number", "table", "seat")
    seats = Seat.objects.order_by("ended_at", "table", "number").values_list("table", "number")
    assert [row[0] for row in rows] == list(range(1, len(seats) + 1))
    assert [row[1:] for row in rows] == list(seats)
    assert check(Pool.objects.get(key="ww3"))[1] == []
