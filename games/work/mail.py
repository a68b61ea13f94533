"""Notices and answers to reports by mail.  A failed mail is sent again `AGAIN` later, at most
`TRIES` times in all.  Urgent reports are sent to the operators at once."""

import logging
from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMultiAlternatives, mail_admins, send_mail
from django.db.models import F
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from redis.exceptions import RedisError

from games.accounts.preferences import preferred_by
from games.accounts.sanctions import Sanction
from games.bus import presence, valkey
from games.moderation.machine import count_reports
from games.moderation.models import Outcome, Report
from games.notices.kinds import IN_DIGEST, MAILED, UNLESS_HERE, Kind
from games.notices.mail import DIGEST, Rhythm, may_mail, token_of
from games.notices.models import Notice
from games.notices.words import for_mail, names_in
from games.tournaments.models import Tournament

log = logging.getLogger(__name__)
AT_ONCE = 100
TRIES, AGAIN = 5, timedelta(minutes=1)
AWAY, APART = timedelta(minutes=2), timedelta(minutes=30)  # time to come back before a mail
MOST_LINES = 30  # lines of a digest


def send_due() -> None:
    """Send all due mails.  Each notice is claimed first, so that no other worker sends it too."""
    now = timezone.now()
    due = Notice.objects.filter(mail_due__lte=now).order_by("mail_due", "pk")
    due = due.select_related("player")
    for notice in due[:AT_ONCE]:
        together = [notice]
        if notice.kind in IN_DIGEST:
            together = list(due.filter(player=notice.player_id, kind__in=IN_DIGEST))
        taken = [one for one in together if take(one, now)]
        if taken:
            try_to_send(taken, now)


def take(notice: Notice, now: datetime) -> bool:
    row = Notice.objects.filter(pk=notice.pk, mail_due=notice.mail_due)
    return bool(row.update(mail_due=now + AGAIN, mail_tries=F("mail_tries") + 1))


def try_to_send(notices: list[Notice], now: datetime) -> None:
    """Send one notice, or the notices of a digest.  After a failure they stay due until the last
    try."""
    player = notices[0].player
    address = EmailAddress.objects.filter(user=player, verified=True, primary=True)
    to = address.values_list("email", flat=True).first()
    preferred = preferred_by(player)
    wanted = [one for one in notices if is_wanted(one, preferred, now)]
    changes: dict[str, datetime | None] = {"mail_due": None}
    if to is not None and wanted and may_mail(to, account=player.pk):
        try:
            with translation.override(preferred["language"] or settings.LANGUAGE_CODE):
                send(wanted, to)
            changes["mailed"] = now
        except OSError:  # what smtplib raises, too
            log.warning("Notice %s could not be mailed", wanted[0].pk, exc_info=True)
            if wanted[0].mail_tries + 1 < TRIES:
                return
    Notice.objects.filter(pk__in=[one.pk for one in notices]).update(**changes)


def is_wanted(notice: Notice, preferred: dict[str, Any], now: datetime) -> bool:
    if preferred.get(f"mail_{notice.kind}") is False:
        return False
    if notice.kind in IN_DIGEST:
        return not notice.seen and preferred["digest"] != Rhythm.NEVER
    if notice.kind not in UNLESS_HERE:
        return True
    lately = Notice.objects.filter(player=notice.player_id, mailed__gt=now - APART)
    if lately.filter(kind__in=UNLESS_HERE).exists():
        return False
    return not (notice.seen or was_here(notice.player_id, now))


def was_here(player_id: int, now: datetime) -> bool:
    try:
        since = int((now - AWAY).timestamp() * 1000)
        return player_id in presence.seen_since(valkey.client(), [player_id], since)
    except (RedisError, OSError):
        return False


def send(notices: list[Notice], to: str) -> None:
    listed = notices[:MOST_LINES]
    lines = for_mail(listed, names_in(listed, Tournament.objects.names))
    (kind,) = {DIGEST if one.kind in IN_DIGEST else one.kind for one in notices}
    subject = _("What you missed on warsite") if kind == DIGEST else lines[0].text
    context: dict[str, Any] = {"lines": lines, "site": settings.PUBLIC_URL, "stop": ""}
    if kind == Kind.SANCTION and not notices[0].args["lifted"]:  # all of it, not only that it is
        context["sanction"] = Sanction.objects.filter(pk=notices[0].args["sanction"]).first()
    headers = {}
    if kind in (*MAILED, DIGEST):
        token = token_of(notices[0].player_id, kind)
        context["stop"] = settings.PUBLIC_URL + reverse("mail_stop", args=[token])
        headers["List-Unsubscribe"] = f"<{context['stop']}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    text = render_to_string("mail/notice.txt", context)
    subject = settings.ACCOUNT_EMAIL_SUBJECT_PREFIX + subject
    mail = EmailMultiAlternatives(subject, text, to=[to], headers=headers)
    mail.attach_alternative(render_to_string("mail/notice.html", context), "text/html")
    mail.send()


log = logging.getLogger(__name__)


def on_report_made(*, report_id: int, **_kwargs: Any) -> None:
    """Receive `report_made`, count the report, and mail an urgent one to the operators."""
    report = Report.objects.select_related("player").get(pk=report_id)
    count_reports(report)
    if report.is_urgent:
        address = settings.PUBLIC_URL + reverse("moderation_case", args=[report.subject])
        subject = f"Urgent report {report.pk}: {report.get_kind_display()}"
        try:
            mail_admins(subject, address)
        except OSError:  # what smtplib raises, too
            log.exception("Report %s could not be mailed", report.pk)


def on_report_closed(*, report_id: int, **_kwargs: Any) -> None:
    """Receive `report_closed`, for people without an account, who get no notice."""
    report = Report.objects.get(pk=report_id)
    if not report.email or not may_mail(report.email):
        return
    if report.outcome == Outcome.ACTED:
        text = _("We took action on your report {number}. Thank you.")
    else:
        text = _("We looked at your report {number} and found no breach of the rules.")
    subject = settings.ACCOUNT_EMAIL_SUBJECT_PREFIX + _("Your report {number}")
    number = report.pk
    try:
        send_mail(subject.format(number=number), text.format(number=number), None, [report.email])
    except OSError:
        log.exception("The answer to report %s could not be mailed", report.pk)
