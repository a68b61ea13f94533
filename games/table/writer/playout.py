"""A whole game in one short transaction, for tables of bots only.  Time is an argument, so half
an hour passes in a moment; the moves are those of a table at its own pace."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple
from uuid import UUID

from games.table.models import Seat, Status
from games.table.refusals import Refused
from games.table.writer import deadlines, offers, reactions
from games.table.writer.ledger import Ledger
from games.table.writer.transaction import TableKey, under_lock


class Wish(NamedTuple):
    """What a seat will do, and when (epoch ms)."""

    seat: Seat
    name: str
    args: Mapping[str, object]
    due_ms: int
    command: UUID


Decide = Callable[[Ledger], Sequence[Wish]]  # what all seats will do, earliest first


def play_out(*, table: TableKey, decide: Decide, until: int) -> None:
    """Play the table to its end, or up to `until` (epoch ms), when the bots agree to finish."""
    with under_lock(table, now=0, fire=False) as book:
        while book.table.status == Status.RUNNING and book.now < until:
            advance(book, decide)
        agree(book)


def advance(book: Ledger, decide: Decide) -> None:
    """Do the next act or deadline, whichever comes first."""
    deadline = deadlines.next_due(book)
    assert deadline is not None, "a running game always waits for something"
    wish = next(iter(decide(book)), None)
    if wish is None or wish.due_ms >= deadline.at or not grant(book, wish):
        book.now = max(book.now, deadline.at)
        deadlines.fire(book, deadline)


def grant(book: Ledger, wish: Wish) -> bool:
    """Do the act; False if the game has moved on."""
    book.now = max(book.now, wish.due_ms)
    reactions.set_lead(book)
    act = reactions.timed(book, wish.seat, book.game.read_act(wish.name, wish.args), by_bot=True)
    return not book.play(wish.seat, act, player=wish.seat.player, command=wish.command)


def agree(book: Ledger) -> None:
    """Finish by agreement: a bot still in play offers it, and bots always agree."""
    for seat in book.seats:
        if book.table.status == Status.RUNNING:
            with suppress(Refused):
                offers.make(book, seat.player, "finish", None)
