"""Games that bots play without waiting.  Time is an argument, so half an hour of play takes a
moment; the moves are the same as at the normal pace."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple
from uuid import UUID

from games.rules.game import State
from games.table.clock import moment
from games.table.models import Seat, Status
from games.table.refusals import Refused
from games.table.writer import deadlines, offers
from games.table.writer.ledger import Ledger
from games.table.writer.orders import TableKey, under_lock

STRIDE = 50  # acts in one transaction of a live table; others write between two of them


class Wish(NamedTuple):
    """A planned act of a seat, and its time (epoch ms)."""

    seat: Seat
    name: str
    args: Mapping[str, object]
    due_ms: int
    command: UUID


Decide = Callable[[Ledger], Sequence[Wish]]  # what all seats will do, earliest first


def play_out(*, table: TableKey, decide: Decide, until: int) -> None:
    """Play the table to its end, or up to `until` (epoch ms), when the bots agree to finish."""
    with under_lock(table, now=0, fire=False) as ledger:
        while ledger.table.status == Status.RUNNING and ledger.now < until:
            advance(ledger, decide)
        agree(ledger)


def play_ahead(*, table: TableKey, decide: Decide, until: int) -> None:
    """Play all acts and deadlines up to `until` (epoch ms); the game continues from there."""
    with under_lock(table, now=0, fire=False) as ledger:
        while ledger.table.status == Status.RUNNING and next_ms(ledger, decide) <= until:
            advance(ledger, decide)


def next_ms(ledger: Ledger, decide: Decide) -> int:
    """The time (epoch ms) of the next act or deadline."""
    deadline = deadlines.next_due(ledger)
    assert deadline is not None, "a running game always waits for something"
    return min([deadline.at, *(wish.due_ms for wish in decide(ledger))])


def advance(ledger: Ledger, decide: Decide) -> None:
    """Do the next act or deadline, whichever comes first."""
    deadline = deadlines.next_due(ledger)
    assert deadline is not None, "a running game always waits for something"
    wish = next(iter(decide(ledger)), None)
    if wish is None or wish.due_ms >= deadline.at or not grant(ledger, wish):
        ledger.now = max(ledger.now, deadline.at)
        deadlines.fire(ledger, deadline)


def grant(ledger: Ledger, wish: Wish) -> bool:
    """Do the planned act.  Return False if the game refuses it."""
    ledger.now = max(ledger.now, wish.due_ms)
    ledger.set_lead()
    wanted = ledger.game.read_act(wish.name, wish.args)
    act = ledger.timed(wish.seat, wanted, by_bot=True, arrival=ledger.at)
    return not ledger.play(wish.seat, act, player=wish.seat.player, command=wish.command)


def agree(ledger: Ledger) -> None:
    """Finish by agreement: a bot still in play offers to finish, and bots always agree."""
    for seat in ledger.seats:
        if ledger.table.status == Status.RUNNING:
            with suppress(Refused):
                offers.make(ledger, seat.player, "finish", None)


def only_bots_left(seats: Sequence[Seat], state: State) -> bool:
    """Whether the game had people among its players, and all of them are out."""
    people = [seat.number for seat in seats if not seat.bot]
    return bool(people) and all(state.seats[number - 1].out for number in people)


def fast_forward(*, table: TableKey, decide: Decide) -> None:
    """Play a part of a game with only bots left, without waiting: the game clock jumps to the next
    act or deadline.  Players who are out need not wait for the end; the replay shows the whole
    game."""
    with under_lock(table) as ledger:
        stands = ledger.table.status != Status.RUNNING or ledger.table.paused_ms is not None
        if stands or not only_bots_left(ledger.seats, ledger.state):
            return
        began = ledger.now
        for _ in range(STRIDE):
            if ledger.table.status == Status.RUNNING:
                advance(ledger, decide)
        take_back(ledger, began)


def take_back(ledger: Ledger, began: int) -> None:
    """Set the clock outside the game back to `began` (epoch ms), because only game time has
    passed."""
    ledger.change(lost_ms=ledger.table.lost_ms - (ledger.now - began))
    ledger.now = began
    if ledger.table.is_over:
        ledger.change(ended_at=moment(began))
        for seat in ledger.seats:
            ledger.change_seat(seat, ended_at=moment(began))
