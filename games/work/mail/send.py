"""Sends notices to confirmed addresses, at once; each minute a try, and after five no more."""

import logging
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db.models import F
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from redis.exceptions import RedisError

from games.accounts.preferences import chosen_by
from games.bus import presence, valkey
from games.live.personal.words import in_words
from games.notices.kinds import MAILED, UNLESS_HERE
from games.notices.mail import token_of
from games.notices.models import Notice

log = logging.getLogger(__name__)
AT_ONCE = 100
TRIES, AGAIN = 5, timedelta(minutes=1)
AWAY, APART = timedelta(minutes=2), timedelta(minutes=30)  # of those that wait whether you come
MOST, DAY = 20, timedelta(days=1)


def send_due() -> None:
    """Everything that is due; each is taken before it is tried, so no other worker sends it too."""
    now = timezone.now()
    due = Notice.objects.filter(mail_due__lte=now).order_by("mail_due").select_related("player")
    for notice in due[:AT_ONCE]:
        row = Notice.objects.filter(pk=notice.pk, mail_due=notice.mail_due)
        if not row.update(mail_due=now + AGAIN, mail_tries=F("mail_tries") + 1):
            continue
        address = EmailAddress.objects.filter(user=notice.player, verified=True, primary=True)
        to = address.values_list("email", flat=True).first()
        changes: dict[str, datetime | None] = {"mail_due": None}
        if to is not None and is_wanted(notice, now):
            try:
                send(notice, to)
                changes["mailed"] = now
            except OSError:  # what smtplib raises, too
                log.warning("Notice %s could not be mailed", notice.pk, exc_info=True)
                if notice.mail_tries + 1 < TRIES:
                    continue
        Notice.objects.filter(pk=notice.pk).update(**changes)


def is_wanted(notice: Notice, now: datetime) -> bool:
    if (chosen_by(notice.player) or {}).get(f"mail_{notice.kind}") is False:
        return False
    mailed = Notice.objects.filter(player=notice.player_id)
    if mailed.filter(mailed__gt=now - DAY).count() >= MOST:
        return False
    if notice.kind not in UNLESS_HERE:
        return True
    lately = mailed.filter(kind__in=UNLESS_HERE, mailed__gt=now - APART)
    return not (notice.seen or was_here(notice.player_id, now) or lately.exists())


def was_here(player_id: int, now: datetime) -> bool:
    try:
        since = int((now - AWAY).timestamp() * 1000)
        return player_id in presence.seen_since(valkey.client(), since)
    except (RedisError, OSError):
        return False


def send(notice: Notice, to: str) -> None:
    (line,) = in_words([notice])
    context = {"line": line, "site": settings.PUBLIC_URL, "stop": ""}
    headers = {}
    if notice.kind in MAILED:
        token = token_of(notice.player_id, notice.kind)
        context["stop"] = settings.PUBLIC_URL + reverse("mail_stop", args=[token])
        headers["List-Unsubscribe"] = f"<{context['stop']}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    text = render_to_string("mail/notice.txt", context)
    subject = settings.ACCOUNT_EMAIL_SUBJECT_PREFIX + line.text
    mail = EmailMultiAlternatives(subject, text, to=[to], headers=headers)
    mail.attach_alternative(render_to_string("mail/notice.html", context), "text/html")
    mail.send()
