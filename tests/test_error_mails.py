"""Operators get a few mails about errors, however often a page fails."""

import logging

import pytest

from warsite.logs import HOUR_S, MAILS


@pytest.fixture
def mails(settings, mailoutbox):
    """From a process that has not sent any."""
    settings.ADMINS = [("operator", "operator@example.org")]
    (handler,) = logging.getLogger("django").handlers
    (few,) = (one for one in handler.filters if hasattr(one, "passed"))
    few.passed.clear()
    return mailoutbox


def fail(times: int) -> None:
    for _ in range(times):
        logging.getLogger("django.request").error("Internal Server Error: /")


def test_a_page_that_keeps_failing_sends_ten_mails_an_hour(mails, time_machine):
    time_machine.move_to("2026-01-05 10:00:00Z", tick=False)
    fail(300)
    assert len(mails) == MAILS
    time_machine.shift(HOUR_S - 1)
    fail(300)
    assert len(mails) == MAILS
    time_machine.shift(1)
    fail(300)
    assert len(mails) == 2 * MAILS
    assert {tuple(mail.to) for mail in mails} == {("operator@example.org",)}
