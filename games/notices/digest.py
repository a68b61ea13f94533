"""The digest: one mail about everything a player has not seen, and when it is sent."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db import models
from django.utils.translation import gettext_lazy as _

AT = time(18)
SUNDAY = 6


class Rhythm(models.TextChoices):
    WEEKLY = "weekly", _("Every Sunday at 18:00")
    DAILY = "daily", _("Every day at 18:00")
    NEVER = "never", _("Never")


def next_digest(now: datetime, zone: str, rhythm: str) -> datetime | None:
    """The time of the next digest in a time zone, by its name; empty: UTC."""
    if rhythm == Rhythm.NEVER:
        return None
    there = ZoneInfo(zone or "UTC")
    due = datetime.combine(now.astimezone(there), AT, there)
    while due <= now or (rhythm == Rhythm.WEEKLY and due.weekday() != SUNDAY):
        due += timedelta(days=1)
    return due
