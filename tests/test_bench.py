"""`make bench` fails if one of its scripts does, and measures with the others all the same."""

import asyncio
import socket
import subprocess

import pytest

from tests.bench import __main__ as bench
from tests.bench import bench_live
from tests.bench.bench_rush import Person

SCRIPTS = {
    "crashes": "1 / 0",
    "kept": "print('pages: 5 ms (goal 9 ms)')",
    "missed": "print('moves: 12 ms (goal 9 ms)'); raise SystemExit(1)",
}


@pytest.fixture
def told(tmp_path, monkeypatch, capfd):
    """Runs these scripts; what was printed, and what the exit says."""
    monkeypatch.setattr(bench, "HERE", tmp_path)
    monkeypatch.setattr(bench, "LOOPS", 1000)

    def told(*names: str) -> tuple[str, object]:
        for name in names:
            (tmp_path / f"bench_{name}.py").write_text(SCRIPTS[name])
        monkeypatch.setattr("sys.argv", ["bench", *names])
        try:
            bench.main()
        except SystemExit as end:
            return capfd.readouterr().out, end.code
        return capfd.readouterr().out, None

    return told


def test_scripts_that_fail_are_named_and_the_others_run(told):
    printed, end = told("crashes", "missed", "kept")
    assert end == "crashed or missed a goal (exit code): crashes (1), missed (1)"
    assert [printed.count(text) for text in ("12 ms", "5 ms")] == [2, 2]  # and in the table


def test_all_is_well_if_every_goal_is_kept(told):
    assert told("kept")[1] is None


def test_another_revision_is_measured_in_turns_and_compared(tmp_path, monkeypatch, capfd):
    folder = tmp_path / "tests/bench"
    folder.mkdir(parents=True)
    script = folder / "bench_moves.py"
    script.write_text("print('moves: 12 ms (goal 9 ms)')")
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org"]
    for command in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "-m", "first"]):
        subprocess.run([*git, *command], cwd=tmp_path, check=True)
    script.write_text("print('moves: 3 ms (goal 9 ms)')")
    (folder / "bench_pages.py").write_text("print('home: 5 ms (goal 9 ms)')")
    monkeypatch.setattr(bench, "ROOT", tmp_path)
    monkeypatch.setattr(bench, "LOOPS", 1000)
    monkeypatch.setattr(
        "sys.argv", ["bench", "--against", "HEAD", "--rounds", "2", "moves", "pages"]
    )
    bench.main()
    printed = [line.split() for line in capfd.readouterr().out.splitlines()[-2:]]
    assert printed == [
        ["moves", "moves", "0.25", "(0.25", "to", "0.25)"],
        ["pages", "home", "1.00", "(1.00", "to", "1.00)"],
    ]


def test_a_refusal_is_an_answer():
    person = Person("", "http://site", "CODE", "")
    person.pending = {"refused": 1.0, "lost": 1.0}
    person.hear('{"reject": "refused", "code": "ALREADY"}', 1.5)
    assert person.pending == {"lost": 1.0}
    assert person.answers == [(1.5, 500)]


def test_seats_that_have_heard_nothing_yet_do_not_end_the_measurement(monkeypatch):
    monkeypatch.setattr(bench_live, "READY_S", 0)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        seats = [bench_live.Seat(url, url, "ABCD2345", "") for _ in range(2)]
        rate = asyncio.run(bench_live.games(None, [seats], 0.01, 0.01))
    assert rate == (0, 0)
