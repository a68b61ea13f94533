"""Notices by mail: to whom is not here, not too often, and one click ends them."""

import re
from datetime import UTC, datetime, timedelta
from smtplib import SMTPServerDisconnected

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.utils import timezone

from games.accounts.preferences import chosen_by
from games.bus import presence, valkey
from games.notices.kinds import Kind
from games.notices.mail import next_digest, token_of
from games.notices.models import Notice
from games.notices.writer import notify
from games.table.clock import now_ms
from games.work.mail import send_due
from tests.each import each
from tests.pages.stored import person

LIFTED = {"kind": "ban", "lifted": True, "sanction": 1}
pytestmark = pytest.mark.django_db


@pytest.fixture
def alice(settings):
    settings.PUBLIC_URL = "https://war.example"
    player = person("Alice", email="alice@example.org")
    EmailAddress.objects.create(user=player, email=player.email, verified=True, primary=True)
    return player


def later(**passed):
    """Everything that is due after this time."""
    Notice.objects.exclude(mail_due=None).update(mail_due=timezone.now())
    Notice.objects.exclude(mailed=None).update(mailed=timezone.now() - timedelta(**passed))
    send_due()


def test_who_is_not_here_gets_one_mail_in_half_an_hour(alice):
    notify(alice, Kind.WAITS, "ABCD2345")
    send_due()
    assert not mail.outbox
    later()
    (sent,) = mail.outbox
    assert sent.to == ["alice@example.org"] and sent.subject.endswith("is continuing without you.")
    assert "https://war.example/t/ABCD2345/" in sent.body
    assert sent.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    notify(alice, Kind.ROUND, "TOUR", {"code": "TOUR", "round": 1})
    later(minutes=29)
    assert len(mail.outbox) == 1
    notify(alice, Kind.ROUND, "TOUR-2", {"code": "TOUR", "round": 2})
    later(minutes=31)
    assert len(mail.outbox) == 2


def test_mails_that_are_due_together_come_in_the_order_of_what_happened(alice):
    for table in ("ABCD2345", "EFGH2345", "JKLM2345"):
        notify(alice, Kind.VOID, table)
    for notice in Notice.objects.order_by("-pk"):  # a row that is written anew lies at the end
        notice.save()
    later()
    found = [re.search(r"\w+2345", sent.body) for sent in mail.outbox]
    assert [each[0] for each in found if each] == ["ABCD2345", "EFGH2345", "JKLM2345"]


def test_who_is_here_or_has_seen_it_gets_none(alice):
    presence.see(valkey.client(), [alice.pk], now_ms())
    notify(alice, Kind.WAITS, "ABCD2345")
    later()
    presence.see(valkey.client(), [alice.pk], now_ms() - 121_000)
    notify(alice, Kind.ROUND, "TOUR", {"code": "TOUR", "round": 1})
    Notice.objects.update(seen=timezone.now())
    later()
    assert not mail.outbox


def test_the_operators_always_write_and_nobody_without_a_confirmed_address_is_written_to(alice):
    presence.see(valkey.client(), [alice.pk], now_ms())
    notify(alice, Kind.SANCTION, "1-lifted", LIFTED)
    notify(
        person("Bob", email="bob@example.org"),
        Kind.SANCTION,
        "1-lifted",
        LIFTED,
    )
    later()
    (sent,) = mail.outbox
    assert sent.to == ["alice@example.org"] and "List-Unsubscribe" not in sent.extra_headers
    assert not Notice.objects.exclude(mail_due=None).exists()


def test_twenty_a_day(alice, time_machine):
    time_machine.move_to("2026-01-05 12:00:00Z")
    for number in range(25):
        notify(alice, Kind.VOID, f"TABLE{number}")
    later()
    assert len(mail.outbox) == 20
    notify(alice, Kind.VOID, "ANOTHER")
    later()
    assert len(mail.outbox) == 20
    time_machine.shift(timedelta(days=1))
    notify(alice, Kind.VOID, "TOMORROW")
    later()
    assert len(mail.outbox) == 21


@each(
    [
        ("", "daily", "2026-03-28T18:00+00:00"),
        ("Europe/Berlin", "weekly", "2026-03-29T16:00+00:00"),  # summer time began that night
        ("America/New_York", "daily", "2026-03-28T22:00+00:00"),
        ("Pacific/Auckland", "weekly", "2026-03-29T05:00+00:00"),
    ]
)
def test_a_digest_comes_at_six_in_the_evening(zone, rhythm, expected):
    saturday = datetime(2026, 3, 28, 17, 30, tzinfo=UTC)
    assert next_digest(saturday, zone, rhythm) == datetime.fromisoformat(expected)
    assert next_digest(saturday, zone, "never") is None


def test_a_digest_is_one_mail_of_what_was_not_seen(alice):
    bob = person("Bob")
    notify(alice, Kind.OVER, "SEEN2345")
    Notice.objects.update(seen=timezone.now())
    notify(alice, Kind.OVER, "ABCD2345")
    notify(alice, Kind.FOLLOW, "1-20260101", {"by": bob.pk})
    send_due()
    assert not mail.outbox
    later(hours=1)
    (sent,) = mail.outbox
    assert sent.subject.endswith("What you missed on warsite")
    assert "Someone follows you." in sent.body and "/me/notices/" in sent.body
    assert "ABCD2345" in sent.body and "SEEN2345" not in sent.body
    assert not Notice.objects.exclude(mail_due=None).exists()
    link = sent.extra_headers["List-Unsubscribe"].strip("<>").removeprefix("https://war.example")
    assert Client().post(link).status_code == 200
    assert chosen_by(alice) == {"digest": "never"}
    notify(alice, Kind.OVER, "NEXT2345")
    assert Notice.objects.get(subject="NEXT2345").mail_due is None


def test_five_tries(alice, monkeypatch, caplog):
    tries = []

    def fail(self):
        tries.append(self)
        raise SMTPServerDisconnected

    monkeypatch.setattr("django.core.mail.EmailMultiAlternatives.send", fail)
    notify(alice, Kind.VOID, "ABCD2345")
    for _ in range(7):
        later()
    assert len(tries) == 5 and "could not be mailed" in caplog.text


def test_one_click_stops_a_kind_and_a_look_does_not(alice):
    link = f"/mail/stop/{token_of(alice.pk, Kind.WAITS)}/"
    program = Client(enforce_csrf_checks=True)
    assert "Stop these emails?" in program.get(link).content.decode()
    assert chosen_by(alice) is None
    for _ in range(2):
        assert program.post(link, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert chosen_by(alice) == {"mail_waits": False}
    notify(alice, Kind.WAITS, "ABCD2345")
    later()
    assert not mail.outbox
    assert program.post(link.replace("/mail/stop/", "/mail/stop/x")).status_code == 404
