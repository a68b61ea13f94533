"""Tables that continue from a place in a finished or simulated game.  Their games are unrated and
in no statistics."""

from collections.abc import Sequence

from django.db import transaction

from games.accounts.models import Player
from games.rules.game import Game, Options
from games.table import daily
from games.table.beginnings import Beginning
from games.table.clock import now_ms
from games.table.models import Chat, Table
from games.table.refusals import Refused
from games.table.replay import rebuild, stored
from games.table.writer import deal, seats
from games.table.writer.ledger import Ledger
from games.table.writer.opening import find_bot, new_table, read_rules, verify_room, within
from games.table.writer.orders import close

MOST_BRANCHES = 8  # games that go on from each other: each is replayed up to its place


def open_branch(
    *,
    by: Player,
    origin: Table,
    frame: int,
    place: str,
    number: int | None = None,
    level: str = "",
    now: int | None = None,
) -> Table:
    """Open a table that continues from this frame of the replay of a game that `by` may see;
    `place` is the frame's place as people read it.  `by` takes seat `number`, or any.  Bots of this
    level take the other seats; without a level they stay free.  The table is as private as its
    origin.  Raises Refused."""
    rules, o = read_rules(origin.game, origin.options, "")
    move = verify_place(origin, rules, frame)
    fields = {"private": origin.private, "branch_of": origin, "branch_move": move}
    fields |= {"branch_at": place} | within(origin.circle, Chat.TEXT)
    with transaction.atomic():
        verify_room(by)
        ledger = new_table(rules, o, by=by, now=now or now_ms(), **fields)
        take_seats(ledger, by, number, [level] * o.players)
    return ledger.table


def open_simulated(
    *,
    by: Player,
    rules: Game,
    o: Options,
    beginning: Beginning,
    place: str,
    number: int | None,
    levels: Sequence[str],
    private: bool = False,
    now: int | None = None,
) -> Table:
    """Open a table that continues from this place in a simulated game, given as `beginning`.  `by`
    takes seat `number`, or any.  `levels`, by seat, are those of the bots in the other seats; a
    seat with "" stays free.  Raises Refused."""
    rules, o = read_rules(rules.key, rules.canonical(o), "")
    if rules.result(rules.table.from_dict(beginning.state), o) is not None:
        raise Refused("OVER_HERE")
    with transaction.atomic():
        verify_room(by)
        fields = {"private": private, "branch_at": place}
        ledger = new_table(rules, o, by=by, now=now or now_ms(), **fields)
        beginning.table = ledger.table
        beginning.save(force_insert=True)
        take_seats(ledger, by, number, levels)
    return ledger.table


def take_seats(ledger: Ledger, by: Player, number: int | None, levels: Sequence[str]) -> None:
    """Seat the player who opens a branch, and bots of these levels in the free seats.  Raises
    Refused."""
    seats.verify_may_sit(ledger.table, by, now=ledger.now)
    seats.take(ledger, by, number=number, present=False)
    taken = {seat.number for seat in ledger.seats}
    for free, level in enumerate(levels, 1):
        if level and free not in taken:
            seats.take(ledger, find_bot(level, ledger), number=free, by=by)
    deal.deal_when_ready(ledger)
    close(ledger)


def verify_place(origin: Table, rules: Game, frame: int) -> int:
    """Return the number of the move that leads to this frame.  Raises Refused if no game can
    continue from there."""
    if not (daily.shows_secret(origin) and origin.deal):
        raise Refused("NOT_OVER")
    if origin.rules_version != rules.rules_version:
        raise Refused("OLDER_RULES")
    before, count = origin, 1
    while before.branch_of is not None:
        before, count = before.branch_of, count + 1
    if count > MOST_BRANCHES:
        raise Refused("TOO_FAR")
    try:
        move = stored.move_of(origin, frame)
        state = rebuild.up_to(origin, move).state
    except ValueError as bad:
        raise Refused("OLDER_RULES") from bad
    if rules.result(state, rules.options(origin.options)) is not None:
        raise Refused("OVER_HERE")
    return move
