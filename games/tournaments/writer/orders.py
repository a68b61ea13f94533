"""Orders to a tournament, and the unit of work that carries one out."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple

from django.db import OperationalError, connection, transaction
from django.db.models import Q

from games.accounts.models import Player
from games.table.clock import now_ms
from games.tournaments import acts
from games.tournaments.declared import BadSettings
from games.tournaments.log import Act
from games.tournaments.models import Entrant, Tournament
from games.tournaments.refusals import Refused
from games.tournaments.signals import tournament_changed
from games.tournaments.writer import deadlines
from games.tournaments.writer.ledger import Ledger

LOCK_NOT_AVAILABLE = "55P03"  # PostgreSQL's SQLSTATE
# Acts that concern only the players named in them, or none.
PRIVATE = frozenset(
    {"enter", "leave", "arrive", "withdraw", "return", "absent", "disqualify"}
    | {"card", "newcard", "newscreen"}
    | {"result", "noshow", "rule", "void", "restart"}
)


class Order(NamedTuple):
    """An order to a tournament (its id or code).

    `by`: the player who gives the order, None for the system.  `revision`: of the page from which
    the order comes; no act since then may concern the same round or entrant (9.5).  `now`: epoch
    ms; None: the time at which the order is carried out."""

    tournament: str | int
    by: Player | None = None
    reason: str = ""
    revision: int | None = None
    now: int | None = None


@contextmanager
def acting(order: Order, draft: Tournament | None = None) -> Iterator[Ledger]:
    """The locked tournament, or an unsaved draft, to carry out the order.

    Changes are written and announced at the end; an exception leaves no trace.  Raises Refused."""
    try:
        with transaction.atomic():
            now = now_ms() if order.now is None else order.now
            row = draft or lock(order.tournament)
            ledger = Ledger(row, order.by, now, order.reason, order.revision)
            yield ledger
            close(ledger)
    except (acts.Refused, BadSettings) as refused:
        raise Refused.of(refused) from None


def lock(tournament: str | int) -> Tournament:
    """Lock the row of the tournament until the end of the transaction, and return it.  Raises
    Refused."""
    rows = Tournament.objects.all()
    if connection.features.has_select_for_no_key_update:
        rows = rows.select_for_update(no_key=True)
    matching = rows.filter(Q(code=tournament) if isinstance(tournament, str) else Q(pk=tournament))
    try:
        row = matching.first()
    except OperationalError as problem:
        if getattr(problem.__cause__, "sqlstate", None) == LOCK_NOT_AVAILABLE:  # a big round
            raise Refused("BUSY") from None
        raise
    if row is None:
        raise Refused("NO_TOURNAMENT")
    return row


def close(ledger: Ledger) -> None:
    """Write the changes and acts, and announce them after the commit."""
    t = ledger.tournament
    t.due_ms = deadlines.next_due(ledger)
    t.version += not ledger.is_quiet
    t.save()
    Act.objects.bulk_create(ledger.acts)
    news: dict[str, Any] = {
        "tournament_id": t.pk,
        "code": t.code,
        "version": t.version,
        "due_ms": None if t.due_ms == ledger.due_ms else t.due_ms,
    }
    if ledger.is_quiet:
        return
    news["players"] = concerned(ledger)
    transaction.on_commit(partial(tournament_changed.send_robust, Tournament, **news))


def concerned(ledger: Ledger) -> list[int] | None:
    """The players to notify; None: everybody.  While 1,000 players enter, check in or end their
    games one by one, not all of them reload their calls."""
    if not ledger.acts or any(act.act not in PRIVATE for act in ledger.acts):
        return None
    named = Q(number__in=[act.args["entrant"] for act in ledger.acts if "entrant" in act.args])
    tables: dict[tuple[int, int], list[int]] = defaultdict(list)
    for act in ledger.acts:
        if "pairing" in act.args:
            tables[act.args["stage"], act.args["round"]].append(act.args["pairing"])
    for (stage, number), pairings in tables.items():
        named |= Q(
            places__round__stage__number=stage,
            places__round__number=number,
            places__pairing__number__in=pairings,
        )
    entrants = Entrant.objects.filter(named, tournament=ledger.tournament)
    return list(entrants.values_list("player", flat=True).distinct())
