"""`make bench` fails if one of its scripts does, and measures with the others all the same."""

import pytest

from tests.bench import __main__ as bench

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
