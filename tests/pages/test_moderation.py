"""Reports, sanctions and the moderators' queue on the pages."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.auth.models import Permission
from django.core import mail
from django.test import Client
from django.urls import reverse

from games.accounts import sanctions
from games.accounts.models import Player
from games.accounts.sanctions import AuditEntry, ConductRule, Sanction, SanctionKind, token_of
from games.chat.models import Line
from games.moderation import appeals, reports
from games.moderation.models import Appeal, Report
from games.moderation.reports import Reporter
from games.notices.models import Notice
from games.table.writer import play
from games.table.writer.orders import Order
from tests.each import each
from tests.pages.everything import guest as signed_in
from tests.pages.stored import add_second_factor, person

pytestmark = pytest.mark.django_db
WEEK = timedelta(days=7)


@pytest.fixture
def mona(db):
    mona = person("Mona")
    mona.user_permissions.add(Permission.objects.get(codename="moderate"))
    add_second_factor(mona)
    return mona


def text(answer):
    return " ".join(answer.content.decode().split())


def impose(player, kind=SanctionKind.MUTE, lasts=WEEK, **more):
    verdict = {"rule": ConductRule.ABUSE, "words": "Shouting at Bob", "quote": "you fool"}
    return sanctions.impose(player=player, kind=kind, lasts=lasts, **verdict | more)


def test_the_old_addresses_lead_to_the_new_ones(client):
    for address in ("", "appeals/7/"):
        answer = client.get(f"/house/{address}")
        assert (answer.status_code, answer["Location"]) == (301, f"/moderation/{address}")


def test_a_player_and_a_table_are_reported(alice, bob):
    page = signed_in(alice)
    assert "/p/bob/report/" in text(page.get("/p/bob/"))
    assert "/report/" not in text(page.get("/p/alice/")).replace('href="/report/"', "")
    form = {"kind": "abuse", "text": "He shouts"}
    answer = page.post("/p/bob/report/", form, follow=True)
    report = Report.objects.get()
    assert f"Your report has the number {report.pk}." in text(answer)
    assert (report.player, report.reporter, report.kind, report.text) == (
        bob,
        alice,
        "abuse",
        "He shouts",
    )
    table = play.open_table(by=bob, game="ww3")
    assert page.get(f"/t/{table.code}/report/").status_code == 200
    page.post(f"/t/{table.code}/report/", {"kind": "name"})
    assert Report.objects.filter(table_code=table.code).exists()
    assert "This field is required" in text(page.post("/p/bob/report/", {"text": "?"}))
    own = page.post("/p/alice/report/", form)
    assert own.status_code == 400 and "You cannot report yourself." in text(own)


def test_a_line_is_reported_by_who_may_read_it(client, alice, bob, mona):
    table = play.open_table(by=alice, game="ww3")
    fields = {"version": 0, "room": "seats", "command": uuid4(), "said_ms": 5}
    Line.objects.create(player=alice, table=table, text="<b>You fool", **fields)
    play.sit(Order(table, bob))
    address = signed_in(bob).get(f"/report/?line={table.code}.seats.5")["Location"]
    assert address == f"/t/{table.code}/report/seats/5/"
    assert client.get(address).status_code == 302
    assert signed_in(mona).get(address).status_code == 404
    page = signed_in(bob)
    assert "&lt;b&gt;You fool" in text(page.get(address))
    page.post(address, {"kind": "abuse"})
    report = Report.objects.get()
    assert report.player == alice and report.evidence["line"]["text"] == "<b>You fool"
    moderator = signed_in(mona)
    case = text(moderator.post(f"/moderation/{report.subject}/claim/", follow=True))
    assert "&lt;b&gt;You fool" in case


def test_more_than_the_limit_says_when(alice, bob):
    page = signed_in(alice)
    for _ in range(5):
        page.post("/p/bob/report/", {"kind": "spam"})
    answer = page.post("/p/bob/report/", {"kind": "spam"})
    assert answer.status_code == 429 and 0 < int(answer["Retry-After"]) <= 3600


def test_anybody_reports_illegal_content(
    client, alice, settings, mona, django_capture_on_commit_callbacks
):
    settings.ADMINS = [("boss", "boss@example.org")]
    assert client.get("/p/alice/report/")["Location"].startswith("/report/?address=")
    assert "/p/alice/" in text(client.get("/report/?address=/p/alice/"))
    form = {"address": "/p/alice/", "text": "It is", "email": "zoe@example.org"}
    assert client.post("/report/", form).status_code == 400
    with django_capture_on_commit_callbacks(execute=True):
        client.post("/report/", form | {"true": "on"})
    report = Report.objects.get()
    assert (report.kind, report.email, report.reporter) == ("illegal", "zoe@example.org", None)
    (urgent,) = mail.outbox
    assert urgent.to == ["boss@example.org"] and f"/moderation/{report.subject}/" in urgent.body
    page = signed_in(mona)
    page.post(f"/moderation/{report.subject}/claim/")
    with django_capture_on_commit_callbacks(execute=True):
        page.post(
            f"/moderation/{report.subject}/decide/", {"decision": "dismiss", "rule": "illegal"}
        )
    assert mail.outbox[1].to == ["zoe@example.org"] and "no breach" in mail.outbox[1].body


def test_who_is_reported_at_a_table_is_judged_with_what_was_said_there(alice, bob, mona):
    table = play.open_table(by=alice)
    play.sit(Order(table, bob))
    said = {"room": "seats", "text": "You are slow", "version": 1}
    Line.objects.create(table=table, player=alice, said_ms=1, command=uuid4(), **said)
    reader = signed_in(bob)
    menu = reader.get(f"/p/{alice.slug}/menu/?table={table.code}").content.decode()
    address = f"/p/{alice.slug}/report/?table={table.code}"
    assert f'href="{address}"' in menu
    reader.post(address, {"kind": "abuse"})
    report = Report.objects.get()
    assert report.table_code == table.code
    assert [row["text"] for row in report.evidence["lines"]] == ["You are slow"]
    assert [row["code"] for row in report.evidence["games"]] == [table.code]
    reader.post(f"/p/{alice.slug}/report/?table=NOSUCHGA", {"kind": "abuse"})
    assert Report.objects.last().table_code == ""
    page = signed_in(mona)
    page.post(f"/moderation/{report.subject}/claim/")
    case = page.get(f"/moderation/{report.subject}/").content.decode()
    assert "You are slow" in case and f'href="/t/{table.code}/"' in case


def test_the_queue_does_not_exist_for_others(client, alice, bob):
    subject = reports.report_player(
        alice, by=Reporter(bob, ""), kind=ConductRule.SPAM, text=""
    ).subject
    missing = client.get("/moderation/nothing/")
    for visitor in (client, signed_in(bob)):
        for address in ("/moderation/", f"/moderation/{subject}/", "/moderation/appeals/1/"):
            assert visitor.get(address).status_code == 404
        assert visitor.post(f"/moderation/{subject}/claim/").status_code == 404
        assert visitor.post(f"/moderation/{subject}/decide/").status_code == 404
    assert missing.status_code == 404


@each([False, True], "alice, bob, mona")
def test_moderators_need_a_second_factor(alice, bob, mona, may_all):
    Player.objects.filter(pk=mona.pk).update(is_superuser=may_all)
    mona.authenticator_set.all().delete()
    subject = reports.report_player(
        alice, by=Reporter(bob, ""), kind=ConductRule.SPAM, text=""
    ).subject
    page = signed_in(mona)
    for address in ("/moderation/", f"/moderation/{subject}/", "/moderation/appeals/1/"):
        answer = page.get(address, follow=True)
        assert answer.redirect_chain == [(reverse("mfa_index"), 302)]
        assert "Moderators need a second factor." in text(answer)
    for act in ("claim", "decide"):
        assert page.post(f"/moderation/{subject}/{act}/")["Location"] == reverse("mfa_index")
    assert Report.objects.get().claimed_by is None
    add_second_factor(mona)
    assert "Alice" in text(page.get("/moderation/"))


def test_a_moderator_claims_and_decides(alice, bob, mona):
    page, reporter = signed_in(mona), Reporter(bob, "")
    subject = reports.report_player(
        alice, by=reporter, kind=ConductRule.ABUSE, text="Shouts"
    ).subject
    assert "Alice" in text(page.get("/moderation/"))
    assert "Shouts" not in text(page.get(f"/moderation/{subject}/"))
    case = text(page.post(f"/moderation/{subject}/claim/", follow=True))
    assert "Shouts" in case and 'aria-keyshortcuts="3"' in case
    form = {"decision": "mute", "rule": "abuse", "words": "Calm down", "hours_mute": "24"}
    refused = page.post(f"/moderation/{subject}/decide/", form | {"player": "0"}, follow=True)
    assert "only be closed" in text(refused)
    for broken in ({}, {"decision": "behead"}, form | {"hours_mute": "x"}):
        assert page.post(f"/moderation/{subject}/decide/", broken).status_code == 404
    page.post(f"/moderation/{subject}/decide/", form | {"player": alice.pk})
    sanction = Sanction.objects.get()
    assert (sanction.player, sanction.kind, sanction.by, sanction.words) == (
        alice,
        "mute",
        mona,
        "Calm down",
    )
    assert AuditEntry.objects.get().network
    assert "Nothing is waiting." in text(page.get("/moderation/"))


def test_a_moderator_sees_why_they_cannot_decide(bob, mona):
    subject = reports.report_player(
        mona, by=Reporter(bob, ""), kind=ConductRule.ABUSE, text="Mean"
    ).subject
    page = signed_in(mona)
    page.post(f"/moderation/{subject}/claim/")
    case = text(page.get(f"/moderation/{subject}/"))
    assert "This is about you." in case and "Mean" not in case
    assert Report.objects.get().claimed_by is None


def test_the_player_reads_what_and_why_and_appeals(alice, mona, django_capture_on_commit_callbacks):
    page = signed_in(alice)
    assert "See the reason" not in text(page.get("/"))
    with django_capture_on_commit_callbacks(execute=True):
        impose(alice, by=mona)
    assert "See the reason" in text(page.get("/"))
    own_page = text(page.get("/me/sanctions/"))
    for words in ("Mute", "Insults or harassment", "Shouting at Bob", "you fool", "A moderator"):
        assert words in own_page
    assert "Mona" not in own_page
    assert "See the reason" not in text(page.get("/"))
    address = reverse("sanction", args=[token_of(Sanction.objects.get().pk)])
    assert page.post(address, {"text": ""}).status_code == 400
    answer = text(page.post(address, {"text": "It was a joke"}, follow=True))
    assert "Your appeal was sent." in answer and "It was a joke" in answer
    assert Appeal.objects.get().player == alice
    moderator = signed_in(mona)
    assert f"/moderation/appeals/{Appeal.objects.get().pk}/" in text(moderator.get("/moderation/"))


def test_a_banned_player_appeals_by_a_signed_link(client, alice, mona):
    ban = impose(alice, SanctionKind.BAN, by=mona)
    login = {"login": "Alice", "password": "correct horse"}
    answer = text(client.post("/account/login/", login, follow=True))
    (address,) = re.findall(r"/sanction/[^/]+/", answer)  # signed with the second it was made in
    assert "Shouting at Bob" in text(Client().get(address))
    Client().post(address, {"text": "It was a joke"})
    appeal = Appeal.objects.get()
    assert appeal.sanction == ban
    assert Client().get(address[:-5] + "xxxx/").status_code == 404
    moderator = signed_in(mona)
    moderator.post(f"/moderation/appeals/{appeal.pk}/", {"do": "grant", "answer": "Sorry"})
    assert Player.objects.get(pk=alice.pk).is_active
    assert "Sorry" in text(client.get(address))


def test_the_mail_has_the_whole_statement(alice, mona, django_capture_on_commit_callbacks):
    from allauth.account.models import EmailAddress

    from games.work.mail import send_due

    EmailAddress.objects.create(user=alice, email="a@example.org", verified=True, primary=True)
    with django_capture_on_commit_callbacks(execute=True):
        ban = impose(alice, SanctionKind.BAN, by=mona)
    send_due()
    (sent,) = mail.outbox
    assert "Your account is closed." in sent.subject
    for words in ("Insults or harassment", "Shouting at Bob", "you fool", "It holds until"):
        assert words in sent.body
    (token,) = re.findall(r"/sanction/(.+)/", sent.body)
    assert appeals.find_sanction(token) == ban
    assert Notice.objects.get(kind="sanction").mailed


def test_pages_for_everybody_name_the_contact(client, settings):
    settings.CONTACT_EMAIL = "help@example.org"
    for address in ("/conduct/", "/terms/", "/privacy/", "/report/"):
        assert "help@example.org" in text(client.get(address))
    footer = text(client.get("/"))
    for address in ("/conduct/", "/terms/", "/privacy/", "/report/"):
        assert f'href="{address}"' in footer
