"""Orders of players to a table, and their transactions: lock the table, handle deadlines, do the
order, write what happened, announce it after the commit.

Each order is done once: a repeated command id gets the first answer.  Accepted commands are in the
log.  Refused ones change nothing, so refusals are cached for ten minutes; without a cache a refused
command is judged again.  Most commands are accepted, so the table's row says whether the cache has
to be read (`refused_ms`)."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID

from django.core.cache import caches
from django.db import IntegrityError, connection, transaction
from django.utils.translation import gettext

from games.accounts.models import Player
from games.rules.catalogue import find as find_game
from games.table import clock, rows
from games.table.clock import now_ms
from games.table.models import Move, Seat, Table
from games.table.refusals import SENTENCES, Refused, Verdict
from games.table.signals import Written, table_changed
from games.table.writer import deadlines
from games.table.writer.ledger import Ledger

KEPT_MS = 600_000  # a refusal
TableKey = Table | int | str  # a row, its id, or its code


class Known(NamedTuple):
    """The table in the memory of a process that shows it.  This copy may be outdated."""

    table: Table
    seats: Sequence[Seat]

    def copied(self) -> tuple[Table, list[Seat]]:
        return copy(self.table), [copy(seat) for seat in self.seats]


class Order(NamedTuple):
    """A player's order to a table (a row, its id or its code).  `command` is the client's id for
    the order; an order with the same id gets the same answer.  `now` is in epoch ms; None: the time
    at which the order is done.  `known`: the table from memory, to be used without reading it (see
    `under_lock`)."""

    table: TableKey
    player: Player
    command: UUID | None = None
    now: int | None = None
    known: Known | None = None


class Outdated(Exception):
    """Raised if the table in memory was outdated: the order has to be repeated under lock."""


@contextmanager
def acting(order: Order, *, by_bot: bool = False) -> Iterator[Ledger]:
    """Lock the table for an order, whose answer is `ledger.verdict` afterwards.

    A repeated command gets its first answer; if it was done then, an exception inside is no
    refusal.  A bot's refusal is not stored, because the bot decides again.  Raises Refused; for a
    table from memory, Outdated, since only the stored table can justify a refusal."""
    key = None if by_bot else order.command
    judged = False
    try:
        with under_lock(order.table, now=order.now, known=order.known) as ledger:
            if (earlier := recall(ledger, order.player, key)) is not None:
                raise earlier
            try:
                ledger.verify_not_paused()
                yield ledger
            except Refused as refused:
                if order.known is not None:
                    raise Outdated from None
                refused.version = ledger.start
                first = first_answer(ledger, order)
                if first is not None:
                    ledger.verdict = first
                    return
                judged = True
                raise
    except IntegrityError:  # a second move with this command id, or with this number
        first = first_answer(ledger, order)
        if first is None:
            if order.known is not None:
                raise Outdated from None
            raise
        ledger.verdict = first
        return
    except Refused as refused:
        if judged:
            remember(ledger, order.player, key, refused)
        raise
    ledger.verdict = verdict_of(ledger, order.command)
    if ledger.verdict.code:
        raise refused_again(ledger.table.game, ledger.verdict)


# The transaction -----------------------------------------------------------------------------


@contextmanager
def under_lock(
    table: TableKey, *, now: int | None = None, fire: bool = True, known: Known | None = None
) -> Iterator[Ledger]:
    """Lock the table, and handle its deadlines first.  An exception rolls everything back.

    A `known` table is neither read nor locked before it is written.  A concurrent writer would have
    used the number of the first new move, so inserting this move raises IntegrityError."""
    with transaction.atomic():
        row, seats = lock(number_of(table)) if known is None else known.copied()
        ledger = Ledger(row, seats, moment_of(row, now_ms() if now is None else now))
        if fire:
            deadlines.fire_due(ledger)
        yield ledger
        close(ledger, last=True)


def moment_of(table: Table, now: int) -> int:
    """The time `now` (epoch ms), corrected by PostgreSQL's clock if a deadline seems to have
    passed.  If this clock is ahead, deadlines would otherwise be met too early, and be treated as
    late ones."""
    is_due = table.due_ms is not None and table.due_ms <= now
    return now - round(clock.ahead_ms()) if is_due else now


def seats_query(table_id: int) -> rows.Query[Seat]:
    return rows.Query(Seat, "WHERE table_id = %s ORDER BY number", [table_id])


def number_of(table: TableKey) -> int:
    """Return the id of a table.  Raises Refused if the table does not exist."""
    if isinstance(table, Table):
        return table.pk
    if isinstance(table, int):
        return table
    number = Table.objects.filter(code=table).values_list("pk", flat=True).first()
    if number is None:
        raise Refused("NO_TABLE")
    return number


def lock(table_id: int) -> tuple[Table, list[Seat]]:
    """Lock the row until the end of the transaction, and read the seats; on SQLite the
    transaction itself is the lock.  Raises Refused."""
    ours = " FOR NO KEY UPDATE" if connection.features.has_select_for_no_key_update else ""
    table = rows.Query(Table, f"WHERE id = %s{ours}", [table_id])
    tables, seats = rows.read_many(table, seats_query(table_id))
    if not tables:
        raise Refused("NO_TABLE")
    return tables[0], seats


def close(ledger: Ledger, *, last: bool = False) -> None:
    """Write all changes, and announce them after the commit.  `last`: nothing more is written in
    this transaction."""
    table = ledger.table
    if not ledger.moves:
        return
    if "state" in ledger.fields:
        table.state = ledger.state.to_bytes()
    table.moved_ms = ledger.now
    deadline = deadlines.next_due(ledger)
    table.due_ms = None if deadline is None else deadline.at
    changes = [  # the table first, so that writers without its lock wait here for the one with it
        rows.saved(table, ledger.fields | {"version", "moved_ms", "due_ms"}),
        rows.inserted(ledger.moves),
    ]
    for seat in ledger.seats:
        if fields := ledger.touched.get(seat.number):
            changes.append(rows.saved(seat, fields))
    announce(ledger)
    rows.write(changes, last=last)


def announce(ledger: Ledger) -> None:
    """Send the signal after the commit; errors of receivers do not affect the table."""
    table = ledger.table
    news: dict[str, Any] = {
        "table_id": table.pk,
        "version": table.version,
        "due_ms": None if table.due_ms == ledger.due_ms else table.due_ms,
        "status": str(table.status),
        "written": Written(
            table, ledger.seats, ledger.moves, ledger.state if "state" in ledger.fields else None
        ),
    }
    transaction.on_commit(partial(table_changed.send_robust, Table, **news))


# Answers to commands that come again ---------------------------------------------------------


def verdict_of(ledger: Ledger, command: UUID | None) -> Verdict:
    """The answer to a command that was just done: the public version after the command's move."""
    version = ledger.table.shown
    for move in reversed(ledger.moves):
        if command is not None and move.command == command:
            return Verdict(version, move.refused, waited_ms=ledger.waited_ms)
        version -= not move.sealed
    return Verdict(ledger.table.shown)


def shown_at(move: Move) -> int:
    """The public version of the table right after a stored move."""
    before = Move.objects.filter(table=move.table_id, number__lte=move.number, sealed=True)
    return move.number - before.count()


def first_answer(ledger: Ledger, order: Order) -> Verdict | None:
    """Find the first answer to this command in the log.  Raises Refused if the command was another
    player's, or if the answer was a refusal."""
    if order.command is None:
        return None
    move = Move.objects.filter(command=order.command, table=ledger.table).first()
    if move is None:
        return None
    if move.player_id != order.player.pk:
        raise Refused("NOT_YOUR_COMMAND")
    if move.refused:
        raise refused_again(ledger.table.game, Verdict(shown_at(move), move.refused, again=True))
    return Verdict(shown_at(move), again=True)


def refused_again(game: str, old: Verdict) -> Refused:
    """The refusal from the log, to be raised again."""
    sentence = SENTENCES.get(old.code) or find_game(game).rejects[old.code].sentence
    return Refused(old.code, gettext(sentence), old.version, again=old.again)


def recall(ledger: Ledger, player: Player, command: UUID | None) -> Refused | None:
    """Find the earlier refusal of this command in the cache."""
    if command is None or ledger.now - ledger.table.refused_ms > 2 * KEPT_MS:
        return None
    kept = caches["copies"].get(refusal_key(ledger.table, command))
    if kept is None:
        return None
    owner, code, sentence, version = kept
    if owner != player.pk:
        return Refused("NOT_YOUR_COMMAND", version=version)
    return Refused(code, sentence, version, again=True)


def remember(ledger: Ledger, player: Player, command: UUID | None, refused: Refused) -> None:
    """Cache a refusal, after its transaction was rolled back."""
    if command is None:
        return
    kept = (player.pk, refused.code, refused.sentence, refused.version)
    caches["copies"].set(refusal_key(ledger.table, command), kept, KEPT_MS // 1000)
    if ledger.now - ledger.table.refused_ms > KEPT_MS:
        Table.objects.filter(pk=ledger.table.pk).update(refused_ms=ledger.now)


def refusal_key(table: Table, command: UUID) -> str:
    return f"refused:{table.pk}:{command}"
