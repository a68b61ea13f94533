"""Mails about reports: urgent ones to the operators at once, and the answer to strangers."""

import logging
from typing import Any

from django.conf import settings
from django.core.mail import mail_admins, send_mail
from django.urls import reverse
from django.utils.translation import gettext as _

from games.moderation.machine import count_reports
from games.moderation.models import Outcome, Report
from games.notices.mail import may_mail

log = logging.getLogger(__name__)


def on_report_made(*, report_id: int, **_kwargs: Any) -> None:
    """Receives `report_made`."""
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
    """Receives `report_closed`: people without an account get no notice."""
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
