"""Tables with cards that a person has dealt by hand: private, unrated, and in no statistics."""

from collections.abc import Sequence

from django.db import transaction

from games.accounts.models import Player
from games.rules.hands import Hand, stored
from games.table.clock import now_ms
from games.table.models import Table
from games.table.writer import deal, seats
from games.table.writer.opening import find_bot, new_table, read_rules, verify_room
from games.table.writer.orders import close


def open_by_hand(
    *,
    by: Player,
    game: str,
    options: str,
    hands: Sequence[Hand],
    number: int | None = None,
    level: str = "",
    now: int | None = None,
) -> Table:
    """Open a table with this deal.  `by` takes seat `number`, or any.  Bots of this level take the
    other seats; without a level they stay free.  Raises Refused."""
    rules, o = read_rules(game, options, "")
    with transaction.atomic():
        verify_room(by)
        fields = {"private": True, "by_hand": stored(hands)}
        ledger = new_table(rules, o, by=by, now=now or now_ms(), **fields)
        seats.verify_may_sit(ledger.table, by, now=ledger.now)
        seats.take(ledger, by, number=number, present=False)
        while level and len(ledger.seats) < ledger.table.players:
            seats.take(ledger, find_bot(level, ledger), by=by)
        deal.deal_when_ready(ledger)
        close(ledger)
    return ledger.table
