"""Queries over many tables, seats or moves."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Self

from django.db import models
from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, Value

from games.accounts.models import Player
from games.table import clock

KEPT = timedelta(days=30)  # for tables without a game
HEAVY = ("state", "secret", "deal")  # columns that only the game itself needs
HEAVY_OF_TABLE = tuple(f"table__{name}" for name in HEAVY)  # for rows that belong to one
# SQLite uses an index with one of these conditions only for queries that repeat it.
NOW = ("open", "running")
# Opened by the site, for games of bots; at those for matched players late ones lose their seat.
SHOWN = Q(opened_by__isnull=True, arranged=False, vacate_after_s__isnull=True)
RATEABLE = Q(status="finished") & (Q(rated=True) | Q(among_bots=True))

if TYPE_CHECKING:
    from games.table.models import Move, Seat, Table
else:
    Move = Seat = Table = models.Model


def of_no_open_day(table: str = "") -> Q:
    """A filter for tables without a deal of the day, or whose day (UTC) is over; `table` is the
    lookup prefix of the table's fields."""
    day, today = f"{table}day", clock.moment(clock.now_ms()).date()
    return Q(**{day: None}) | Q(**{f"{day}__lt": today})


class TableQuerySet(models.QuerySet["Table"]):
    def open(self) -> Self:
        """Tables waiting for players."""
        return self.filter(status="open", status__in=NOW)

    def joinable(self) -> Self:
        """Open tables with a free seat for people."""
        return (
            self.open()
            .filter(fast=False)
            .alias(taken=Count("seats"))
            .filter(taken__lt=F("players"))
        )

    def in_play(self, *, after: int) -> Self:
        """Open or running tables with an id after this one, in order of ids."""
        return self.filter(status__in=NOW, id__gt=after).order_by("id")

    def running(self) -> Self:
        return self.filter(status="running", status__in=NOW)

    def finished(self) -> Self:
        return self.filter(status="finished")

    def aborted(self) -> Self:
        return self.filter(status="aborted")

    def over(self) -> Self:
        """Finished or aborted tables with no secrets left.  A table is held back while other tables
        still play its cards."""
        return self.filter(status__in=("finished", "aborted"), held_back=False)

    def forgotten(self, *, at: datetime) -> Self:
        """Tables aborted before the deal, long ago."""
        return self.aborted().filter(deal="", ended_at__lt=at - KEPT)

    def public(self) -> Self:
        """Tables shown in lists.  Private tables are found only by their link, and tables with the
        deal of today only by players who have finished it."""
        return self.filter(of_no_open_day(), private=False)

    def visible_to(self, player: int | None) -> Self:
        """Tables that this player (an id) may see.  Excluded are tables of circles without the
        player, and other people's tables if they are held back or have the deal of today, unless
        the player has finished a game with that deal."""
        nowhere, is_shown = Q(circle=None), of_no_open_day() & Q(held_back=False)
        if not player:
            return self.filter(nowhere, is_shown)
        mine = self._seats()._default_manager.filter(player=player, table=OuterRef("pk"))
        same_deal = self.model._default_manager.filter(day=OuterRef("day"), game=OuterRef("game"))
        known = same_deal.filter(status="finished", seats__player=player)
        return self.filter(
            nowhere | Q(circle__members__player=player), is_shown | Exists(mine) | Exists(known)
        )

    def of_people(self) -> Self:
        """Tables without those at which bots of programs play among themselves."""
        return self.filter(among_bots=False)

    def without(self, people: Collection[int]) -> Self:
        """Tables that were not opened by these people or their bots, and where none of them has a
        seat."""
        if not people:
            return self
        theirs = Q(player__in=people) | Q(player__owner__in=people)
        seats = self._seats()._default_manager.filter(theirs, table=OuterRef("pk"))
        opened = Q(opened_by__in=people) | Q(opened_by__owner__in=people)
        return self.exclude(opened).exclude(Exists(seats))

    def for_player(self, player: Player | int) -> Self:
        """Tables where this player has or had a seat."""
        return self.filter(seats__player=player)

    def due(self, *, at: int) -> Self:
        """Tables with a deadline at or before `at` (epoch ms), earliest first."""
        return self.filter(due_ms__lte=at).order_by("due_ms")

    def newest(self) -> Self:
        return self.order_by("-ended_at", "-id")

    def light(self) -> Self:
        """Tables without the columns that only the game itself needs."""
        return self.defer(*HEAVY)

    def listed(self) -> Self:
        """Light tables with everything that a row of a list shows, in two more queries."""
        seats = self._seats()._default_manager.order_by("number").select_related("player__owner")
        return self.light().prefetch_related(Prefetch("seats", seats))

    def together(self, lists: Mapping[str, models.QuerySet[Table]]) -> dict[str, list[Table]]:
        """Read several lists in two queries: tables, then seats.  Each list is sorted newest first:
        by end, or by id while the games are running."""
        first, *others = (
            self.filter(pk__in=tables.values("pk"))
            .annotate(of=Value(name))
            .listed()
            .select_related("opened_by")
            for name, tables in lists.items()
        )
        rows: dict[str, list[Table]] = {name: [] for name in lists}
        for table in first.union(*others, all=True).order_by("-ended_at", "-id"):
            rows[table.of].append(table)  # type: ignore[attr-defined]  # annotated above
        return rows

    def to_show(self) -> Self:
        """Finished public games, newest first, from which the home page picks one to show.  Only
        games with the simplest rules: the higher card wins."""
        classic = self.filter(game="war", preset="classic", players=2)
        games = classic.public().of_people().finished()
        return games.filter(started_ms__gt=0, branch_at="", by_hand="").newest()

    def _seats(self) -> type[models.Model]:
        return self.model._meta.apps.get_model("games", "Seat")


class SeatQuerySet(models.QuerySet["Seat"]):
    def people(self) -> Self:
        return self.filter(bot=False)

    def played_by(self, player: Player | int) -> Self:
        """Seats of finished games, newest first."""
        return self.filter(player=player, ended_at__isnull=False).order_by("-ended_at", "-table")


class MoveQuerySet(models.QuerySet["Move"]):
    def since(self, number: int) -> Self:
        return self.filter(number__gt=number).order_by("number")

    def done(self) -> Self:
        """Moves except refused ones, which are kept only for the log."""
        return self.filter(refused="")
