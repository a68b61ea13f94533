"""The deals of the day.  Each day has its own secret.  The hash is public from the day before and
the secret from the day after, and nobody can know the deal before the day's first game."""

import secrets
from datetime import date, datetime, timedelta

from django.db.models import F, Q

from games.rules import fairness
from games.table.clock import moment, now_ms
from games.table.models import SealedDay, Table


def sealed(day: date) -> SealedDay:
    """Return the secret of a day and its hash.  Draw the secret now if the day has none."""
    known = SealedDay.objects.filter(day=day).first()
    if known is not None:
        return known
    secret = secrets.token_bytes(32)
    proof = {"secret": secret, "commitment": fairness.commitment(secret)}
    return SealedDay.objects.get_or_create(day=day, defaults=proof)[0]  # another may be faster


def seal(*, at: datetime) -> None:
    """Draw the secrets of today and tomorrow, unless they are drawn already."""
    sealed(at.date())
    sealed(at.date() + timedelta(days=1))


def shows_secret(table: Table) -> bool:
    """Whether the table's secret and cards are public: the game is over, and so is the day (UTC) of
    its deal, or the round in which other tables play the same cards."""
    day_is_over = table.day is None or moment(now_ms()).date() > table.day
    return table.shows_cards and day_is_over


def in_time() -> Q:
    """A filter for games that ended while the deal of their day was secret, or that were played
    before deals had secrets."""
    return Q(commitment="") | Q(ended_at__date__lte=F("day"))
