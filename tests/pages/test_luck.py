"""Luck and choices of a finished game: who may ask, what is said of each seat, and of the costliest
choices."""

import re

import pytest

from games.lab.chances.course import course_of_table
from games.lab.chances.curve import FIRST, MORE
from games.lab.chances.models import Kind, StoredCurve
from games.lab.chances.work import MOST_PLACES
from games.lab.counting.adapter import find
from games.limits.declared import RUNS
from games.pages.history.luck_lines import act_words, playouts
from games.pages.history.replay import subject_of
from games.table.models import Table
from games.table.writer import play
from games.work.tables import wishes
from tests.lab import curved
from tests.pages.browsing import words
from tests.pages.stored import person, played

pytestmark = pytest.mark.django_db
COMPANY = ["hunter", "greedy", "martyr"]  # they seldom have a choice
HOUR_MS = 3_600_000


def plain(answer):
    """What the page says, without its tags."""
    return " ".join(re.sub("<[^>]+>", "", answer.content.decode()).split())


def ww3(options="cap=10;seats=2"):
    return played(person("Anna"), person("Ben"), game="ww3", options=options)


def with_splits(game, bot="general", first=3):
    """The same game, whose splits have been worked out."""
    table = Table.objects.prefetch_related("seats__player").get(pk=game.pk)
    subject = subject_of(table, ["Anna", "Ben"])
    curved.split(game.code, course_of_table(table), playouts(subject, bot), first)
    return game


def test_a_guest_asks_for_all_seats_at_once(client):
    game = ww3()
    page = f"/g/{game.code}/luck/"
    assert "Work it out" in words(client.get(page))
    assert client.post(page, {"bot": "general"}).headers["Location"] == page
    rows = StoredCurve.objects.filter(kind=Kind.SPLIT).order_by("view")
    assert [(row.view, row.policies) for row in rows] == [
        ("1", "general,sergeant"),
        ("2", "sergeant,general"),
    ]
    assert {row.status for row in rows} == {"running"}
    told = client.get(page)
    assert "<progress" in told.content.decode() and "Work it out" not in words(told)
    assert client.post(page).status_code == 302  # nothing more to ask for
    assert StoredCurve.objects.count() == 2
    other = client.post(page, {"bot": "recruit"}, follow=True)
    assert "The lab already works for you" in words(other)


def test_as_many_seats_are_worked_out_as_the_limits_allow(client, settings, monkeypatch):
    settings.LIMITS = True
    weight = (MOST_PLACES * FIRST + MORE) * find("ww3").cost
    monkeypatch.setattr(RUNS, "network", weight)
    game = ww3()
    page = f"/g/{game.code}/luck/"
    client.post(page)
    assert [row.view for row in StoredCurve.objects.all()] == ["1"]
    with_splits(game)
    StoredCurve.objects.get(view="2").delete()
    told = plain(client.get(page))
    assert told.count(": cards and opponents") == 1
    assert "Ask for the others in a few minutes." in told and "Work out the other seats" in told
    assert client.post(page).status_code == 429


def test_a_line_for_each_seat_adds_up(client):
    game = with_splits(ww3())
    text = plain(client.get(f"/g/{game.code}/luck/"))
    said = r"(\d+) dealt, cards and opponents ([+−]\d+), own choices ([+−]\d+): (\d+) of 100"
    found = re.findall(said, text)
    assert len(found) == 2
    for row in found:
        dealt, luck, choice, result = (int(part.replace("−", "-")) for part in row)
        assert dealt + luck + choice == result
    assert {row[3] for row in found} == {"0", "100"}
    assert "Anna: cards and opponents" in text


def test_costly_choices_are_places_with_what_the_others_would_have_given(client):
    game = with_splits(ww3(), first=20)
    answer = client.get(f"/g/{game.code}/luck/")
    page, text = answer.content.decode(), plain(answer)
    assert "The costliest choices" in text and "of 100 from here" in text
    assert re.search(r"(Hold|Draw) wins \d+ of 100 from here, chosen", text)
    (place, *_), number = re.findall(rf"/g/{game.code}/at/[\d.]+/\?view=\d", page), text.count
    assert client.get(place).status_code == 200
    assert number("chosen") <= 6 and "mistake" not in text


def test_the_replay_has_the_lines_below_when_it_was_decided(client):
    game, course = ww3(), None
    course = course_of_table(Table.objects.get(pk=game.pk))
    curved.computed(game.code, course)
    replay = f"/g/{game.code}/?chart=chances"
    text = words(client.get(replay))
    assert "Was it you or the cards?" in text and "own choices" not in text
    with_splits(game)
    text = words(client.get(replay))
    assert text.count("own choices") == 2 and text.index("own choices") > text.index("Luck of")


def test_in_war_all_is_luck(client):
    game = played(person("Anna"), person("Ben"))
    page = f"/g/{game.code}/luck/"
    assert "All of it is luck" in words(client.get(page))
    assert "Work out the chances first" in words(client.get(page))
    curved.computed(game.code, course_of_table(Table.objects.get(pk=game.pk)))
    text = plain(client.get(page))
    assert re.search(r"Anna: \d+ in the deal, [+−]\d+ after it", text)


def ultimate(options):
    """A game of bots, to its end."""
    table = play.open_table(by=None, game="ultimate", options=options, bots=COMPANY)
    play.play_out(table=table, decide=wishes, until=table.started_ms + HOUR_MS)
    return Table.objects.prefetch_related("seats__player").get(pk=table.pk)


def test_ultimate_war_says_what_counts_as_a_choice(client):
    game = ultimate("clock=300000;seats=3")
    subject = subject_of(game, ["Ann", "Ben", "Cem"])
    curved.split(game.code, course_of_table(game), playouts(subject, "hunter"), 1)
    text = plain(client.get(f"/g/{game.code}/luck/"))
    assert "What counts as a choice: to challenge" in text
    assert text.count("dealt, cards and opponents") == 3
    assert [act_words(subject, act) for act in ("challenge2", "war3", "other")] == [
        "Challenge Ben",
        "Call war on Cem",
        "Something else",
    ]


def test_choices_that_are_not_judged_have_no_page(client):
    game = ultimate("clock=300000;pace=pulse;seats=3")
    page = f"/g/{game.code}/luck/"
    assert client.get(page).status_code == 404
    assert page not in client.get(f"/g/{game.code}/?chart=chances").content.decode()


def test_a_game_that_runs_has_none(client):
    table = play.open_table(by=person("Anna"), game="ww3", options="seats=2")
    for answer in (client.get(f"/g/{table.code}/luck/"), client.post(f"/g/{table.code}/luck/")):
        assert answer.status_code == 302 and f"/t/{table.code}/" in answer.headers["Location"]
    assert not StoredCurve.objects.exists()
