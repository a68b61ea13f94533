"""Stored forecasts of tournaments; each plan is simulated once."""

from math import sqrt
from typing import Self

from django.db import models

from games.lab.forecasts.plan import Planned
from games.lab.runs.models import State

Z95 = 1.959964


class ForecastQuerySet(models.QuerySet["Forecast"]):
    def running(self) -> Self:
        return self.filter(status=State.RUNNING)

    def stuck(self, *, since: int) -> Self:
        """Forecasts in progress without more tournaments since this time (epoch ms)."""
        return self.running().filter(moved_ms__lt=since)


class Forecast(models.Model):
    """The results of a plan's simulated tournaments so far.  `wins` has the number of wins of each
    entrant, the strongest entrant first."""

    key = models.CharField(max_length=64, unique=True)  # Planned.key
    plan = models.JSONField()
    wins = models.JSONField()
    tournaments = models.PositiveIntegerField()
    done = models.PositiveIntegerField(default=0)
    status = models.CharField(max_length=9, choices=State, default=State.RUNNING)
    moved_ms = models.BigIntegerField()

    objects = ForecastQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(
                fields=["moved_ms"],
                condition=models.Q(status="running"),
                name="forecast_under_way",
            )
        ]

    def __str__(self) -> str:
        return f"{self.done} of {self.tournaments} tournaments"

    @property
    def planned(self) -> Planned:
        return Planned.read(self.plan)

    @property
    def is_running(self) -> bool:
        return self.status == State.RUNNING

    @property
    def percent(self) -> int:
        return 100 * self.done // self.tournaments

    @property
    def shares(self) -> list[float]:
        """The share of tournaments that each entrant wins, the strongest first."""
        return [won / self.done for won in self.wins] if self.done else []

    @property
    def half_width(self) -> float:
        """Half the width of the 95 % interval of the strongest entrant's share."""
        share = self.shares[0]
        return Z95 * sqrt(share * (1 - share) / self.done)
