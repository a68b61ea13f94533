"""Runs and curves of chances count together, whoever asks for them."""

import pytest
from django.contrib.auth.models import AnonymousUser

from games.accounts.callers import caller_of
from games.accounts.models import Player
from games.lab.chances import curves
from games.lab.chances.course import course_of_simulated
from games.lab.chances.models import StoredCurve
from games.lab.counting.adapter import BadRun
from games.lab.runs import limits, run
from games.lab.runs.games import Simulated
from games.lab.runs.models import Simulation
from games.lab.runs.spec import read_spec
from games.limits.counting import TooMany
from games.limits.declared import RUNS

pytestmark = pytest.mark.django_db


@pytest.fixture
def guest():
    return Player.objects.create_user("guest", is_guest=True)


@pytest.fixture
def ask(rf):
    """Ask for a curve of a simulated game."""

    def asked(by, source="RUN22222/1", course=None):
        request = rf.post("/")
        request.user = by
        spec = read_spec(game="war", games=3, options="cap=20", seed=4)
        whole = course_of_simulated(Simulated(spec, 1))
        return curves.ask_for(
            caller_of(request), source, whole.playouts(), "all", course or (lambda: whole)
        )

    return asked


@pytest.fixture
def run_for(rf):
    """Ask for a run."""

    def started(by, seed=1):
        request = rf.post("/")
        request.user = by
        return run.start_for(caller_of(request), read_spec(game="war", games=5000, seed=seed))

    return started


def test_a_guest_has_a_run_or_a_curve_at_a_time(ask, run_for, guest):
    row = ask(guest)
    with pytest.raises(BadRun, match="already works for you") as caught:
        run_for(guest)
    assert caught.value.code == "TOO_MANY" and not Simulation.objects.exists()
    assert ask(guest) == row  # it is there
    StoredCurve.objects.update(status="done")
    simulation = run_for(guest)
    with pytest.raises(BadRun, match="already works for you"):
        ask(guest, "RUN22222/2")
    assert run_for(guest) == simulation
    run.cancel(simulation=simulation)
    assert ask(guest, "RUN22222/2").is_running


def test_an_account_has_three_of_both(ask, run_for):
    anna = Player.objects.create_user("anna")
    run_for(anna, 1), run_for(anna, 2), ask(anna)
    with pytest.raises(BadRun, match="on 3 runs or chances for you"):
        ask(anna, "RUN22222/2")
    with pytest.raises(BadRun, match="on 3 runs or chances for you"):
        run_for(anna, 3)


def test_what_was_cancelled_goes_on_when_the_lab_does_nothing_else_for_them(ask, run_for, guest):
    cancelled = run.cancel(simulation=run_for(guest))
    ask(guest)
    for go_on in (lambda: run.resume(simulation=cancelled), lambda: run_for(guest)):
        with pytest.raises(BadRun, match="already works for you"):
            go_on()
    assert not Simulation.objects.running().exists()
    assert run_for(Player.objects.create_user("ben")).is_running


def test_a_curve_counts_by_its_games_before_it_is_prepared(ask, guest, settings, monkeypatch):
    """To prepare it takes longer than to refuse it."""
    settings.LIMITS = True
    most = 400 * 400 + 2 * 10 * 15 * 400  # each place, and both sides of the largest changes
    monkeypatch.setattr(RUNS, "network", 2 * most)
    monkeypatch.setattr(RUNS, "person", most)

    def unwanted():
        raise AssertionError("prepared")

    for user, sources in ((guest, "12"), (Player.objects.create_user("anna"), "3")):
        for source in sources:
            assert ask(user, source).is_running
            StoredCurve.objects.update(status="done")
        with pytest.raises(TooMany):
            ask(user, "4", unwanted)
    with pytest.raises(TooMany):
        ask(AnonymousUser(), "4", unwanted)
    Player.objects.update(is_active=False)
    with pytest.raises(BadRun, match="closed"):
        ask(Player.objects.get(pk=guest.pk), "4", unwanted)


def test_curves_of_guests_make_the_lab_busy(ask, guest):
    """An Ultimate War of four hundred places takes about seven million games of War."""
    row = ask(guest)
    assert not limits.is_busy()
    StoredCurve.objects.update(game="ultimate", games_at_first=160_000)
    assert limits.is_busy()
    StoredCurve.objects.update(games_done=270_000)
    assert not limits.is_busy()
    StoredCurve.objects.update(games_done=0, started_by=Player.objects.create_user("anna"))
    assert not limits.is_busy()
    StoredCurve.objects.update(started_by=guest, status="done")
    assert not limits.is_busy() and row.started_by == guest
