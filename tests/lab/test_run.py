"""Runs: chunks added once, in any order, cancelled, resumed, limited."""

import zlib

import pytest

from games.accounts.models import Player
from games.lab.runs import run
from games.lab.runs.engine import Chunk
from games.lab.runs.models import Simulation
from games.lab.runs.run import run_wanted
from games.lab.runs.spec import BadRun, read_spec
from games.table.clock import now_ms
from tests.each import each

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture(autouse=True)
def sent(django_capture_on_commit_callbacks):
    """The chunks that workers were asked for, instead of a broker."""
    rows = []

    def note(*, simulation_id, chunks, **_):
        rows.append(chunks)

    receivers = run_wanted.receivers
    run_wanted.receivers = []
    run_wanted.connect(note)
    run_wanted.sender_receivers_cache.clear()
    yield rows
    run_wanted.receivers = receivers
    run_wanted.sender_receivers_cache.clear()


@pytest.fixture
def alice():
    return Player.objects.create_user("alice")


def begun(games=5000, seed=1, **more):
    return run.start(spec=read_spec(game="war", games=games, seed=seed), **more)


def add(engine, simulation, number):
    part = simulation.chunk(number)
    sums = engine.play(simulation.spec, part)
    return run.add(simulation=simulation.pk, number=number, sums=sums, spent_ms=5)


def test_chunks_in_any_order_and_twice_give_the_exact_whole(engine):
    simulation = begun()
    assert simulation.next_chunks() == [0, 1, 2]
    assert add(engine, simulation, 2) is None
    assert add(engine, simulation, 0) is None
    add(engine, simulation, 2)
    simulation.refresh_from_db()
    assert (simulation.games_done, simulation.status, simulation.percent) == (3000, "running", 60)
    add(engine, simulation, 1)
    simulation.refresh_from_db()
    assert simulation.is_done
    assert simulation.ended_at is not None
    whole = engine.play(simulation.spec, Chunk(0, 0, 5000))
    assert bytes(simulation.sums) == whole.packed()
    assert add(engine, simulation, 1) is None
    simulation.refresh_from_db()
    assert simulation.counted == whole


def test_a_lane_goes_on_where_it_is(engine):
    simulation = begun(games=100_000)
    assert simulation.chunk_size == 12_500
    Simulation.objects.filter(pk=simulation.pk).update(chunk_size=5000)
    simulation.refresh_from_db()
    assert add(engine, simulation, 3) == 11
    assert add(engine, simulation, 3) is None
    assert add(engine, simulation, 19) is None


def test_cancelled_runs_take_nothing_and_go_on_when_resumed(
    engine, sent, django_capture_on_commit_callbacks
):
    simulation = begun()
    run.cancel(simulation=simulation)
    assert add(engine, simulation, 0) is None
    with django_capture_on_commit_callbacks(execute=True):
        assert run.resume(simulation=simulation).is_running
    assert sent == [[0, 1, 2]]
    add(engine, simulation, 0)
    assert Simulation.objects.get().games_done == 2000


def test_a_deleted_run_is_no_trouble(engine):
    simulation = begun()
    part = engine.play(simulation.spec, simulation.chunk(0))
    pk = simulation.pk
    simulation.delete()
    assert run.add(simulation=pk, number=0, sums=part, spent_ms=1) is None


def test_the_same_run_is_not_made_twice(alice):
    first = begun(by=alice)
    assert begun(by=alice) == first
    assert begun(seed=2, free=True) != first
    run.cancel(simulation=first)
    assert begun(by=alice).is_running


@each(
    [
        ({"is_guest": True}, 1_000_001, "Sign up for larger runs"),
        ({}, 100_000_001, "up to 100,000,000 games"),
        ({"is_active": False}, 10, "closed"),
    ]
)
def test_what_a_player_may_not_ask_for(values, games, words):
    bob = Player.objects.create_user("bob", **values)
    with pytest.raises(BadRun, match=words):
        begun(games=games, by=bob)


def test_a_guest_has_one_run_at_a_time():
    guest = Player.objects.create_user("guest", is_guest=True)
    begun(by=guest)
    with pytest.raises(BadRun, match="already works for you"):
        begun(seed=2, by=guest)


def test_what_does_not_move_is_asked_for_again(sent, django_capture_on_commit_callbacks):
    simulation = begun()
    with django_capture_on_commit_callbacks(execute=True):
        assert run.requeue_stuck(now=now_ms()) == []
        assert run.requeue_stuck(now=now_ms() + 60_000) == [simulation]
    assert sent == [[0, 1, 2]]


def test_what_an_older_site_has_counted_is_counted_anew(engine):
    simulation = begun(games=100)
    add(engine, simulation, 0)
    stale = zlib.compress(bytes(4) + simulation.counted.to_bytes()[4:])
    Simulation.objects.update(sums=stale)
    simulation.refresh_from_db()
    assert simulation.is_stale
    assert simulation.counted.games == 0
    again = begun(games=100)
    assert (again.pk, again.status, again.games_done) == (simulation.pk, "running", 0)
    add(engine, again, 0)
    again.refresh_from_db()
    assert again.counted.games == 100
