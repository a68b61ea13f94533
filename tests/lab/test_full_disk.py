"""A full disk makes runs slower, or later, but never wrong."""

import resource
import sys

import pytest
from django.db import DatabaseError, connection

from games.lab.runs import run
from games.lab.runs.engine import Chunk, play_plainly
from games.lab.runs.models import Simulation
from games.lab.runs.spec import read_spec
from tests.full_database import full_database
from tests.lab.player import Player

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits of Linux")


def test_compiled_rules_that_cannot_be_kept_are_used_all_the_same(tmp_path):
    spec = read_spec(game="war", games=40, seed=3, options="players=3")
    player = Player(
        {"NUMBA_CACHE_DIR": str(tmp_path)},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000)),
    )
    sums = player.play(spec, Chunk(0, 5, 20))
    player.close()
    assert sums == play_plainly(spec, 5, 20)
    kept = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert all(path.stat().st_size <= 2000 for path in kept)


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
