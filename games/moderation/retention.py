"""Forgets reports in time."""

from datetime import datetime

from games.moderation import limits
from games.moderation.models import Report


def forget(*, at: datetime) -> None:
    Report.objects.filter(closed__lt=at - limits.KEPT).delete()
    of_erased = Report.objects.filter(player__erased=True, closed__lt=at - limits.KEPT_OF_ERASED)
    of_erased.update(evidence={}, text="")
    old = Report.objects.filter(made__lt=at - limits.NETWORKS_KEPT).exclude(network="")
    old.update(network="")
