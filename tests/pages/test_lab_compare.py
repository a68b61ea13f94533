"""Comparisons of runs, the gallery, and the pages that show measured lengths."""

import re

import pytest
from django.urls import reverse

from games.lab.runs import preset_lengths, run
from games.lab.runs.engine import play_plainly
from games.lab.runs.gallery import GALLERY
from games.lab.runs.models import Simulation
from tests.depth import share
from tests.development.management.commands.measure_presets import PRESET_GAMES, presets
from tests.each import each
from tests.lab.counted import played
from tests.pages.browsing import words

pytestmark = pytest.mark.django_db
COMPARE = "/lab/compare/"


def test_two_runs_side_by_side(client):
    first, second = played(), played(options="auto=2")
    page = words(client.get(COMPARE, {"run": f"{first.code}, {second.code}"}))
    assert "“Automatic War”" in page and "“Automatic War (" not in page
    assert "too small to pair" in page
    assert page.count(f"/lab/{first.code}/") == 1


def test_runs_of_the_same_deals_are_compared_in_pairs(client):
    first, second = (played(games=1300, options=f"auto={rank};cap=20") for rank in (2, 3))
    page = words(client.get(COMPARE, {"run": [first.code, second.code]}))
    assert "in pairs" in page
    assert "each game had the same deal" in page
    assert "As independent" not in page


def test_runs_of_different_games_are_not_compared(client):
    first, second = played(games=5), played(games=5, game="ww3")
    answer = client.get(COMPARE, {"run": [first.code, second.code]}, follow=True)
    assert "different games cannot be compared" in words(answer)


@each(["", "{0}", "{0} {0}", "{0} 2 3 4 5 6 7"], "client")
def test_a_comparison_needs_two_to_six_runs(client, codes):
    asked = codes.format(played(games=5).code)
    answer = client.get(COMPARE, {"run": asked}, follow=True)
    assert "two to six different runs" in words(answer)


def test_a_comparison_with_a_run_that_is_none_is_not_found(client):
    assert client.get(COMPARE, {"run": f"{played(games=5).code} NOTHING2"}).status_code == 404


@each(share(GALLERY), "client")
def test_anybody_may_ask_a_question_of_the_gallery(client, key):
    address = reverse("lab_question", args=[key])
    assert "Run it" in words(client.get(address))
    for _ in range(2):
        client.post(reverse("lab_ask", args=[key]))
    assert Simulation.objects.count() == len(GALLERY[key].sides)
    assert "Run it" not in words(client.get(address))


@each(GALLERY, "client")
def test_a_question_is_answered_below_its_title_before_anybody_runs_it(client, key):
    page = words(client.get(reverse("lab_question", args=[key])))
    answered = ' class="answer">'
    assert page.index("<h1>") < page.index(answered) < page.index("Game length")
    assert "These numbers came with the site." in page
    assert page.split(answered)[1].split("<")[0] in page[: page.index("<body")]  # as description


def test_a_question_says_how_much_of_it_is_known(client):
    (_, first), *others = GALLERY["order"].specs()
    begun = run.start(spec=first, free=True)
    run.add(simulation=begun.pk, number=0, sums=play_plainly(first, 0, 20), spent_ms=1)
    page = " ".join(words(client.get(reverse("lab_question", args=["order"]))).split())
    assert f"1 of {1 + len(others)} runs of this question is already simulated" in page


def test_a_question_that_is_none_is_not_found(client):
    assert client.get("/lab/q/why/").status_code == 404


def test_the_rules_page_shows_what_was_measured(client):
    shipped = preset_lengths.find_length("war", "auto=2;pace=auto")
    assert (shipped.games, shipped.run) == (PRESET_GAMES, "")
    page = words(client.get(reverse("rules_of", args=["war"])))
    assert f">{shipped.max}<" in page
    assert "/lab/q/" not in page


def test_a_run_as_large_as_what_is_shipped_is_linked(client):
    small, large = played(options="auto=2"), played(options="faces=3")
    Simulation.objects.filter(pk=large.pk).update(games=PRESET_GAMES)
    page = words(client.get(reverse("rules_of", args=["war"])))
    assert f"/lab/{large.code}/" in page
    assert small.code not in page


def test_the_form_of_a_table_shows_what_was_measured(client):
    page = words(client.get(reverse("new")))
    assert f"{preset_lengths.find_length('war', '').median} battles" in page
    assert "not simulated yet" not in page
    own = {"game": "war", "auto": "7", "players": "2"}
    assert "not simulated yet" in words(client.get(reverse("new"), own))
    simulation = played(options="auto=7")
    assert preset_lengths.find_length("war", "auto=7").run == simulation.code
    assert "not simulated yet" not in words(client.get(reverse("new"), own))


def test_rules_that_were_never_measured_are_when_somebody_asks(client):
    client.post(reverse("new"), {"do": "check", "auto": "3", "players": "2"})
    simulation = Simulation.objects.get()
    assert (simulation.options, simulation.started_by) == ("auto=3", None)
    client.post(reverse("new"), {"do": "check", "auto": "4", "players": "2"})
    client.post(reverse("new"), {"do": "check", "auto": "5", "players": "2"})
    assert Simulation.objects.count() == preset_lengths.MOST_AT_ONCE


def test_every_preset_was_measured_with_the_rules_of_today():
    """If this fails, the rules have changed: run `tests.development measure_presets`."""
    wanted = {(one.game, one.rules_version, one.options) for one in presets()}
    assert wanted == set(preset_lengths.shipped())


def test_ticks_survive_a_mistake_and_may_be_of_old_runs(client):
    old = played(games=5)
    for number in range(13):
        played(games=6 + number)
    page = words(client.get(COMPARE, {"run": old.code}, follow=True))
    tick = re.search(rf'value="{old.code}" id="[^"]*"\s+checked', page)
    assert tick and page.count('name="run"') == 13
