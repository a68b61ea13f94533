"""Opening and closing the unit of work: lock a tournament, write what happened and what is due."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from django.db import OperationalError, connection, transaction
from django.db.models import Q

from games.accounts.models import Player
from games.table.clock import now_ms
from games.tournaments.declared import BadSettings
from games.tournaments.models import Act, Entrant, Tournament
from games.tournaments.refusals import Refused
from games.tournaments.signals import tournament_changed
from games.tournaments.writer import due
from games.tournaments.writer.book import Book

LOCK_NOT_AVAILABLE = "55P03"  # of PostgreSQL
# Acts that change what those are told who are named in them, and nobody else.
PRIVATE = frozenset(
    {"enter", "leave", "arrive", "withdraw", "return", "absent", "disqualify"}
    | {"result", "noshow", "rule", "void", "restart"}
)


@contextmanager
def under_lock(
    tournament: str | int, *, by: Player | None = None, now: int | None = None
) -> Iterator[Book]:
    """The tournament (its code or number), locked.  An exception leaves no trace of anything.
    Raises Refused."""
    try:
        with transaction.atomic():
            book = Book(lock(tournament), by, now_ms() if now is None else now)
            yield book
            close(book)
    except BadSettings as bad:
        raise Refused.of(bad) from None


def lock(tournament: str | int) -> Tournament:
    """The row, for us alone until the end of the transaction.  Raises Refused."""
    rows = Tournament.objects.all()
    if connection.features.has_select_for_no_key_update:
        rows = rows.select_for_update(no_key=True)
    found = rows.filter(Q(code=tournament) if isinstance(tournament, str) else Q(pk=tournament))
    try:
        row = found.first()
    except OperationalError as problem:
        if getattr(problem.__cause__, "sqlstate", None) == LOCK_NOT_AVAILABLE:  # a big round
            raise Refused("BUSY") from None
        raise
    if row is None:
        raise Refused("NO_TOURNAMENT")
    return row


def close(book: Book) -> None:
    """Write what happened, and tell it after the commit."""
    t = book.tournament
    t.due_ms = due.next_due(book)
    t.version += not book.is_quiet
    t.save()
    Act.objects.bulk_create(book.acts)
    news: dict[str, Any] = {
        "tournament_id": t.pk,
        "code": t.code,
        "version": t.version,
        "due_ms": None if t.due_ms == book.due_ms else t.due_ms,
    }
    if book.is_quiet:
        return
    news["players"] = concerned(book)
    transaction.on_commit(partial(tournament_changed.send, Tournament, **news), robust=True)


def concerned(book: Book) -> list[int] | None:
    """The players who are to hear of it; None: everybody.  While 1,000 enter, check in or end their
    games one by one, not all of them read again what they are told."""
    if not book.acts or any(act.act not in PRIVATE for act in book.acts):
        return None
    named = Q(number__in=[act.args["entrant"] for act in book.acts if "entrant" in act.args])
    tables: dict[tuple[int, int], list[int]] = defaultdict(list)
    for act in book.acts:
        if "pairing" in act.args:
            tables[act.args["stage"], act.args["round"]].append(act.args["pairing"])
    for (stage, number), pairings in tables.items():
        named |= Q(
            places__round__stage__number=stage,
            places__round__number=number,
            places__pairing__number__in=pairings,
        )
    found = Entrant.objects.filter(named, tournament=book.tournament)
    return list(found.values_list("player", flat=True).distinct())
