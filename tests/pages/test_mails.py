"""Mails go to confirmed addresses, carry no words of those who caused them, and are few."""

import re
from ipaddress import ip_network

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.utils import timezone

from games.limits.declared import MAILS_OF_NETWORK, MAILS_TO_ADDRESS, SIGN_UPS
from games.notices.kinds import Kind
from games.notices.models import Notice
from games.notices.writer import notify
from games.relations import circles
from games.tournaments.writer import life
from games.work.mail import send_due
from tests.conftest import forget_keys
from tests.pages.browsing import PASSWORD, SIGN_UP
from tests.pages.stored import person
from tests.tournaments.conftest import NOW, WAR, new_director

pytestmark = pytest.mark.django_db
WORDS = "buy.example"


@pytest.fixture(autouse=True)
def noon(time_machine):
    """Counts are by day, and nobody is on the site."""
    forget_keys(0)
    time_machine.move_to("2026-01-05 12:00:00Z")


@pytest.fixture
def page():
    """The page for a stranger who signed up with somebody's address, and entered the password
    again."""
    client = Client(headers={"User-Agent": WORDS})
    client.post("/account/signup/", SIGN_UP | {"username": WORDS, "email": "dora@example.org"})
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    return client


def confirm(page):
    link = re.search(r"(/account/confirm-email/\S+)", mail.outbox[0].body)[1]
    page.post(link)
    assert EmailAddress.objects.get().verified


def make_token(page):
    form = {"name": WORDS, "scopes": ["me:read"], "days": "90"}
    answer = page.post("/me/tokens/", form)
    assert "warsite_p_" in answer.content.decode()
    (token,) = answer.context["tokens"]
    page.post(f"/me/tokens/{token.pk}/revoke/")


def change_password(page):
    form = {"oldpassword": PASSWORD, "password1": PASSWORD, "password2": PASSWORD}
    assert page.post("/account/password/change/", form).status_code == 302


def test_an_unconfirmed_address_gets_its_confirmation_alone(page):
    for _ in range(3):
        make_token(page)
    change_password(page)
    (sent,) = mail.outbox
    assert "Confirm" in sent.subject and WORDS not in sent.body


def test_no_mail_has_words_of_others(page):
    confirm(page)
    make_token(page)
    change_password(page)
    page.post("/account/password/reset/", {"email": "dora@example.org"})
    dora, other = EmailAddress.objects.get().user, person(f"{WORDS}s")
    circle = circles.create(by=other, name=WORDS)
    tournament = life.create(by=new_director("Mo"), name=WORDS, stages=[WAR], now=NOW)
    code, by = tournament.code, {"by": other.pk}
    notify(dora, Kind.INVITED, "ABCD2345", by)
    notify(dora, Kind.CHECKIN, code, {"code": code})
    notify(dora, Kind.TOURNAMENT, code, {"code": code})
    notify(dora, Kind.FOLLOW, "1-20260101", by)
    for kind in (Kind.JOINED, Kind.CIRCLE):
        notify(dora, kind, circle.code, by | {"circle": circle.pk})
    for kind in (Kind.INVITED, Kind.CHECKIN, Kind.TOURNAMENT):
        Notice.objects.filter(mailed=None, kind=kind).update(mail_due=timezone.now())
        send_due()
        Notice.objects.update(mailed=None, mail_due=None)
    assert len(mail.outbox) == 7, [sent.subject for sent in mail.outbox]
    for sent in mail.outbox:
        assert WORDS not in str(sent.message()), sent.subject


def test_all_kinds_of_mail_count_together(page, monkeypatch, time_machine):
    confirm(page)
    dora = EmailAddress.objects.get().user
    change_password(page)
    for number in range(8):
        notify(dora, Kind.VOID, f"TABLE{number}")
    send_due()
    for _ in range(10):
        make_token(page)
    page.get("/me/")
    assert len(mail.outbox) == MAILS_TO_ADDRESS.most == 20
    change_password(page)
    assert "too many emails today" in page.get("/me/").content.decode()
    page.post("/account/password/reset/", {"email": "dora@example.org"})
    assert len(mail.outbox) == 20
    time_machine.shift(MAILS_TO_ADDRESS.period_s)
    page.post("/account/password/reset/", {"email": "dora@example.org"})
    assert len(mail.outbox) == 21


def test_a_network_mails_strangers_a_few_times(settings, monkeypatch):
    assert SIGN_UPS.network < MAILS_OF_NETWORK.most  # each new account needs one
    settings.LIMITS = True
    settings.NETWORK_LIMITS = {ip_network("127.0.0.0/8"): 3, ip_network("10.0.0.0/8"): 0}
    monkeypatch.setattr(MAILS_OF_NETWORK, "most", 1)
    for number in range(5):
        Client().post("/account/password/reset/", {"email": f"x{number}@example.org"})
    assert len(mail.outbox) == 3
    elsewhere = Client(REMOTE_ADDR="10.0.0.1")
    elsewhere.post("/account/password/reset/", {"email": "y@example.org"})
    assert len(mail.outbox) == 4
