"""Chances that are computed before anybody asks."""

from datetime import UTC, datetime, timedelta

import pytest

from games.lab.chances.models import StoredCurve
from games.table.models import Table
from games.tasks import compute_chances
from games.work.chances import AT_ONCE
from tests.pages.stored import person, played, stored

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_reminders")]


def of_the_day(table, **changes):
    """Its key is another one now, but the options leave nothing to chance."""
    Table.objects.filter(pk=table.pk).update(day=datetime.now(UTC).date(), **changes)


def private(alice, bob):
    return played(alice, bob, options="cap=20;order=winner", private=True)


def computed():
    return set(StoredCurve.objects.values_list("source", "view"))


def test_the_game_of_the_home_page_and_no_older_one():
    alice, bob = person("Alice"), person("Bob")
    played(alice, bob)
    newest = played(bob, alice)
    played(bob, alice, private=True)
    compute_chances()
    compute_chances()
    assert computed() == {(newest.code, "all")}
    assert set(StoredCurve.objects.values_list("started_by", flat=True)) == {None}
    StoredCurve.objects.update(rules_version=7, status="done")
    compute_chances()  # the rules have changed
    assert StoredCurve.objects.get().is_running


def test_results_of_the_day_while_few_are_under_way():
    alice, bob = person("Alice"), person("Bob")
    games = [private(alice, bob) for _ in range(AT_ONCE + 1)]
    for game in games:
        of_the_day(game)
    of_the_day(private(alice, bob), held_back=True)
    yesterday = private(alice, bob)
    Table.objects.filter(pk=yesterday.pk).update(day=datetime.now(UTC).date() - timedelta(days=1))
    compute_chances()
    compute_chances()
    assert computed() == {(game.code, "all") for game in games[1:]}  # the newest first
    StoredCurve.objects.update(status="done")
    compute_chances()
    assert computed() == {(game.code, "all") for game in games}


def test_what_cannot_be_played_again_stops_nothing():
    alice, bob = person("Alice"), person("Bob")
    of_the_day(stored(alice, bob, deal="?", commitment="?"))
    good = private(alice, bob)
    of_the_day(good)
    compute_chances()
    assert computed() == {(good.code, "all")}
