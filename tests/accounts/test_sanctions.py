"""Sanctions: how long they hold, for whom, and the log of who decided them."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from games.accounts import sanctions
from games.accounts.bots import make_owned
from games.accounts.models import Player
from games.accounts.sanctions import (
    AUDIT_KEPT,
    AuditEntry,
    ConductRule,
    Fixed,
    Sanction,
    SanctionKind,
    standing,
)
from games.notices.models import Notice
from tests.pages.stored import person

NOW = datetime(2026, 11, 24, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
pytestmark = pytest.mark.django_db


@pytest.fixture
def alice():
    return person("Alice", email="alice@example.org")


@pytest.fixture
def moderator():
    return person("Mona")


def impose(player, kind, lasts=None, **more):
    return sanctions.impose(player=player, kind=kind, rule=ConductRule.ABUSE, lasts=lasts, **more)


def test_it_ends_by_its_time_and_the_longest_counts(alice):
    impose(alice, SanctionKind.MUTE, HOUR, now=NOW)
    longest = impose(alice, SanctionKind.MUTE, 2 * HOUR, now=NOW)
    assert standing(alice, SanctionKind.MUTE, at=NOW) == longest
    assert standing(alice, SanctionKind.MUTE, at=NOW + 2 * HOUR - timedelta(seconds=1)) == longest
    assert standing(alice, SanctionKind.MUTE, at=NOW + 2 * HOUR) is None
    assert standing(alice, SanctionKind.PAUSE, at=NOW) is None
    for_good = impose(alice, SanctionKind.MUTE, now=NOW)
    assert standing(alice, SanctionKind.MUTE, at=NOW + 9999 * HOUR) == for_good
    for kind in (SanctionKind.WARNING, SanctionKind.RENAME):
        assert not impose(alice, kind, now=NOW).is_standing(at=NOW)


def test_bots_share_the_sanctions_of_their_owner_and_the_other_way_round(alice):
    bot = make_owned(owner=alice, name="Robo Anna")
    impose(bot, SanctionKind.MUTE, HOUR, now=NOW)
    assert (
        standing(alice, SanctionKind.MUTE, at=NOW)
        == standing(bot, SanctionKind.MUTE, at=NOW)
        is not None
    )


def test_signing_in_ends_a_ban_that_is_over(client, alice, moderator, time_machine):
    time_machine.move_to(NOW, tick=False)
    login = {"login": "Alice", "password": "correct horse"}
    open_session = Client()
    open_session.force_login(alice)
    impose(alice, SanctionKind.BAN, 7 * 24 * HOUR, by=moderator, words="shouting")
    assert client.post("/account/login/", login)["Location"] == "/account/inactive/"
    time_machine.move_to(NOW + timedelta(days=7), tick=False)
    assert not Player.objects.get(pk=alice.pk).is_active
    client.post("/account/login/", login)
    assert Player.objects.get(pk=alice.pk).is_active
    assert client.get("/mine/").status_code == 200
    impose(alice, SanctionKind.BAN, by=moderator)
    time_machine.move_to(NOW + timedelta(days=999), tick=False)
    assert Client().post("/account/login/", login)["Location"] == "/account/inactive/"


def test_a_session_goes_on_after_a_ban(client, alice, time_machine):
    time_machine.move_to(NOW, tick=False)
    client.force_login(alice)
    impose(alice, SanctionKind.BAN, HOUR)
    time_machine.move_to(NOW + HOUR, tick=False)
    assert client.get("/me/", follow=True).redirect_chain == [("/me/", 302)]


def test_a_new_name_is_given_at_once(alice):
    impose(alice, SanctionKind.RENAME)
    assert Player.objects.get(pk=alice.pk).name == f"Renamed player {alice.pk}"


def test_who_decided_is_written_down_for_good(alice, moderator):
    ban = impose(alice, SanctionKind.BAN, by=moderator, words="shouting", network="abc", now=NOW)
    sanctions.lift(sanction=ban, by=moderator, why="a mistake", now=NOW + HOUR)
    impose(alice, SanctionKind.MUTE, HOUR)  # by a machine
    done = list(
        AuditEntry.objects.order_by("at").values_list("by", "act", "player", "why", "network")
    )
    assert done == [
        (moderator.pk, "ban", alice.pk, "shouting", "abc"),
        (moderator.pk, "lift", alice.pk, "a mistake", ""),
    ]
    entry = AuditEntry.objects.all()[0]
    for change in (
        lambda: AuditEntry.objects.update(why=""),
        lambda: AuditEntry.objects.filter(pk=entry.pk).delete(),
        lambda: AuditEntry.objects.bulk_update([entry], ["why"]),
        entry.save,
        entry.delete,
    ):
        with pytest.raises(Fixed):
            change()
    assert AuditEntry.objects.count() == 2


def test_they_are_forgotten_in_time(alice, moderator):
    impose(alice, SanctionKind.MUTE, HOUR, by=moderator, now=NOW)
    lasting = impose(alice, SanctionKind.PAUSE, now=NOW)
    sanctions.forget(at=NOW + HOUR + timedelta(days=365))
    assert Sanction.objects.count() == 2
    sanctions.forget(at=NOW + HOUR + timedelta(days=365, seconds=1))
    assert list(Sanction.objects.all()) == [lasting]
    sanctions.forget(at=NOW + AUDIT_KEPT)
    assert AuditEntry.objects.exists()
    sanctions.forget(at=NOW + AUDIT_KEPT + timedelta(seconds=1))
    assert not AuditEntry.objects.exists()


def test_the_player_hears_of_it(alice, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        impose(alice, SanctionKind.MUTE, HOUR)
    notice = Notice.objects.get(player=alice)
    assert (notice.kind, notice.args) == (
        "sanction",
        {"kind": "mute", "lifted": False, "sanction": notice.args["sanction"]},
    )
    assert notice.mail_due is not None
