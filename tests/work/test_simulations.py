"""Tasks of runs on the queue `sims`."""

import pytest

from games.bus import marks, valkey
from games.lab.runs import run
from games.lab.runs.engine import play_plainly
from games.lab.runs.models import Simulation
from games.lab.runs.spec import read_spec
from games.work import lab
from tests.conftest import forget_keys
from tests.live.waiting import wait_for

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def queue(monkeypatch):
    """Tasks sent, oldest first, instead of a broker."""
    rows = []
    monkeypatch.setattr(
        lab.play_in_turn, "apply_async", lambda ticket, **_: rows.append(ticket), raising=True
    )
    return rows


def work(queue):
    order = []
    while queue:
        ticket = queue.pop(0)
        order.append(ticket)
        lab.play_in_turn(*ticket)
    return order


def start(games, seed, queue):
    """A run in small chunks, because they are played in plain Python here."""
    spec = read_spec(game="war", games=games, seed=seed, options="cap=20")
    simulation = run.start(spec=spec, free=True)
    simulation.chunk_size = 50
    simulation.save()
    rest = [ticket for ticket in queue if ticket[0] != simulation.pk]
    queue[:] = rest + [(simulation.pk, number) for number in simulation.next_chunks()]
    return simulation


@pytest.mark.django_db(transaction=True)
def test_a_run_is_played_to_its_end_and_runs_take_turns(queue):
    large, small = start(1050, 1, queue), start(50, 2, queue)
    order = [pk for pk, _ in work(queue)]
    assert set(Simulation.objects.values_list("status", flat=True)) == {"done"}
    assert order.index(small.pk) <= 8 < order.count(large.pk)
    assert Simulation.objects.get(pk=large.pk).games_done == 1050


@pytest.mark.django_db(transaction=True)
def test_tickets_that_come_twice_or_are_lost_change_nothing(queue):
    simulation = start(150, 1, queue)
    lost, *rest = queue
    queue[:] = [*rest, *rest]
    work(queue)
    assert Simulation.objects.get().games_done == 100
    run.requeue_stuck(now=simulation.moved_ms + 90_000)
    assert queue == [lost]
    work(queue)
    assert Simulation.objects.get().is_done


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_what_a_killed_worker_played_is_queued_again_and_nothing_else(queue):
    simulation = start(150, 1, queue)
    later = simulation.moved_ms + marks.MARK_MS + 1
    queue.clear()  # workers have taken all three; the one of the first is killed
    forget_keys(0)  # another test may just have played a run with the same number
    with marks.marked(lab.mark_of(simulation.pk, 1)), marks.marked(lab.mark_of(simulation.pk, 2)):
        wait_for(lambda: all(marks.is_marked(lab.mark_of(simulation.pk, n)) for n in (1, 2)))
        lab.requeue_lost(now=later)
        assert queue == [(simulation.pk, 0)]
        valkey.client().lpush(valkey.key(lab.QUEUE), "another")  # others wait, so these may too
        lab.requeue_lost(now=later)
        valkey.client().delete(valkey.key(lab.QUEUE))
        assert queue == [(simulation.pk, 0)]


def test_a_run_deleted_while_it_works_leaves_nothing_to_do(queue):
    simulation = start(150, 1, queue)
    part = play_plainly(simulation.spec, 0, 5)
    pk = simulation.pk
    simulation.delete()
    assert lab.play_chunk(pk, 0) is None
    assert run.add(simulation=pk, number=0, sums=part, spent_ms=1) is None
    assert work(queue) == [(pk, 0), (pk, 1), (pk, 2)]  # and no more


def test_a_run_whose_options_are_refused_fails(client):
    simulation = start(10, 1, [])
    Simulation.objects.update(options="auto=3;faces=3")
    assert lab.play_chunk(simulation.pk, 0) is None
    simulation.refresh_from_db()
    assert (simulation.status, simulation.problem) == ("failed", "OUTDATED")
    page = client.get(simulation.get_absolute_url()).content.decode()
    assert "do not allow these options" in page


def test_a_run_of_older_rules_fails(client):
    simulation = start(10, 1, [])
    Simulation.objects.update(rules_version=0)
    assert lab.play_chunk(simulation.pk, 0) is None
    simulation.refresh_from_db()
    assert (simulation.status, simulation.problem) == ("failed", "OUTDATED")
    assert "rules have changed" in client.get(simulation.get_absolute_url()).content.decode()


def test_without_a_broker_the_run_waits(monkeypatch):
    def broken(*args, **more):
        raise OSError("no broker")

    monkeypatch.setattr(lab.play_in_turn, "apply_async", broken)
    lab.send(1, 0)
