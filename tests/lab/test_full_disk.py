"""A full disk makes runs later, but never wrong."""

import pytest
from django.db import DatabaseError, connection

from games.lab.runs import run
from games.lab.runs.models import Simulation
from games.lab.runs.spec import read_spec
from tests.full_database import full_database


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_a_part_the_database_has_no_place_for_is_added_later(engine):
    if connection.vendor != "sqlite":
        pytest.skip("only SQLite can be told how large it may be")
    spec = read_spec(game="war", games=100_000, seed=77)
    simulation = run.start(spec=spec, free=True)
    parts = [engine.play(spec, simulation.chunk(number)) for number in (0, 1)]

    def add(number):
        return run.add(simulation=simulation.pk, number=number, sums=parts[number], spent_ms=1)

    with full_database():
        with pytest.raises(DatabaseError, match="full"):
            add(0)
        assert Simulation.objects.get().games_done == 0
    add(0)
    add(1)
    found = Simulation.objects.get()
    assert found.games_done == 25_000
    parts[0].add(parts[1])
    assert found.counted == parts[0]
