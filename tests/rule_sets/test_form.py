"""The form that saves house rules, and what it says to those who cannot."""

import pytest
from django.test import Client

from games.accounts.guests import BACKEND, new_guest
from games.lab.runs.models import Simulation
from games.limits.declared import RULE_SETS
from games.rule_sets.models import RuleSet
from tests.pages.browsing import signed_in, text

pytestmark = pytest.mark.django_db
NEW = "/rules/set/new/"
RULES = {"game": "war", "auto": "2", "name": "Grandma's War"}


def test_saving_leads_to_a_page_that_is_being_measured(alice):
    answer = signed_in(alice).post(NEW, RULES | {"do": "save"})
    made = RuleSet.objects.get()
    assert answer["Location"] == made.get_absolute_url()
    assert (made.owner, made.game, made.options) == (alice, "war", "auto=2")
    run = Simulation.objects.get()
    assert (run.options, run.games, run.started_by) == ("auto=2", 100_000, alice)
    assert made.rules_version == run.rules_version


def test_rules_are_copied_from_an_address_and_changed(alice):
    client = signed_in(alice)
    form = client.get(NEW, {"game": "war", "auto": "2", "players": "3"})
    assert "Three players, the highest card wins, twos start a war." in text(form)
    part = client.post(NEW, RULES | {"auto": "3", "do": "check"}, headers={"X-Fragment": "draft"})
    assert "threes start a war" in text(part) and "<html" not in part.content.decode()
    assert 'value="Grandma&#x27;s War"' in part.content.decode()
    assert not RuleSet.objects.exists()


def test_a_refusal_keeps_what_was_typed(alice, grandma):
    client = signed_in(alice)
    for form, sentence in (
        (RULES, "You already have house rules with this name."),
        (RULES | {"name": " "}, "House rules need a name of 1 to 40 characters."),
    ):
        answer = client.post(NEW, form | {"do": "save"})
        assert answer.status_code == 400 and sentence in text(answer)
        assert '<option value="2" selected>' in answer.content.decode()
    clash = client.post(NEW, RULES | {"auto": "3", "faces": "3", "name": "Other", "do": "save"})
    assert "Never compared" in text(clash) and 'value="Other"' in clash.content.decode()
    assert RuleSet.objects.get() == grandma


def test_who_saves_too_often_waits(alice, monkeypatch):
    monkeypatch.setattr(RULE_SETS, "most", 0)
    answer = signed_in(alice).post(NEW, RULES | {"do": "save"})
    assert answer.status_code == 400 and "Try again later." in text(answer)


def test_guests_and_strangers_are_told_to_sign_up():
    assert Client().get(NEW)["Location"] == f"/account/login/?next={NEW}"
    guest = Client()
    guest.force_login(new_guest(), backend=BACKEND)
    page = guest.get(NEW)
    assert "Guests cannot save house rules." in text(page)
    assert 'value="save"' not in page.content.decode()
    answer = guest.post(NEW, RULES | {"do": "save"})
    assert "Sign up or sign in to save house rules." in text(answer)
