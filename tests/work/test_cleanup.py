"""Cleaning up: rows nobody needs any more go; those people made stay."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.accounts.guests import BACKEND, new_guest
from games.accounts.models import Player
from games.lab.runs.models import RUN_KEPT, Simulation
from games.work import cleanup
from tests.lab.counted import played
from tests.pages.stored import person


@pytest.mark.django_db
def test_old_runs_of_guests_go_and_then_the_guests(time_machine, client):
    time_machine.move_to("2026-01-05 10:00:00Z", tick=False)
    guest, alice = new_guest(), person("Alice")
    client.force_login(guest, backend=BACKEND)
    of_guest, of_alice = played(by=guest), played(seed=2, by=alice)
    time_machine.shift(RUN_KEPT)
    fresh = played(seed=3, by=guest)
    cleanup.forget_guests()
    assert Simulation.objects.count() == 3  # to the moment, the first is not too old
    time_machine.shift(timedelta(seconds=1))
    cleanup.forget_guests()
    assert {*Simulation.objects.all()} == {of_alice, fresh}
    assert not Simulation.objects.filter(pk=of_guest.pk).exists()
    assert Player.objects.filter(pk=guest.pk).exists()  # a run of theirs is left
    time_machine.move_to(timezone.now() + RUN_KEPT)
    cleanup.forget_guests()
    assert {*Simulation.objects.all()} == {of_alice}
    assert not Player.objects.filter(pk=guest.pk).exists()
    assert Player.objects.filter(pk=alice.pk).exists()
