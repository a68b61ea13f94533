"""Orders: what somebody asks of a table.  Each is done once: a command id that comes again gets the
same answer.

Commands that were done are in the log.  Refused ones change nothing, so their refusals are
cached for ten minutes; without a cache they are judged again.  Most commands are not refused, so
the row of the table says whether to ask the cache at all (`refused_ms`)."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple
from uuid import UUID

from django.core.cache import caches
from django.db import IntegrityError
from django.utils.translation import gettext

from games.accounts.models import Player
from games.rules.catalogue import find as find_game
from games.table.models import Move, Table
from games.table.refusals import SENTENCES, Refused, Verdict
from games.table.writer.ledger import Ledger
from games.table.writer.transaction import Known, Outdated, TableKey, under_lock


class Order(NamedTuple):
    """A player's order to a table (a row, its id or its code).  `command` is the client's id: the
    same id gets the same answer again.  `now` is epoch ms; None: the time at which it is done.
    `known`: the table, if it is done to it as it is known (see `under_lock`)."""

    table: TableKey
    player: Player
    command: UUID | None = None
    now: int | None = None
    known: Known | None = None


@contextmanager
def acting(order: Order, *, by_bot: bool = False) -> Iterator[Ledger]:
    """The locked table, to do the order; then its answer is `ledger.verdict`.

    A repeated command gets its first answer: if it was done, what is refused inside is no refusal.
    A bot's refusal is not stored, because it decides again.  Raises Refused; of a table as it is
    known Outdated instead, since only what is stored can refuse."""
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
                first = first_answer(ledger.table, order.player, order.command)
                if first is not None:
                    ledger.verdict = first
                    return
                judged = True
                raise
    except IntegrityError:  # a second move with this command id, or with this number
        first = first_answer(ledger.table, order.player, order.command)
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


KEPT_MS = 600_000


def verdict_of(ledger: Ledger, command: UUID | None) -> Verdict:
    """The answer to a command just done: the version with its own move."""
    version = ledger.table.shown
    for move in reversed(ledger.moves):
        if command is not None and move.command == command:
            return Verdict(version, move.refused)
        version -= not move.sealed
    return Verdict(ledger.table.shown)


def shown_at(move: Move) -> int:
    """The public version with a stored move."""
    before = Move.objects.filter(table=move.table_id, number__lte=move.number, sealed=True)
    return move.number - before.count()


def first_answer(table: Table | int | str, player: Player, command: UUID | None) -> Verdict | None:
    """The answer in the log.  Raises Refused if the command was someone else's, or a refusal."""
    if command is None:
        return None
    where = {"table__code": table} if isinstance(table, str) else {"table": table}
    move = Move.objects.filter(command=command, **where).select_related("table").first()
    if move is None:
        return None
    if move.player_id != player.pk:
        raise Refused("NOT_YOUR_COMMAND")
    if move.refused:
        raise refused_again(move.table.game, Verdict(shown_at(move), move.refused, again=True))
    return Verdict(shown_at(move), again=True)


def refused_again(game: str, old: Verdict) -> Refused:
    """A refusal from the log."""
    sentence = SENTENCES.get(old.code) or find_game(game).rejects[old.code].sentence
    return Refused(old.code, gettext(sentence), old.version, again=old.again)


def recall(ledger: Ledger, player: Player, command: UUID | None) -> Refused | None:
    """The earlier refusal of this command."""
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
