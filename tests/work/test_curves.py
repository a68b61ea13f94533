"""Parts of curves on the queue `sims`."""

from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from games.bus import marks
from games.lab.chances import curves, models
from games.lab.chances.course import course_of_simulated
from games.lab.chances.curve import next_parts
from games.lab.chances.models import StoredCurve
from games.lab.runs.games import Simulated
from games.lab.runs.spec import read_spec
from games.work import cleanup, lab
from tests.conftest import forget_keys
from tests.live.waiting import wait_for

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def small_parts(monkeypatch):
    """Rules are plain here, so a place is played ten times at first."""
    monkeypatch.setattr(models, "next_parts", partial(next_parts, first=10))
    monkeypatch.setattr(curves, "FIRST", 10)
    monkeypatch.setattr(lab, "budget_of", lambda row: 50)


@pytest.fixture(autouse=True)
def queue(monkeypatch):
    """Tasks sent, oldest first, instead of a broker."""
    rows = []
    monkeypatch.setattr(
        lab.play_part_in_turn, "apply_async", lambda ticket, **_: rows.append(ticket)
    )
    return rows


def work(queue, most=10**6):
    done = 0
    while queue and done < most:
        lab.play_part_in_turn(*queue.pop(0))
        done += 1
    return done


def asked(source="TABLE234", view="watcher"):
    spec = read_spec(game="war", games=3, options="cap=20", seed=4)
    return curves.ask(source, course_of_simulated(Simulated(spec, 1)), view)


def places(row):
    row.refresh_from_db()
    return row.curve.places


def test_a_curve_is_computed_part_by_part_and_asking_again_costs_nothing(queue):
    row = asked()
    assert row.is_running and row.percent == 0 and queue == [(row.pk,)]
    assert work(queue, 2) == 2
    row.refresh_from_db()
    assert 0 < row.percent < 100 and row.starts
    assert asked().pk == row.pk and len(queue) == 1
    work(queue)
    row.refresh_from_db()
    assert row.is_done and row.percent == 100 and row.starts is None and not queue
    assert len(bytes(row.places)) < 8_000
    assert asked().pk == row.pk and not queue
    assert asked(view="1").pk != row.pk


@pytest.mark.outer
def test_tasks_that_come_twice_or_are_lost_change_nothing(queue):
    row, other = asked(), asked("OTHER234")
    work(queue)
    queue[:] = []
    again = asked("AGAIN234")
    queue[:] = queue * 2
    work(queue, 5)
    again.refresh_from_db()
    queue.clear()  # lost
    curves.requeue_stuck(now=again.moved_ms + 90_000)
    assert queue == [(again.pk,)]
    work(queue)
    assert places(row) == places(other) == places(again)


def test_a_part_of_a_curve_that_was_begun_anew_is_dropped(queue):
    row = asked()
    before = StoredCurve.objects.get(pk=row.pk)
    lab.play_part(row.pk)
    assert not curves.add(before, [(0, before.curve.places[0].tally)])


@pytest.mark.services
def test_what_a_killed_worker_played_is_queued_again_and_nothing_else(queue):
    row, other = asked(), asked("OTHER234")
    queue.clear()  # workers have taken both; the one of the first is killed
    forget_keys(0)  # another test may have left tasks in the queue
    later = other.moved_ms + marks.MARK_MS + 1
    with marks.marked(lab.mark_of_curve(other.pk)):
        wait_for(lambda: marks.is_marked(lab.mark_of_curve(other.pk)))
        lab.requeue_lost(now=later)
    assert queue == [(row.pk,)]


def test_when_rules_change_it_ends_and_is_computed_again(queue):
    row = asked()
    StoredCurve.objects.update(rules_version=7)
    work(queue)
    row.refresh_from_db()
    assert row.status == "failed" and not row.starts
    assert asked().is_running
    work(queue)
    row.refresh_from_db()
    assert row.is_done
    StoredCurve.objects.update(rules_version=7)
    assert asked().is_running and row.pk == StoredCurve.objects.get().pk


def test_it_is_forgotten_when_nobody_has_read_it_for_ninety_days(queue):
    row, today = asked(), datetime.now(UTC).date()
    asked("OTHER234")
    StoredCurve.objects.update(read_on=today - timedelta(days=91))
    assert asked().pk == row.pk  # a reader
    cleanup.forget_guests()
    assert StoredCurve.objects.get().pk == row.pk
    assert StoredCurve.objects.get().read_on == today


def test_a_curve_deleted_while_it_works_leaves_nothing_to_do(queue):
    row = asked()
    before = StoredCurve.objects.get()
    row.delete()
    assert work(queue) == 1
    assert not curves.add(before, [])
