"""House rules are public, so anybody may report their name; with a sanction they are deleted."""

import pytest
from django.test import Client

from games.accounts.models import Player
from games.accounts.sanctions import ConductRule, Sanction
from games.moderation import reports
from games.moderation.decisions import Decision, Verdict, decide
from games.moderation.models import Report
from games.rule_sets import writer
from games.rule_sets.models import RuleSet
from tests.moderation.conftest import NOW
from tests.pages.browsing import signed_in, text
from tests.pages.stored import add_second_factor

pytestmark = pytest.mark.django_db
FORM = {"kind": "name", "text": "Rude"}


@pytest.fixture
def mona(db):
    mona = Player.objects.create_superuser("Mona", password="correct horse", name="Mona")
    add_second_factor(mona)
    return mona


@pytest.fixture
def subject(bob, grandma):
    signed_in(bob).post(f"{grandma.get_absolute_url()}report/", FORM)
    return Report.objects.get().subject


def decided(subject, mona, verdict):
    decide(subject=subject, by=mona, verdict=verdict, now=NOW)
    return Report.objects.get().outcome


def test_the_form_is_for_all_but_the_owner(alice, bob, grandma):
    address = f"{grandma.get_absolute_url()}report/"
    assert f'href="{address}"' in signed_in(bob).get(grandma.get_absolute_url()).content.decode()
    assert "Report the house rules Grandma&#x27;s War" in text(signed_in(bob).get(address))
    assert Client().get(address)["Location"].startswith("/report/?address=")
    own = signed_in(alice)
    assert address not in own.get(grandma.get_absolute_url()).content.decode()
    assert "You cannot report yourself." in text(own.post(address, FORM))
    assert not Report.objects.exists()


def test_moderators_read_the_name_as_it_was(alice, mona, grandma, subject):
    writer.rename(rule_set=grandma, by=alice, name="Innocent")
    moderator = signed_in(mona)
    assert "House rules Grandma&#x27;s War of Alice" in text(moderator.get("/moderation/"))
    reports.claim(subject, by=mona, network="")
    page = text(moderator.get(f"/moderation/{subject}/"))
    assert "Grandma&#x27;s War auto=2;order=winner A sanction deletes these house rules." in page


def test_a_dismissal_leaves_them(mona, grandma, subject):
    verdict = Verdict(Decision.DISMISS, ConductRule.NAME)
    assert decided(subject, mona, verdict) == "nothing"
    assert RuleSet.objects.get() == grandma


def test_a_sanction_deletes_them_and_says_which(alice, mona, subject):
    verdict = Verdict(Decision.WARNING, ConductRule.NAME, player=alice.pk, words="Rude")
    assert decided(subject, mona, verdict) == "acted"
    assert not RuleSet.objects.exists()
    assert Sanction.objects.get().quote == "Grandma's War"


def test_operators_delete_them_and_change_nothing(mona, grandma):
    admin = signed_in(mona)
    start = f"/admin/games/ruleset/{grandma.pk}"
    assert "Grandma&#x27;s War" in text(admin.get("/admin/games/ruleset/"))
    assert admin.post(f"{start}/change/", {"name": "Other"}).status_code == 403
    admin.post(f"{start}/delete/", {"post": "yes"})
    assert not RuleSet.objects.exists()
