"""The place of the day: drawn with the seal of the day, answered once, with a board of its own."""

from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from games.accounts.models import Player
from games.lab.training.day import open_places, place_of
from games.lab.training.models import TrainingAnswer
from games.lab.training.places import shipped
from games.rules import fairness
from games.table import daily
from games.table.models import SealedDay
from tests.each import each
from tests.pages.browsing import signed_in, text, words
from tests.pages.stored import person

pytestmark = pytest.mark.django_db
TODAY = reverse("train_today")
DAY = date(2026, 11, 20)


@pytest.fixture(autouse=True)
def noon():
    """Noon, so that no day ends during a test."""
    with time_machine.travel(datetime(DAY.year, DAY.month, DAY.day, 12, tzinfo=UTC)):
        yield


@pytest.fixture
def chosen(db):
    return place_of(DAY)


def answer(client, place, *, right):
    acts = [one.act for one in place.answers if (one == place.best) == right]
    return client.post(TODAY, {"act": acts[0]}, follow=True)


def test_the_secret_of_the_day_alone_draws_the_place(chosen):
    secret = bytes(daily.sealed(DAY).secret)
    key = fairness.key(secret, "train|2026-11-20", [])
    assert chosen == [*shipped().values()][fairness.word(key, 0) % len(shipped())]
    others = {place_of(DAY + timedelta(days=n)).key for n in range(9)}
    assert len(others) > 5
    assert place_of(DAY) == chosen


def test_a_stranger_answers_once_and_stands_on_the_board(client, chosen):
    page = words(client.get(TODAY))
    assert "Place of the day, 20 November 2026" in page and "of 100 from here" not in page
    assert "Nobody has answered yet" in page and SealedDay.objects.count() == 2
    page = text(answer(client, chosen, right=True))
    assert "of 100 from here" in page and "1 of 1 answer is right" in page
    guest = Player.objects.get()
    assert guest.is_guest and guest.name in page and "12:00 UTC" in page
    assert "1 place, 1 right, 1 in a row" in page
    assert "1 of 1 answer is right" in text(answer(client, chosen, right=False))
    assert TrainingAnswer.objects.get().right


def test_right_answers_come_in_their_order_without_banned_players(chosen):
    names = ("Anna", "Ben", "Cem", "Dana")
    people = {name: person(name) for name in names}
    for name in ("Cem", "Anna", "Dana"):
        answer(signed_in(people[name]), chosen, right=True)
    answer(signed_in(people["Ben"]), chosen, right=False)
    Player.objects.filter(name="Dana").update(is_active=False)
    board = Client().get(TODAY).context["board"]
    assert [row.player.name for row in board] == ["Cem", "Anna"]
    assert "3 of 4 answers are right" in text(Client().get(TODAY))


def test_who_has_met_the_place_before_is_marked(chosen):
    anna = person("Anna")
    place = reverse("train_place", args=[chosen.key])
    with time_machine.travel(datetime(2026, 11, 18, 12, tzinfo=UTC)):
        assert place_of(date(2026, 11, 18)) != chosen
        signed_in(anna).post(place, {"act": chosen.best.act})
    page = text(answer(signed_in(anna), chosen, right=True))
    assert "had met it before" in page and "1 place, 1 right" in page
    answer(signed_in(person("Ben")), chosen, right=True)
    assert [row.met for row in Client().get(TODAY).context["board"]] == [True, False]


def test_the_truth_is_told_nowhere_else_until_the_day_is_over(client, chosen):
    place = reverse("train_place", args=[chosen.key])
    watch = reverse("train_go_on", args=[chosen.key])
    truth = f"/api/v1/train/{chosen.key}/answer"
    act = {"act": chosen.best.act}

    def told():
        return [
            client.get(place, {"chose": chosen.best.act}).status_code == 200,
            client.post(watch).headers["Location"] != TODAY,
            client.post(truth, act, content_type="application/json").status_code == 200,
        ]

    assert told() == [False] * 3 and chosen.key not in open_places(DAY)
    with time_machine.travel(datetime(2026, 11, 21, 12, tzinfo=UTC)):
        assert place_of(date(2026, 11, 21)) != chosen
        assert told() == [True] * 3


def test_another_day_shows_its_truth_its_board_and_its_secret(client, chosen):
    answer(client, chosen, right=True)
    secret = bytes(daily.sealed(DAY).secret).hex()
    assert secret not in words(client.get(TODAY))
    with time_machine.travel(datetime(2026, 11, 22, 12, tzinfo=UTC)):
        page = text(Client().get(TODAY, {"day": "2026-11-20"}))
        assert "The answer" in page and "of 100 from here" in page and secret in page
        assert "1 of 1 answer is right" in page and 'name="act"' not in page
        TrainingAnswer.objects.update(version=1)
        assert "made anew since" in text(Client().get(TODAY, {"day": "2026-11-20"}))
        assert "Nobody answered on this day" in text(Client().get(TODAY, {"day": "2026-11-21"}))
        assert Client().get(TODAY, {"day": "2026-11-23"}).status_code == 404
    known = SealedDay.objects.count()
    assert Client().get(TODAY, {"day": "2020-01-01"}).status_code == 200
    assert SealedDay.objects.count() == known


@each(["", "resign", "target9", "h" * 99], "client, chosen")
def test_what_is_no_act_changes_nothing(client, chosen, act):
    assert client.post(TODAY, {"act": act}).status_code == 302
    assert not TrainingAnswer.objects.exists() and not Player.objects.exists()


def test_the_board_costs_the_same_however_long_it_is(client, chosen, django_assert_num_queries):
    def crowd(names):
        for name in names:
            answer(signed_in(person(name)), chosen, right=True)

    client.get(TODAY)
    crowd("AB")
    with django_assert_num_queries(6):
        client.get(TODAY)
    crowd("CDEF")
    with django_assert_num_queries(6):
        client.get(TODAY)
