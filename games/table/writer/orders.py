"""Orders: what somebody asks of a table.  Each is done once, however often it comes."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple
from uuid import UUID

from django.db import IntegrityError

from games.accounts.models import Player
from games.table.refusals import Refused
from games.table.writer import idempotency
from games.table.writer.ledger import Ledger
from games.table.writer.transaction import TableKey, number_of, under_lock


class Order(NamedTuple):
    """A player's order to a table (a row, its id or its code).  `command` is the client's id: the
    same id gets the same answer again.  `now` is epoch ms; None: the time at which it is done."""

    table: TableKey
    player: Player
    command: UUID | None = None
    now: int | None = None


@contextmanager
def acting(order: Order, *, by_bot: bool = False) -> Iterator[Ledger]:
    """The locked table, to do the order; then its answer is `ledger.verdict`.

    A repeated command gets its first answer: if it was done, what is refused inside is no refusal.
    A bot's refusal is not stored, because it decides again.  Raises Refused."""
    table = number_of(order.table)
    key = None if by_bot else order.command
    judged = False
    try:
        with under_lock(table, now=order.now) as ledger:
            if (earlier := idempotency.recall(ledger, order.player, key)) is not None:
                raise earlier
            try:
                ledger.verify_not_paused()
                yield ledger
            except Refused as refused:
                refused.version = ledger.start
                first = idempotency.find(ledger.table, order.player, order.command)
                if first is not None:
                    ledger.verdict = first
                    return
                judged = True
                raise
    except IntegrityError:  # only a second move with this command id can cause it
        first = idempotency.find(ledger.table, order.player, order.command)
        if first is None:
            raise
        ledger.verdict = first
        return
    except Refused as refused:
        if judged:
            idempotency.remember(ledger, order.player, key, refused)
        raise
    ledger.verdict = idempotency.verdict(ledger, order.command)
    if ledger.verdict.code:
        raise idempotency.refused_again(ledger.table.game, ledger.verdict)
