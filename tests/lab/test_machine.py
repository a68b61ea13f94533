"""Machine code that is kept plays, without the compiler, what the plain rules play."""

import subprocess
import sys
import threading

import pytest

from games.lab.runs import machine
from games.lab.runs.engine import ROOT, Chunk, Engine, EngineInterrupted, play_kept, play_plainly
from games.lab.runs.spec import define

RUNS = [
    define(game="war", games=30, seed=5, options="auto=2;faces=3;slap=5;underdog=6"),
    define(game="war", games=30, seed=2**63 - 1, options="order=winner"),
    define(game="ww3", games=20, seed=6, policies=["general"]),
    define(game="ultimate", games=3, seed=7, options="change=on;multi=on"),
]


@pytest.mark.timeout(300)  # where nothing is compiled yet
@pytest.mark.parametrize("run", RUNS, ids=lambda run: run.command)
def test_kept_code_counts_what_plain_rules_count(engine, run):
    engine.play(run, Chunk(0, 0, 1))
    sums = play_kept(run, 1, run.games - 1, general=True)
    assert sums == play_plainly(run, 1, run.games - 1)


def test_code_that_is_not_whole_or_not_of_today_is_not_run(engine, tmp_path, monkeypatch):
    engine.play(RUNS[0], Chunk(0, 0, 1))
    whole = machine.place("war").read_bytes()
    assert machine.read("war") is not None
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    older = whole.replace(machine.about().encode(), b"older")
    for data in (whole[:-1], older, b"{}\n", b"[]\nx", b""):
        machine.place("war").write_bytes(data)
        assert machine.read("war") is None
    machine.place("war").write_bytes(whole)
    assert machine.read("war") is not None


def test_who_plays_kept_code_does_not_load_the_compiler(engine):
    engine.play(RUNS[0], Chunk(0, 0, 1))
    program = (
        "import sys; from games.lab.runs.engine import play_kept;"
        "from games.lab.runs.spec import define;"
        f"assert play_kept(define(game='war', games=9, options={RUNS[0].options!r}), 0, 9);"
        "sys.exit(','.join({'numba', 'numpy'} & set(sys.modules)) or 0)"
    )
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True)


def test_who_waits_for_the_compiler_can_be_interrupted(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(machine, "_loaded", {})
    met = []

    def wait(engine):
        try:
            engine.play(RUNS[2], Chunk(0, 0, 1))
        except EngineInterrupted as interrupted:
            met.append(interrupted)

    with Engine(1) as engine:
        thread = threading.Thread(target=wait, args=[engine])
        thread.start()
        engine.interrupt()
        thread.join(60)
    assert len(met) == 1
