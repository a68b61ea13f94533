"""Answers given before: a command id that comes again gets the same one.

Done commands are in the log.  Refused ones change nothing, so they are kept for ten minutes in
the cache; without a cache they are judged anew.  Most acts are not refused: the table's row tells
whether the cache need be asked at all (`refused_ms`)."""

import logging
from uuid import UUID

from django.core.cache import cache
from django.utils.translation import gettext
from redis.exceptions import RedisError

from games.accounts.models import Player
from games.rules.catalogue import find as find_game
from games.table.models import Move, Table
from games.table.refusals import SENTENCES, Refused, Verdict
from games.table.writer.ledger import Ledger

KEPT_MS = 600_000
log = logging.getLogger(__name__)


def verdict(book: Ledger, command: UUID | None) -> Verdict:
    """What was done just now; the version with the command's own move."""
    shown = book.table.shown
    for move in reversed(book.moves):
        if command is not None and move.command == command:
            return Verdict(shown, move.refused)
        shown -= not move.sealed
    return Verdict(book.table.shown)


def shown_at(move: Move) -> int:
    """The version with a stored move, as everybody counts."""
    before = Move.objects.filter(table=move.table_id, number__lte=move.number, sealed=True)
    return move.number - before.count()


def find(table: Table | int | str, player: Player, command: UUID | None) -> Verdict | None:
    """The answer in the log.  Raises Refused if it was somebody else's command, or a refusal."""
    if command is None:
        return None
    where = {"table__code": table} if isinstance(table, str) else {"table": table}
    move = Move.objects.filter(command=command, **where).select_related("table").first()
    if move is None:
        return None
    if move.player_id != player.pk:
        raise Refused("NOT_YOUR_COMMAND")
    if move.refused:
        raise refused_again(move.table.game, Verdict(shown_at(move), move.refused))
    return Verdict(shown_at(move))


def refused_again(game: str, old: Verdict) -> Refused:
    """A refusal that is in the log."""
    sentence = SENTENCES.get(old.code) or find_game(game).rejects[old.code].sentence
    return Refused(old.code, gettext(sentence), old.version)


def recall(book: Ledger, player: Player, command: UUID | None) -> Refused | None:
    """The refusal this command got before."""
    if command is None or book.now - book.table.refused_ms > 2 * KEPT_MS:
        return None
    try:
        kept = cache.get(place(book.table, command))
    except RedisError:
        log.warning("The cache is away: refusals are judged anew.")
        return None
    if kept is None:
        return None
    owner, code, sentence, version = kept
    if owner != player.pk:
        return Refused("NOT_YOUR_COMMAND", version=version)
    return Refused(code, sentence, version)


def remember(book: Ledger, player: Player, command: UUID | None, refused: Refused) -> None:
    """Once its transaction has ended: nothing of it is kept but this."""
    if command is None:
        return
    kept = (player.pk, refused.code, refused.sentence, refused.version)
    try:
        cache.set(place(book.table, command), kept, KEPT_MS // 1000)
    except RedisError:
        log.warning("The cache is away: a refusal is not remembered.")
    if book.now - book.table.refused_ms > KEPT_MS:
        Table.objects.filter(pk=book.table.pk).update(refused_ms=book.now)


def place(table: Table, command: UUID) -> str:
    return f"refused:{table.pk}:{command}"
