"""Published figures about War beside ours."""

import pytest
from django.urls import reverse

from games.lab.runs.comparison import Side
from games.lab.runs.gallery import GALLERY, shipped_side
from games.lab.runs.known import KINDS, KNOWN, agrees
from games.lab.runs.models import Simulation
from games.lab.runs.sweep import Measured
from tests.lab.counted import played
from tests.pages.browsing import text, words

pytestmark = pytest.mark.django_db


def ours(key):
    known = KNOWN[key]
    side = shipped_side(GALLERY[known.question], known.place, known.spec)
    assert side is not None, "run `tests.development measure_gallery`"
    return KINDS[known.kind].measure(side), side.sums.games


def test_at_least_twelve_figures_are_beside_ours_before_anybody_runs_them(client):
    page = words(client.get(reverse("lab_known")))
    assert len(KNOWN) >= 12 and page.count("<tr>") == len(KNOWN) + 1
    assert page.count("Run it<span") == len(KNOWN)
    assert "not counted" not in page
    assert "270.6" in page and "kbWar, GitHub</cite>, 2015" in page


def test_the_same_rules_give_the_same_figures():
    for key in ("kb-length", "kb-wars", "kb-double", "kb-triple", "kb-seat"):
        assert agrees(KNOWN[key], *ours(key)), key
    for key in ("wikipedia-length", "simulator-length", "kb-endless", "sweep"):
        assert agrees(KNOWN[key], *ours(key)) is False, key


def test_chance_is_allowed_for_on_both_sides():
    known = KNOWN["kb-length"]._replace(theirs=1.5, games=100)
    measured = Measured(1.0, 0.6, 1.4)
    assert agrees(known, measured, 100) is True  # 0.5 is less than 0.4 times the root of two
    assert agrees(known._replace(games=0), measured, 100) is False
    assert agrees(KNOWN["kb-longest"], measured, 100) is None


def test_every_figure_is_repeated_with_one_key(client):
    for key in KNOWN:
        answer = client.post(reverse("lab_repeat", args=[key]))
        run = Simulation.objects.with_spec(KNOWN[key].spec).get()
        assert answer.url == run.get_absolute_url()
    assert Simulation.objects.count() == len({known.spec for known in KNOWN.values()})
    assert "Run it<span" not in words(client.get(reverse("lab_known")))
    assert client.post(reverse("lab_repeat", args=["hats"])).status_code == 404


def test_a_number_without_games_is_not_counted_yet(client, monkeypatch):
    monkeypatch.setattr("games.lab.runs.gallery.shipped", dict)
    assert text(client.get(reverse("lab_known"))).count("not counted") == len(KNOWN)


def test_rarities_are_one_in_so_many():
    run = played(games=40)
    measured = KINDS["sweep"].measure(Side(run.spec, run.counted))
    assert KINDS["sweep"].said(measured.value) == "never"
    assert KINDS["sweep"].said(0.001) == "1 in 1,000"
