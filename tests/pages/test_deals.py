"""How much of a result is decided by the deal, on its page and in the lab's list of questions."""

import pytest
from django.urls import reverse

from games.lab.chances.deal_share import find_share
from tests.pages.browsing import words

pytestmark = pytest.mark.django_db


def test_the_answer_comes_first_and_every_rule_has_a_row(client):
    text = words(client.get(reverse("lab_deals")))
    share = find_share("war", "")
    answer = f"In Classic War the deal explains {share.percent}% of the result"
    assert f"No. {answer}, give or take {share.give_or_take}" in text
    for name in ("Peace", "Automatic War", "Slap War"):
        assert name in text
    assert "own options" not in text


def test_the_lab_asks_the_question(client):
    page = client.get(reverse("lab")).content.decode()
    assert f'href="{reverse("lab_deals")}"' in page
