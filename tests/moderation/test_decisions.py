"""Decisions and appeals: by whom, about whom, and what follows."""

from datetime import timedelta

import pytest

from games.accounts.models import Player
from games.accounts.sanctions import AuditEntry, ConductRule, Sanction, SanctionKind, standing
from games.moderation import appeals, reports
from games.moderation.decisions import Decision, Verdict, decide
from games.moderation.models import Report
from games.moderation.refusals import Refused
from games.notices.models import Notice
from games.ratings.models import Note, RatingChange
from games.relations.circles import Circle
from games.table.models import Table
from games.work.ratings import rate_tables
from tests.moderation.conftest import NOW, by
from tests.pages.stored import person, played
from tests.ratings.conftest import finished_tables

pytestmark = pytest.mark.django_db


def reported(player, reporter, kind=ConductRule.ABUSE):
    return reports.report_player(player, by=by(reporter), kind=kind, text="", now=NOW).subject


def mute(alice, **more):
    return Verdict(Decision.MUTE, ConductRule.ABUSE, player=alice.pk, hours=24, **more)


def test_one_decision_closes_all_reports_of_the_same(alice, bob, mona):
    for reporter in (bob, person("Charlie")):
        subject = reported(alice, reporter)
    decide(subject=subject, by=mona, verdict=mute(alice, words="Shouting"), network="x", now=NOW)
    sanction = standing(alice, SanctionKind.MUTE, at=NOW + timedelta(hours=23))
    assert (sanction.words, sanction.by, sanction.until) == (
        "Shouting", mona, NOW + timedelta(days=1)
    )  # fmt: skip
    assert {(one.outcome, one.sanction) for one in Report.objects.all()} == {("acted", sanction)}
    assert AuditEntry.objects.get().act == "mute"
    rows = Notice.objects.filter(kind="report").values_list("player__name", "args")
    assert sorted(rows) == [("Bob", {"acted": True}), ("Charlie", {"acted": True})]
    with pytest.raises(Refused, match="CLOSED"):
        decide(subject=subject, by=mona, verdict=mute(alice), now=NOW)


def test_nobody_decides_about_themselves_their_report_or_their_table(alice, bob, mona, max):
    with pytest.raises(Refused, match="ABOUT_YOU"):
        decide(subject=reported(mona, bob), by=mona, verdict=mute(mona), now=NOW)
    with pytest.raises(Refused, match="YOUR_REPORT"):
        decide(subject=reported(alice, mona), by=mona, verdict=mute(alice), now=NOW)
    table = played(mona, alice)
    subject = reports.report_table(table, by=by(bob), kind=ConductRule.CHEATING, text="").subject
    with pytest.raises(Refused, match="YOUR_TABLE"):
        decide(subject=subject, by=mona, verdict=mute(alice), now=NOW)
    circle = Circle.objects.create(name="Chess club", owner=max)
    Table.objects.filter(pk=table.pk).update(circle=circle)
    with pytest.raises(Refused, match="YOUR_CIRCLE"):
        decide(subject=subject, by=max, verdict=mute(alice), now=NOW)
    Table.objects.filter(pk=table.pk).update(circle=None)
    decide(subject=subject, by=max, verdict=mute(alice), now=NOW)
    assert Sanction.objects.get().player == alice and AuditEntry.objects.get().by == max


def test_what_does_not_fit_is_refused(alice, bob, mona, admin_user):
    subject = reported(alice, bob)
    for verdict, code in (
        (Verdict(Decision.MUTE, ConductRule.ABUSE, player=alice.pk, hours=5), "BAD_LENGTH"),
        (Verdict(Decision.MUTE, ConductRule.ABUSE, player=alice.pk, hours=0), "BAD_LENGTH"),
        (Verdict(Decision.WARNING, ConductRule.ABUSE, player=bob.pk), "NO_PLAYER"),
        (Verdict(Decision.WARNING, ConductRule.ABUSE), "NO_PLAYER"),
        (Verdict(Decision.VOID, ConductRule.CHEATING), "NOT_RATED"),
        (
            Verdict(Decision.MUTE, ConductRule.CHEATING, alice.pk, "", 24, void_recent=True),
            "NOT_CHEATING",
        ),
        (
            Verdict(Decision.BAN, ConductRule.ABUSE, player=alice.pk, void_recent=True),
            "NOT_CHEATING",
        ),
    ):
        with pytest.raises(Refused, match=code):
            decide(subject=subject, by=mona, verdict=verdict, now=NOW)
    boss = Verdict(Decision.BAN, ConductRule.ABUSE, player=admin_user.pk, hours=0)
    with pytest.raises(Refused, match="PROTECTED"):
        decide(subject=reported(admin_user, bob), by=mona, verdict=boss, now=NOW)
    assert not Sanction.objects.exists() and not AuditEntry.objects.exists()


def test_each_kind_does_what_it_says(alice, bob, mona):
    for decision, hours in (
        *((Decision.WARNING, 0), (Decision.PAUSE, 24), (Decision.RENAME, 0), (Decision.BAN, 0)),
    ):
        verdict = Verdict(decision, ConductRule.NAME, player=alice.pk, hours=hours, words="?")
        decide(subject=reported(alice, bob), by=mona, verdict=verdict, now=NOW)
    banned = Player.objects.get(pk=alice.pk)
    assert banned.name == f"Renamed player {alice.pk}" and not banned.is_active
    assert Sanction.objects.get(kind="rename").quote == "Alice"
    assert Sanction.objects.get(kind="ban").until is None
    assert list(AuditEntry.objects.order_by("pk").values_list("act", flat=True)) == [
        *("warning", "pause", "rename", "ban")
    ]


def test_a_ban_for_cheating_voids_recent_games(mona, bob):
    rivals = [person(f"Rival {number}") for number in range(2)]
    tables = finished_tables(rivals, 3, until=NOW - timedelta(days=1))
    old = finished_tables(rivals, 1, seed=2, until=NOW - timedelta(days=40))
    rate_tables()
    verdict = Verdict(
        Decision.BAN, ConductRule.CHEATING, player=rivals[0].pk, hours=0, void_recent=True
    )
    decide(subject=reported(rivals[0], bob), by=mona, verdict=verdict, now=NOW)
    rate_tables()
    void = RatingChange.objects.filter(note=Note.VOID).values_list("table", flat=True)
    assert set(void) == {table.pk for table in tables} and old[0].pk not in set(void)
    assert AuditEntry.objects.filter(act="void").count() == 3


@pytest.mark.parametrize("rated_before", [True, False])
def test_a_rated_game_is_taken_out_of_the_ratings(mona, bob, rated_before):
    rivals = [person(f"Rival {number}") for number in range(2)]
    table = finished_tables(rivals, 1, until=NOW)[0]
    if rated_before:
        rate_tables()
    subject = reports.report_table(table, by=by(bob), kind=ConductRule.CHEATING, text="").subject
    decide(subject=subject, by=mona, verdict=Verdict(Decision.VOID, ConductRule.CHEATING), now=NOW)
    assert not RatingChange.objects.filter(note=Note.VOID).exists()
    rate_tables()
    assert set(RatingChange.objects.values_list("note", flat=True)) == {Note.VOID}
    assert (AuditEntry.objects.get().act, AuditEntry.objects.get().subject) == ("void", table.code)


def test_only_a_rated_game_is_offered_to_be_taken_out_of_the_ratings(alice, bob, mona, client):
    client.force_login(mona)
    rivals = [person(f"Rival {number}") for number in range(2)]
    rated = finished_tables(rivals, 1, until=NOW)[0]
    subjects = {
        reports.report_table(
            table, by=by(bob), kind=ConductRule.CHEATING, text=""
        ).subject: is_rated
        for table, is_rated in ((rated, True), (played(alice, bob), False))
    }
    for subject, is_offered in {**subjects, reported(alice, bob): False}.items():
        client.post(f"/moderation/{subject}/claim/")
        page = client.get(f"/moderation/{subject}/").content.decode()
        assert "Give another name" in page
        assert ("Take the game out of the ratings" in page) == is_offered


def sanctioned(alice, bob, mona):
    decide(subject=reported(alice, bob), by=mona, verdict=mute(alice), now=NOW)
    return Sanction.objects.get()


def test_an_appeal_is_decided_once_by_somebody_else(alice, bob, mona, max):
    sanction = sanctioned(alice, bob, mona)
    with pytest.raises(Refused, match="NO_TEXT"):
        appeals.appeal(sanction=sanction, text="  ")
    appeal = appeals.appeal(sanction=sanction, text="It was not me", now=NOW)
    with pytest.raises(Refused, match="APPEALED"):
        appeals.appeal(sanction=sanction, text="Again")
    assert not appeal.is_overdue(at=NOW + timedelta(days=7))
    assert appeal.is_overdue(at=NOW + timedelta(days=7, seconds=1))
    answer = {"number": appeal.pk, "granted": True, "answer": "You are right", "now": NOW}
    with pytest.raises(Refused, match="YOUR_DECISION"):
        appeals.decide(by=mona, **answer)
    appeals.decide(by=max, **answer)
    assert standing(alice, SanctionKind.MUTE, at=NOW) is None
    assert list(AuditEntry.objects.order_by("pk").values_list("by__name", "act")) == [
        ("Mona", "mute"),
        ("Max", "lift"),
    ]
    assert Notice.objects.get(player=alice, kind="appeal").args["granted"]
    with pytest.raises(Refused, match="CLOSED"):
        appeals.decide(by=max, **answer)


def test_the_only_moderator_decides_appeals_against_their_own_decision(alice, bob, mona, max):
    sanction = sanctioned(alice, bob, mona)
    appeal = appeals.appeal(sanction=sanction, text="No", now=NOW)
    max.groups.clear()
    appeals.decide(number=appeal.pk, by=mona, granted=False, answer="It stands", now=NOW)
    assert standing(alice, SanctionKind.MUTE, at=NOW) == sanction
    assert AuditEntry.objects.order_by("pk").last().act == "uphold"
