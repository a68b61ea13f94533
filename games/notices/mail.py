"""Mails: the limits on their number, the times of digests, the folder for mails without a mail
server, and links that stop a kind of mail."""

from datetime import datetime, time, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core import signing
from django.core.mail.backends import filebased
from django.db import models
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from games.limits.declared import MAILS_OF_ACCOUNT, MAILS_OF_NETWORK, MAILS_TO_ADDRESS
from games.limits.networks import Address, network_of, times_of

SALT = "games.notices.mail"
DIGEST = "digest"  # beside the kinds of notices
VALID_S = 365 * 24 * 3600
DIGEST_AT, SUNDAY = time(18), 6


class Rhythm(models.TextChoices):
    """The rhythm of a player's digests.  A digest is one mail about all unseen notices."""

    WEEKLY = "weekly", _("Every Sunday at 18:00")
    DAILY = "daily", _("Every day at 18:00")
    NEVER = "never", _("Never")


class PrivateFiles(filebased.EmailBackend):
    """A backend that stores mails in a folder that nobody else on the machine can read, because
    mails contain addresses, and links that set passwords."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        Path(self.file_path).chmod(0o700)


def token_of(player_id: int, kind: str) -> str:
    return signing.dumps([player_id, kind], salt=SALT)


def read_token(text: str) -> tuple[int, str]:
    """Read the player's id and the kind of notice from a token.  Raises BadSignature."""
    player_id, kind = signing.loads(text, salt=SALT, max_age=VALID_S)
    return player_id, kind


def may_mail(to: str, *, account: int | None = None, by: Address | None = None) -> bool:
    """Count one more mail to an email address, and, if given, for an account and for the network of
    the sender's address.  Return whether the mail may be sent."""
    digest = salted_hmac("games.mails", to.casefold(), algorithm="sha256").hexdigest()
    counts = [MAILS_TO_ADDRESS.take(digest)]
    if account is not None:
        counts.append(MAILS_OF_ACCOUNT.take(account))
    if by is not None and settings.LIMITS:
        counts.append(MAILS_OF_NETWORK.take(network_of(by), times=max(1, times_of(by))))
    return all(counts)


def next_digest(now: datetime, zone: str, rhythm: str) -> datetime | None:
    """The time of the next digest, in the time zone with this name ("" is UTC); None for no
    digests."""
    if rhythm == Rhythm.NEVER:
        return None
    there = ZoneInfo(zone or "UTC")
    due = datetime.combine(now.astimezone(there), DIGEST_AT, there)
    while due <= now or (rhythm == Rhythm.WEEKLY and due.weekday() != SUNDAY):
        due += timedelta(days=1)
    return due
