"""Reports: what they keep, their limits, and the queue."""

from datetime import timedelta
from ipaddress import ip_network
from uuid import uuid4

import pytest

from games.accounts import people, personal_data
from games.accounts.bots import bot_player, make_owned
from games.accounts.guests import new_guest
from games.accounts.models import Player
from games.accounts.sanctions import AuditEntry, ConductRule, SanctionKind, standing
from games.chat.models import Line
from games.limits.counting import TooMany
from games.limits.declared import REPORTS_OF_NETWORK
from games.moderation import erasure, machine, reports
from games.moderation.decisions import Decision, Verdict, decide
from games.moderation.models import Report
from games.moderation.refusals import Refused
from games.relations import circles
from games.relations.circles import Circle, Member
from tests.moderation.conftest import NOW, by
from tests.pages.browsing import text
from tests.pages.stored import person, played

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def report(player, reporter, kind=ConductRule.ABUSE, now=NOW):
    return reports.report_player(player, by=reporter, kind=kind, text="shouts", now=now)


def test_it_keeps_the_names_of_that_time(alice, bob):
    table = played(alice, bob)
    made = report(alice, by(bob))
    other = reports.report_table(table, by=by(bob), kind=ConductRule.CHEATING, text="", now=NOW)
    people.rename(player=alice, name="Innocent")
    made.refresh_from_db()
    assert made.evidence["player"] == {"id": alice.pk, "name": "Alice"}
    assert [row["name"] for row in other.evidence["table"]["players"]] == ["Alice", "Bob"]
    assert other.evidence["table"]["version"] == table.version


def said(player, table, text, at=NOW, room="seats"):
    ms = int(at.timestamp() * 1000)
    fields = {"version": 3, "room": room, "command": uuid4()}
    return Line.objects.create(player=player, table=table, text=text, said_ms=ms, **fields)


def test_a_line_is_kept_with_twenty_before_and_after_though_its_author_is_erased(alice, bob, mona):
    """The moderator opens it, and that is written down."""
    table, second = played(alice, bob), timedelta(seconds=1)
    for number in range(-30, 31):
        line = said((alice, bob)[number % 2], table, f"{number}", NOW + number * second)
    line = Line.objects.get(text="0")
    elsewhere = said(bob, table, "Elsewhere", NOW + second / 2, room="watchers")
    made = reports.report_line(line, by=by(bob), kind=ConductRule.ABUSE, text="", now=NOW)
    personal_data.erase(alice)
    assert not Line.objects.filter(text="0").exists()
    case = reports.claim(made.subject, by=mona, network="", now=NOW)
    copy = case.first.evidence
    assert [row["text"] for row in copy["lines"]] == [str(n) for n in range(-20, 21)]
    assert (copy["line"]["name"], copy["line"]["room"], copy["line"]["version"]) == (
        "Alice", "seats", 3
    )  # fmt: skip
    assert reports.other_room(case) == [elsewhere]
    assert (AuditEntry.objects.get().act, AuditEntry.objects.get().subject) == ("read", table.code)
    reports.claim(made.subject, by=mona, network="", now=NOW)
    assert AuditEntry.objects.count() == 1


def test_three_independent_accounts_mute_for_an_hour_until_somebody_looks(alice, bob, mona):
    table = played(alice, bob)
    line = said(alice, table, "You fool")
    old = [person(f"Rival {number}") for number in range(4)]
    Player.objects.filter(pk__in=[player.pk for player in old]).update(date_joined=NOW - 8 * DAY)

    def send(player, network, now=NOW):
        player.refresh_from_db()
        reporter = by(player, network)
        made = reports.report_line(line, by=reporter, kind=ConductRule.ABUSE, text="", now=now)
        machine.count_reports(made)
        return made.subject

    send(old[0], "home")
    send(old[1], "home")  # the same network
    send(person("Young"), "school")  # younger than a week
    send(new_guest(), "cafe")
    send(old[2], "office")
    assert standing(alice, SanctionKind.MUTE, at=NOW) is None
    subject = send(old[3], "train", now=NOW + timedelta(minutes=9))
    mute = standing(alice, SanctionKind.MUTE, at=NOW + timedelta(minutes=68))
    assert mute.by is None and mute.until == NOW + timedelta(minutes=69)
    decide(subject=subject, by=mona, verdict=Verdict(Decision.DISMISS, ConductRule.ABUSE), now=NOW)
    assert standing(alice, SanctionKind.MUTE, at=NOW) is None


def test_three_of_one_circle_or_one_network_are_one_voice(alice, bob):
    people = [person(f"Rival {number}") for number in range(4)]
    circle = Circle.objects.create(name="Chess club", owner=people[0])
    for player in people[1:3]:
        Member.objects.create(circle=circle, player=player)
    ids = [one.pk for one in people]
    assert machine.independent([(ids[0], "a"), (ids[1], "b"), (ids[2], "c")]) == 1
    assert machine.independent([(ids[0], "a"), (ids[3], "a")]) == 1
    assert machine.independent([(ids[0], "a"), (ids[0], "b")]) == 1
    assert machine.independent([(ids[0], "a"), (ids[3], "b")]) == 2


def test_who_does_not_slow_down_is_muted_for_a_minute(alice, time_machine):
    time_machine.move_to(NOW, tick=False)
    for _ in range(9):
        machine.count_slow_down(alice, now=NOW)
    assert standing(alice, SanctionKind.MUTE, at=NOW) is None
    machine.count_slow_down(alice, now=NOW)
    assert standing(alice, SanctionKind.MUTE, at=NOW).until == NOW + timedelta(minutes=1)


def test_a_circle_is_reported_by_members_and_decided_by_others(client, alice, bob, mona, max):
    circle = circles.create(by=alice, name="Club of Friday")
    address = f"/circles/{circle.code}/report/"
    client.force_login(bob)
    assert client.get(address).status_code == 404
    for player in (bob, mona):
        circles.join(circle=circle, player=player)
    client.post(address, {"kind": ConductRule.ABUSE, "text": "They plan something"})
    circles.delete(circle=circle, by=alice)
    (case,) = reports.queue()
    assert case.people == {one.pk: one.name for one in (alice, bob, mona)}
    client.force_login(max)
    assert "Circle Club of Friday" in text(client.get("/moderation/"))
    client.post(f"/moderation/{case.first.subject}/claim/")
    page = text(client.get(f"/moderation/{case.first.subject}/"))
    assert "They plan something" in page and "Alice" in page
    conflicts = [reports.conflict(case, one) for one in (bob, mona, max)]
    assert conflicts == ["YOUR_REPORT", "YOUR_CIRCLE", ""]
    verdict = Verdict(Decision.WARNING, ConductRule.ABUSE, player=alice.pk, words="No")
    decide(subject=case.first.subject, by=max, verdict=verdict)
    assert alice.sanctions.get().kind == SanctionKind.WARNING


def test_nobody_reports_themselves_or_the_bots_of_the_site(alice):
    bot = make_owned(owner=alice, name="Robo Anna")
    for player, code in (
        (alice, "NOT_YOURSELF"),
        (bot, "NOT_YOURSELF"),
        (bot_player("recruit"), "HOUSE_BOT"),
    ):
        with pytest.raises(Refused, match=code):
            report(player, by(alice))


def test_five_an_hour_twenty_a_day(alice, bob):
    for hour in range(4):
        for _ in range(5):
            report(alice, by(bob), now=NOW + hour * HOUR)
        with pytest.raises(TooMany) as refused:
            report(alice, by(bob), now=NOW + (hour + 1) * HOUR - timedelta(seconds=1))
        assert refused.value.wait_s >= 1
    with pytest.raises(TooMany):
        report(alice, by(bob), now=NOW + 23 * HOUR)
    report(alice, by(bob), now=NOW + 24 * HOUR)


def test_guests_two_a_day_and_a_network_without_accounts_twenty(alice):
    guest = new_guest()
    for _ in range(2):
        report(alice, by(guest))
    with pytest.raises(TooMany):
        report(alice, by(guest), now=NOW + 23 * HOUR)
    for number in range(18):
        reports.report_address(f"/{number}", by=by(), text="?", now=NOW)
    for stranger in (by(), by(new_guest())):
        with pytest.raises(TooMany):
            report(alice, stranger)
    report(alice, by(network="another"))


def test_operators_let_a_network_report_more(client, settings, monkeypatch):
    settings.NETWORK_LIMITS = {ip_network("10.0.0.0/8"): 3, ip_network("10.1.0.0/16"): 0}
    monkeypatch.setattr(REPORTS_OF_NETWORK, "most", 1)
    form = {"address": "/", "text": "?", "true": "on"}
    for address, most in (("10.0.0.1", 3), ("10.1.0.1", 1), ("11.0.0.1", 1)):
        before = Report.objects.count()
        for _ in range(5):
            client.post("/report/", form, REMOTE_ADDR=address)
        assert Report.objects.count() - before == most


def test_the_queue_puts_urgent_ones_first_and_the_same_together(alice, bob):
    charlie = person("Charlie")
    report(alice, by(bob), now=NOW)
    report(bob, by(charlie), now=NOW + HOUR)
    report(alice, by(charlie), now=NOW + HOUR)
    report(charlie, by(bob), ConductRule.THREAT, now=NOW + 2 * HOUR)
    cases = [(case.first.player, len(case.reports)) for case in reports.queue()]
    assert cases == [(charlie, 1), (alice, 2), (bob, 1)]


def test_the_queue_costs_one_query(alice, bob, django_assert_num_queries):
    for number in range(5):
        report(alice, by(person(f"Rival {number}")))
    with django_assert_num_queries(1):
        assert [str(case.first.player.owner) for case in reports.queue()] == ["None"]


def test_a_claim_lasts_a_quarter_of_an_hour(alice, bob, mona, max):
    subject = report(alice, by(bob)).subject
    reports.claim(subject, by=mona, network="", now=NOW)
    with pytest.raises(Refused, match="CLAIMED"):
        reports.claim(subject, by=max, network="", now=NOW + reports.CLAIM - timedelta(seconds=1))
    case = reports.claim(subject, by=max, network="", now=NOW + reports.CLAIM)
    assert case.is_claimed(by=max, at=NOW + reports.CLAIM)
    assert not case.is_claimed(by=mona, at=NOW + reports.CLAIM)


def test_it_is_forgotten_in_time(alice, bob, mona):
    first = report(alice, by(bob))
    verdict = Verdict(Decision.DISMISS, ConductRule.ABUSE)
    decide(subject=first.subject, by=mona, verdict=verdict, now=NOW)
    still_open = report(bob, by(alice))
    erasure.forget(at=NOW + timedelta(days=30))
    assert Report.objects.get(pk=first.pk).network == "net"
    erasure.forget(at=NOW + timedelta(days=30, seconds=1))
    assert Report.objects.get(pk=first.pk).network == ""
    assert Report.objects.get(pk=first.pk).text == "shouts"
    personal_data.erase(alice)
    erasure.forget(at=NOW + timedelta(days=30, seconds=1))
    stored = Report.objects.get(pk=first.pk)
    assert (stored.evidence, stored.text) == ({}, "")
    erasure.forget(at=NOW + timedelta(days=180))
    assert Report.objects.count() == 2
    erasure.forget(at=NOW + timedelta(days=180, seconds=1))
    assert list(Report.objects.all()) == [still_open]


def test_an_open_report_keeps_its_copy_of_an_erased_player(alice, bob):
    made = report(alice, by(bob))
    personal_data.erase(alice)
    erasure.forget(at=NOW + timedelta(days=999))
    made.refresh_from_db()
    assert made.evidence["player"]["name"] == "Alice"
