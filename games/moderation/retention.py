"""Forgets reports, networks and signals in time."""

from datetime import datetime

from games.moderation import limits
from games.moderation.models import Report, SeatNetwork, Signal


def forget(*, at: datetime) -> None:
    Report.objects.filter(closed__lt=at - limits.KEPT).delete()
    of_erased = Report.objects.filter(player__erased=True, closed__lt=at - limits.KEPT_OF_ERASED)
    of_erased.update(evidence={}, text="")
    Report.objects.filter(reporter__erased=True).exclude(closed=None).update(address="")
    old = Report.objects.filter(made__lt=at - limits.NETWORKS_KEPT).exclude(network="")
    old.update(network="")
    SeatNetwork.objects.filter(at__lt=at - limits.NETWORKS_KEPT).delete()
    Signal.objects.filter(found__lt=at - limits.SIGNALS_KEPT).delete()
