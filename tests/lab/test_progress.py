"""How somebody does in the trainer: first answers, streaks, and ratings of people and places."""

from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory

from games.accounts import personal_data
from games.lab.training import progress
from games.lab.training.models import RatedPlace, TrainingAnswer
from games.lab.training.places import shipped
from games.lab.training.progress import Progress, first_skill
from games.pages.train import visitor
from games.ratings.skill import SIGMA, Skill, chances
from tests.pages.stored import person

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


@pytest.fixture
def anna(db):
    return person("Anna")


def note(player, place, *, right):
    act = next(one.act for one in place.answers if (one == place.best) == right)
    progress.note(player, place, act, NOW)


def test_only_the_first_answer_to_a_place_counts(anna):
    first, second = [*shipped().values()][:2]
    note(anna, first, right=True)
    note(anna, first, right=False)
    done = progress.progress_of(anna)
    assert (done.answered, done.right, done.streak, done.best) == (1, 1, 1, 1)
    note(anna, second, right=False)
    done = progress.progress_of(anna)
    assert (done.answered, done.right, done.streak, done.best) == (2, 1, 0, 1)
    assert progress.answered_by(anna) == {first.key, second.key}
    assert TrainingAnswer.objects.count() == 2


def test_a_right_answer_moves_person_and_place_apart(anna):
    place = shipped()["ww3-1"]
    before = first_skill(place)
    note(anna, place, right=True)
    done, rated = progress.progress_of(anna), RatedPlace.objects.get()
    assert done.mu > Progress().mu and done.sigma < SIGMA
    assert rated.mu < before.mu and (rated.answered, rated.right) == (1, 1)
    note(person("Ben"), place, right=False)
    again = RatedPlace.objects.get()
    assert again.mu > rated.mu and (again.answered, again.right) == (2, 1)
    assert progress.progress_of(anna) == done


def test_a_place_begins_as_difficult_as_the_bots_find_it():
    place = shipped()["ww3-1"]
    for share in (0.2, 0.5, 0.8):
        seen = place._replace(levels={"recruit": share, "general": share})
        assert chances([Skill(), first_skill(seen)])[0] == pytest.approx(share)
    none = place._replace(levels={"general": 0.0})
    assert chances([Skill(), first_skill(none)])[0] == pytest.approx(0.05)


def asked(player, session):
    request = RequestFactory().get("/train/")
    request.user, request.session = player, session
    return request


def test_an_account_takes_over_what_the_visitor_has_done(anna):
    session, places = {}, [*shipped().values()][:3]
    stranger = asked(AnonymousUser(), session)
    for place in places[:2]:
        visitor.note(stranger, place, place.best.act, NOW)
        visitor.note(stranger, place, "", NOW)
    before = visitor.progress(stranger)
    assert (before.answered, before.right) == (2, 2) and not RatedPlace.objects.exists()
    member = asked(anna, session)
    assert visitor.progress(member) == before
    visitor.note(member, places[2], places[2].best.act, NOW)
    assert visitor.progress(member).streak == 3 and session == {}
    assert visitor.answered(member) == {place.key for place in places}
    later = {"training": {"progress": [9, 9, 9, 9, 40.0, 1.0], "acts": {}}}
    visitor.note(asked(anna, later), places[0], places[0].best.act, NOW)
    assert progress.progress_of(anna).answered == 3 and later == {}


def test_answers_are_exported_and_go_with_the_account(anna):
    place = shipped()["ww3-1"]
    note(anna, place, right=True)
    progress.note_of_day(anna, place, place.best.act, NOW.date(), NOW)
    exported = personal_data.as_export(anna)
    assert [row["day"] for row in exported["training_answers"]] == [None, "2026-11-20"]
    assert exported["training"][0]["right"] == 1
    personal_data.erase(anna)
    assert not TrainingAnswer.objects.exists() and not anna.training_records.exists()
