"""Searching finished games."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Player
from games.table.models import LENGTHS, Seat, Table
from games.table.querysets import TableQuerySet

FEW = 2000  # games of one player that are listed first and filtered afterwards
CUSTOM = "custom"  # as a preset: every table with its own options
RESULTS = {
    "won": _("won by this player"),
    "lost": _("not won by this player"),
    "shared": _("shared or drawn"),
    "all": _("won outright"),
    "cap": _("ended at the limit"),
    "clock": _("time ran out"),
    "all_out": _("all went out together"),
    "deadlock": _("tied on the last cards"),
    "resign": _("by resignation"),
    "agreed": _("ended by agreement"),
    "abandoned": _("game abandoned"),
    "limit": _("ended at the time limit"),
}
# Games of programs' bots without people; who asks for a player gets all games of that player.
AMONG_BOTS = {
    "": _("excluded"),
    "without": _("excluded, even for a chosen player"),
    "with": _("included"),
    "only": _("only these"),
}


@dataclass(frozen=True)
class Filters:
    """Which games to find; empty fields do not filter."""

    game: str = ""
    preset: str = ""
    player: Player | None = None
    result: str = ""  # a key of RESULTS; "won" and "lost" need a player
    shortest: int | None = None
    longest: int | None = None
    since: date | None = None
    until: date | None = None
    bots: str = ""  # a key of AMONG_BOTS


def find(filters: Filters) -> TableQuerySet:
    """Public finished games that match, newest first."""
    tables = Table.objects.finished().public().newest()
    if filters.bots == "only":
        tables = tables.filter(among_bots=True)
    elif filters.bots == "without" or not (filters.bots or filters.player):
        tables = tables.of_people()
    if filters.game:
        tables = tables.filter(game=filters.game)
    if filters.preset:
        tables = tables.filter(preset="" if filters.preset == CUSTOM else filters.preset)
    tables = tables.filter(of_result(filters.result) & of_length(filters) & of_days(filters))
    return tables if filters.player is None else of_player(tables, filters.player, filters.result)


def of_result(result: str) -> Q:
    if result == "shared":
        return Q(result__startswith="=")
    return Q(end=result) if result and result not in ("won", "lost") else Q()


def of_length(filters: Filters) -> Q:
    """A range of lengths.  If it is a whole size the size is used, which has an index."""
    low, high = filters.shortest or 0, filters.longest
    condition = Q(length__gte=low) if low else Q()
    if high is not None:
        condition &= Q(length__lte=high)
    sizes, upto = [], 0
    for size, most in LENGTHS.items():
        if low <= most and (high is None or high > upto):
            sizes.append(size)
        upto = most
    return condition & Q(size=sizes[0]) if len(sizes) == 1 else condition


def of_days(filters: Filters) -> Q:
    """Whole days, UTC."""
    condition = Q()
    if filters.since:
        condition &= Q(ended_at__gte=datetime.combine(filters.since, time(), UTC))
    if filters.until:
        condition &= Q(ended_at__lte=datetime.combine(filters.until, time.max, UTC))
    return condition


def of_player(tables: TableQuerySet, player: Player, result: str) -> TableQuerySet:
    """Games of this player.  If there are few, look them up by seat; for a bot with a million
    games it is faster to walk the list and check each table for its seat."""
    seats = Seat.objects.filter(player=player, ended_at__isnull=False)
    if result in ("won", "lost"):
        seats = seats.filter(won=result == "won")
    ids = list(seats.order_by("-ended_at", "-table").values_list("table", flat=True)[: FEW + 1])
    if len(ids) <= FEW:
        return tables.filter(pk__in=ids)
    return tables.filter(Exists(seats.filter(table=OuterRef("pk"))))
