"""Mails: the limits on their number, the times of digests, the folder for mails without a server,
and links that stop a kind."""

from datetime import datetime, time, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core import signing
from django.core.mail.backends import filebased
from django.db import models
from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from games.accounts.limits import DAY_S, SIGN_UPS, is_within, network_of, times_of

SALT = "games.notices.mail"
DIGEST = "digest"  # beside the kinds of notices
VALID_S = 365 * 24 * 3600
ADDRESS, ACCOUNT = 20, 20  # in a day
NETWORK = SIGN_UPS.network + 200  # in a day: whoever may sign up gets the mail to confirm it
DIGEST_AT, SUNDAY = time(18), 6


class Rhythm(models.TextChoices):
    """The rhythm of a player's digests: one mail about everything they have not seen."""

    WEEKLY = "weekly", _("Every Sunday at 18:00")
    DAILY = "daily", _("Every day at 18:00")
    NEVER = "never", _("Never")


class PrivateFiles(filebased.EmailBackend):
    """A backend that stores mails in a folder that nobody else on the machine can read: they hold
    addresses, and links that set passwords."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        Path(self.file_path).chmod(0o700)


def token_of(player_id: int, kind: str) -> str:
    return signing.dumps([player_id, kind], salt=SALT)


def read_token(text: str) -> tuple[int, str]:
    """The player's id and the kind.  Raises BadSignature."""
    player_id, kind = signing.loads(text, salt=SALT, max_age=VALID_S)
    return player_id, kind


def may_mail(
    address: str, *, account: int | None = None, request: HttpRequest | None = None
) -> bool:
    """Count one more mail to an address, for an account and for the network of a request, if given.
    Return whether it may be sent."""
    digest = salted_hmac("games.mails", address.casefold(), algorithm="sha256").hexdigest()
    counts = [is_within(ADDRESS, DAY_S, "mails", "address", digest)]
    if account is not None:
        counts.append(is_within(ACCOUNT, DAY_S, "mails", "account", str(account)))
    if request is not None and settings.LIMITS:
        most = NETWORK * max(1, times_of(request))
        counts.append(is_within(most, DAY_S, "mails", "network", network_of(request)))
    return all(counts)


def next_digest(now: datetime, zone: str, rhythm: str) -> datetime | None:
    """The time of the next digest in a time zone, by its name; "" is UTC."""
    if rhythm == Rhythm.NEVER:
        return None
    there = ZoneInfo(zone or "UTC")
    due = datetime.combine(now.astimezone(there), DIGEST_AT, there)
    while due <= now or (rhythm == Rhythm.WEEKLY and due.weekday() != SUNDAY):
        due += timedelta(days=1)
    return due
