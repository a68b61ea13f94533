"""The tables of a stage without a result, as pages show them: card shares, time left, missing
players."""

from collections.abc import Collection
from typing import NamedTuple

from django.db.models import Case, OuterRef, Prefetch, QuerySet, Subquery, When
from django.utils.translation import gettext as _

from games.table.models import Table
from games.table.writer import arranged
from games.tournaments import terms
from games.tournaments.models import Pairing, Place, Stage, TournamentGame
from games.tournaments.reading.record import HIDDEN, PENDING

SHOWN = 24  # the most urgent ones
PLACE = ("pairing", "seat", "place", "points")
TABLE = (
    *("code", "status", "limit_ms", "started_ms", "paused_ms", "lost_ms"),
    *("game", "options", "players", "counts", "held_back"),
)


class OpenTable(NamedTuple):
    """A pairing without a result, the table of its last game, and the missing players.  The table
    waits for missing players until `grace_ms` (epoch ms)."""

    pairing: Pairing
    table: Table | None
    absent: list[Place]
    grace_ms: int | None
    now: int

    @property
    def is_aborted(self) -> bool:
        """Whether an operator has aborted the game of this table (6.10)."""
        return self.table is not None and self.table.status == "aborted"

    @property
    def is_running(self) -> bool:
        """Whether the game is running and public."""
        table = self.table
        if table is None or table.held_back:
            return False
        return table.status == "running" and bool(table.counts)

    @property
    def names(self) -> list[str]:
        """The names at the table; bots have the seats that entrants do not fill."""
        names = [place.entrant.player.name for place in self.pairing.places.all()]
        seats = self.table.players if self.table else 0
        return names + [_("Bot")] * (seats - len(names))

    @property
    def seats(self) -> list[tuple[str, bool]]:
        """The names at the table, each with whether the table waits for this player."""
        missing = set(self.missing)
        return [(name, name in missing) for name in self.names]

    @property
    def missing(self) -> list[str]:
        return [place.entrant.player.name for place in self.absent]

    @property
    def without_them(self) -> str:
        """A sentence on what happens if the missing players do not come."""
        if self.table is not None and self.table.held_back:  # it has the same seats as the others
            return _("A bot plays from 0:00.")
        return _("The game starts without them at 0:00.")

    @property
    def until_ms(self) -> int | None:
        """The time (epoch ms) at which the table begins without the missing players, or its game
        reaches the time limit."""
        return self.grace_ms or (self.table.until_ms if self.table else None)

    @property
    def left(self) -> str:
        """The time left until `until_ms`, such as `12:05`."""
        rest_s = max(0, (self.until_ms or self.now) - self.now) // 1000
        return "{}:{:02}".format(*divmod(rest_s, 60))

    @property
    def urgency(self) -> tuple[bool, bool, int]:
        return not self.is_aborted, not self.absent, self.until_ms or 0


def with_seats(pairings: QuerySet[Pairing]) -> QuerySet[Pairing]:
    """Pairings with their seats.  Only the columns that pages show are read, because rows of
    players and tables are wide."""
    places = Place.objects.order_by("seat").select_related("entrant__player")
    places = places.only(*PLACE, "entrant__number", "entrant__player__name")
    games = TournamentGame.objects.order_by("number").select_related("table")
    games = games.only("pairing", "number", "void", "opened_ms", *(f"table__{n}" for n in TABLE))
    return pairings.prefetch_related(Prefetch("places", places), Prefetch("games", games))


def open_tables(stage: Stage, now: int, *, with_absent: bool = False) -> list[OpenTable]:
    """Tables without a result: the aborted ones first, then those with missing players, then by
    time left.  Missing players are looked up only for pages that show them."""
    pairings = Pairing.objects.filter(round__stage=stage, status__in=PENDING)
    urgent = urgent_first(pairings.exclude(round__state__in=HIDDEN))
    last: dict[Pairing, TournamentGame | None] = {
        pairing: next((g for g in reversed(pairing.games.all()) if not g.void), None)
        for pairing in with_seats(urgent.select_related("round"))[:SHOWN]
    }
    waiting = [game.table for game in last.values() if game and game.table.status == "open"]
    arrived = arranged.came(waiting) if with_absent and waiting else {}
    grace_ms = terms.resolve(stage.tournament.terms).grace_in(stage.format) * 1000
    tables = [open_table(pairing, game, arrived, grace_ms, now) for pairing, game in last.items()]
    return sorted(tables, key=lambda row: row.urgency)


def open_table(
    pairing: Pairing,
    game: TournamentGame | None,
    arrived: dict[int, set[int]],
    grace_ms: int,
    now: int,
) -> OpenTable:
    if game is None:
        return OpenTable(pairing, None, [], None, now)
    absent = missing(pairing, arrived.get(game.table.pk))
    until = game.opened_ms + grace_ms if game.table.status == "open" else None
    return OpenTable(pairing, game.table, absent, until, now)


def urgent_first(pairings: QuerySet[Pairing]) -> QuerySet[Pairing]:
    """Tables in order of urgency: aborted, waiting for a player, dealt long ago.  Only the first
    ones are read."""
    last = TournamentGame.objects.filter(pairing=OuterRef("pk"), void=False).order_by("-number")
    status = Subquery(last.values("table__status")[:1])
    dealt = Subquery(last.values("table__started_ms")[:1])
    rank = Case(When(last="aborted", then=0), When(last="open", then=1), default=2)
    ranked = pairings.annotate(last=status, dealt=dealt, rank=rank)
    return ranked.order_by("rank", "dealt", "round__number", "number")


def missing(pairing: Pairing, arrived: Collection[int] | None) -> list[Place]:
    """The places whose players have not come; empty if nobody is waited for, in which case
    `arrived` is None."""
    if arrived is None:
        return []
    return [place for seat, place in enumerate(pairing.places.all(), 1) if seat not in arrived]
