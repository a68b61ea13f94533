"""Stored runs: the specification, the progress, and the exact sums so far."""

from datetime import datetime, timedelta
from typing import Any, Self

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Player
from games.lab.counting.accumulator import Sums
from games.lab.runs.engine import chunk_of, cut
from games.lab.runs.spec import Origin, RunSpec
from games.rules.catalogue import find
from games.rules.game import Game
from games.rules.records import StaleLayout
from games.table.models import new_code

RUN_KEPT = timedelta(days=30)  # how long a guest's run is kept
LANES = 8  # parts of a run that are computed side by side


def lane_starts() -> list[int]:
    return list(range(LANES))


class State(models.TextChoices):
    RUNNING = "running", _("Running")
    DONE = "done", _("Done")
    CANCELLED = "cancelled", _("Cancelled")
    FAILED = "failed", _("Failed")


class SimulationQuerySet(models.QuerySet["Simulation"]):
    def running(self) -> Self:
        return self.filter(status=State.RUNNING)

    def of_guests(self) -> Self:
        return self.filter(started_by__is_guest=True)

    def forgotten(self, *, at: datetime) -> Self:
        """Old runs of guests, which are deleted because anybody can repeat them."""
        return self.of_guests().filter(created_at__lt=at - RUN_KEPT)

    def done(self) -> Self:
        return self.filter(status=State.DONE)

    def stuck(self, *, since: int) -> Self:
        """Runs in progress without a new chunk since this time (epoch ms)."""
        return self.running().filter(moved_ms__lt=since)

    def listed(self) -> Self:
        """Runs that lists show.  Runs that start from games not in lists are found only by their
        link."""
        return self.exclude(status=State.FAILED).filter(unlisted=False)

    def with_spec(self, spec: RunSpec) -> Self:
        """Runs with this specification, which have the same results."""
        row = spec.row()
        return self.filter(**row).exclude(status=State.FAILED)

    def of_rules(self, game: str, options: str, version: int) -> Self:
        """Finished runs of these rules with the default policies and random deals, the largest
        first."""
        runs = self.done().filter(game=game, options=options, rules_version=version, plain=True)
        return runs.filter(start="").order_by("-games", "id")


class Simulation(models.Model):
    """A run.  The games of lane n are the chunks n, n + LANES, n + 2 LANES ...; `lanes` has the
    next chunk of each lane, so that every chunk is added exactly once, even if it is sent several
    times."""

    code = models.CharField(max_length=8, unique=True, default=new_code)
    game = models.CharField(max_length=16)
    options = models.CharField(max_length=300, blank=True)
    policies = models.JSONField()
    plain = models.BooleanField(default=True)  # the default policy in every seat
    games = models.BigIntegerField()
    seed = models.BigIntegerField()
    rules_version = models.PositiveIntegerField()
    # The place its games start at (`Start.text`), where that was, and whose eyes saw it there.
    start = models.TextField(blank=True, db_default="", default="")
    source = models.CharField(max_length=32, blank=True, db_default="", default="")
    place = models.CharField(max_length=16, blank=True, db_default="", default="")
    view = models.CharField(max_length=8, blank=True, db_default="", default="")
    unlisted = models.BooleanField(db_default=False, default=False)
    chunk_size = models.PositiveIntegerField()

    status = models.CharField(max_length=9, choices=State, default=State.RUNNING)
    problem = models.CharField(max_length=200, blank=True)
    lanes = models.JSONField(default=lane_starts)
    games_done = models.BigIntegerField(default=0)
    busy_ms = models.BigIntegerField(default=0)  # time of all workers together
    moved_ms = models.BigIntegerField(default=0)
    sums = models.BinaryField(null=True)  # Sums.packed

    started_by = models.ForeignKey(
        Player, models.SET_NULL, null=True, blank=True, related_name="simulations"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True)

    objects = SimulationQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["game", "options", "-games"], name="run_of_rules"),
            models.Index(fields=["moved_ms"], condition=Q(status="running"), name="run_under_way"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(games__gt=0) & Q(games_done__lte=F("games")), name="run_counts"
            )
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.code}"

    def get_absolute_url(self) -> str:
        return reverse("lab_run", args=[self.code])

    @property
    def spec(self) -> RunSpec:
        return RunSpec(
            self.game,
            self.options,
            tuple(self.policies),
            self.games,
            self.seed,
            self.rules_version,
            self.start,
        )

    @property
    def origin(self) -> Origin | None:
        """The place of another game at which the run's games start; None if they start with a
        deal."""
        if not self.spec.starts_later:
            return None
        return Origin(self.source, self.place, self.view, self.unlisted)

    @property
    def rules(self) -> Game:
        return find(self.game)

    @property
    def is_running(self) -> bool:
        return self.status == State.RUNNING

    @property
    def is_starting(self) -> bool:
        """Whether the run is in progress and no game has been counted yet."""
        return self.is_running and not self.games_done

    @property
    def is_done(self) -> bool:
        return self.status == State.DONE

    @property
    def percent(self) -> int:
        return 100 * self.games_done // self.games

    @property
    def counted(self) -> Sums:
        """The sums so far; empty if the run is stale."""
        try:
            return self.total()
        except StaleLayout:
            return Sums()

    @property
    def is_stale(self) -> bool:
        """Whether the run was counted by an older version of the site, with other counts, rules or
        bots."""
        try:
            self.total()
        except StaleLayout:
            return True
        return self.rules_version != self.spec.adapter.version(self.policies)

    def total(self) -> Sums:
        """The stored sums.  Raises StaleLayout if another version of the site stored them."""
        return Sums() if self.sums is None else Sums.unpacked(bytes(self.sums))

    def next_chunks(self) -> list[int]:
        """The next chunk of every unfinished lane."""
        last = cut(self.games, self.chunk_size)
        return [number for number in self.lanes if number < last]

    def chunk(self, number: int) -> Any:
        return chunk_of(self.games, self.chunk_size, number)
