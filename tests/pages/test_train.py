"""The trainer: a place, a choice, the truth, and a streak without an account."""

import re
from datetime import UTC, datetime

import pytest
import time_machine
from django.urls import reverse

from games.lab.runs.models import Simulation
from games.lab.training.day import open_places
from games.lab.training.places import packed
from games.table.models import Table
from tests.each import each
from tests.pages.browsing import words

pytestmark = pytest.mark.django_db


DAY = datetime(2026, 11, 20, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def noon():
    """Noon, so that no day ends during a test."""
    with time_machine.travel(DAY):
        yield


@pytest.fixture
def places(db):
    """All but that of the day, which is not told here (test_train_today.py)."""
    return [*open_places(DAY.date()).values()]


def address(place):
    return reverse("train_place", args=[place.key])


def answer(client, place, *, right):
    acts = [one.act for one in place.answers if (one == place.best) == right]
    return client.post(address(place), {"act": acts[0]}, follow=True)


def test_a_place_shows_the_board_and_the_acts_but_not_the_truth(client, places):
    for place in places[::20]:
        page = client.get(address(place)).content.decode()
        assert 'class="felt' in page and "of 100 from here" not in page and "??" not in page
        for one in place.answers:
            assert f'name="act" value="{one.act}"' in page


def test_whoever_is_challenged_sees_what_is_at_stake(client, places):
    challenged = [place for place in places if place.answers[0].act == "accept"]
    page = client.get(address(challenged[0])).content.decode()
    assert 'data-kind="answer"' in page and 'class="optc"' in page
    text = words(client.get(address(challenged[0])))
    assert re.search("challenges your (hand|stack)", text) and "at stake" in text
    assert "Accept the challenge" in text and "Strike the card at stake" in text


def test_the_truth_comes_after_the_choice(client, places):
    place = places[0]
    text = words(answer(client, place, right=False))
    assert "Something else wins more often" in text and "your choice" in text
    for one in place.answers:
        assert f"wins {round(100 * one.chance)} of 100 from here" in text
    assert "Right" in words(answer(client, place, right=True))


def test_what_happened_can_be_watched_from_there(client, places):
    place = places[0]
    watch = reverse("train_go_on", args=[place.key])
    assert watch not in words(client.get(address(place)))
    assert watch in answer(client, place, right=True).content.decode()
    addresses = {client.post(watch).headers["Location"] for _ in range(2)}
    (replay,) = addresses
    assert replay.endswith(f"/{place.origin.game}/?at={place.origin.at}&view={place.seat}")
    shown = client.get(replay).context
    assert (shown["place"].text, shown["view"]["you"]) == (place.origin.at, place.seat)
    assert client.get(watch).status_code == 405
    gone = reverse("train_go_on", args=["ww3-0"])
    assert client.post(gone).status_code == 404 and Simulation.objects.count() == 1


def test_games_are_played_on_from_a_place_as_its_seat_saw_it(client, places):
    place = places[0]
    go_on = reverse("train_go_on", args=[place.key])
    assert "from here" in words(answer(client, place, right=True))
    started = client.post(go_on, {"do": "run"})
    shown = Simulation.objects.get(start="")
    begun = Simulation.objects.exclude(start="").get()
    assert started.headers["Location"] == begun.get_absolute_url()
    assert (begun.place, begun.view) == (place.origin.at, str(place.seat))
    assert begun.source == f"{shown.code}/{place.origin.game}"
    assert packed(begun.spec.begins.state) == place.state
    assert client.post(go_on, {"do": "run"}).headers["Location"] == begun.get_absolute_url()


def test_a_place_is_played_on_at_a_table_with_the_bots_that_sat_there(client, places):
    place = places[0]
    answer(client, place, right=True)
    opened = client.post(reverse("train_go_on", args=[place.key]), {"do": "table"})
    table = Table.objects.get()
    assert opened.headers["Location"] == f"/t/{table.code}/"
    assert (table.game, table.branch_at) == (place.game, place.origin.at)
    levels = [seat.player.level for seat in table.seats.order_by("number")]
    levels[place.seat - 1] = place.policies[place.seat - 1]
    assert tuple(levels) == place.policies
    assert table.seats.get(number=place.seat).player.is_guest


def test_only_the_first_answer_counts_and_a_wrong_one_ends_the_streak(client, places):
    assert "1 place, 1 right, 1 in a row" in words(answer(client, places[0], right=True))
    assert "1 place, 1 right, 1 in a row" in words(answer(client, places[0], right=False))
    assert "2 places, 2 right, 2 in a row" in words(answer(client, places[1], right=True))
    assert "3 places, 2 right, 0 in a row" in words(answer(client, places[2], right=False))


def test_the_next_place_is_one_that_was_not_answered(client, places):
    session = client.session
    session["training"] = {"acts": {place.edition: "hold" for place in places[1:]}}
    session.save()
    assert client.get(reverse("train")).headers["Location"] == address(places[0])
    answer(client, places[0], right=True)
    assert client.get(reverse("train")).status_code == 302


@each(["", "resign", "target9", "<b>"], "client, places")
def test_what_is_no_act_of_the_place_changes_nothing(client, places, act):
    place = places[0]
    assert client.post(address(place), {"act": act}).headers["Location"] == address(place)
    assert "training" not in client.session
    assert "of 100 from here" not in words(client.get(f"{address(place)}?chose={act}"))


def test_a_place_that_does_not_exist_gets_a_sentence(client):
    gone = client.get(reverse("train_place", args=["ww3-0"]))
    assert gone.status_code == 404 and re.search("no such place to train on", words(gone))
