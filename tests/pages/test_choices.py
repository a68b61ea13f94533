"""What the choices of the site's bots cost, on the board of bots and on their own pages."""

import pytest
from django.urls import reverse
from django.utils import timezone

from games.accounts.bots import bot_player
from games.lab.training.costs import shipped
from games.ratings.models import Pool, Rating
from games.ratings.skill import Skill, SkillRecord
from tests.pages.browsing import text

pytestmark = pytest.mark.django_db


def rate(order, pool="bots-ww3"):
    """Give the bots of these levels ratings, the best first."""
    row, now = Pool.objects.get_or_create(key=pool)[0], timezone.now()
    Rating.objects.all().delete()
    for place, level in enumerate(order):
        rating, skill = Rating(pool=row, player=bot_player(level, game="ww3")), Skill(40 - place, 1)
        rating.follow(SkillRecord(skill, 40, (1, 2, 3, 4, 5), now, skill.sure))
        rating.save()


def test_the_board_shows_costs_and_says_whether_ratings_agree(client):
    page = text(client.get("/ratings/bots/"))
    general = shipped()["ww3"]["general"]
    assert f"General {100 * general.mean:.1f}" in page and "not sure yet" in page
    assert "Their ratings" not in page
    by_cost = sorted(shipped()["ww3"], key=lambda level: shipped()["ww3"][level].mean)
    rate(by_cost)
    page = text(client.get("/ratings/bots/"))
    assert "Their ratings have the same order." in page
    assert page.count("not sure yet") == len(shipped()["ultimate"])  # nobody has rated those
    rate(["general", "sergeant", "recruit"])
    assert "another order, but chance alone" in text(client.get("/ratings/bots/"))
    rate(["recruit", "general"])
    assert "another order: they count whole games" in text(client.get("/ratings/bots/"))


def test_a_bot_says_what_its_choices_cost(client):
    recruit = bot_player("recruit", game="ww3")
    page = text(client.get(reverse("player", args=[recruit.slug])))
    assert f"its choices cost {100 * shipped()['ww3']['recruit'].mean:.1f} points of 100" in page
