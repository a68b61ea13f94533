"""The folder in which compiled rules are stored."""

from pathlib import Path

from games.lab.runs import cache

GAMES = Path(cache.__file__).parents[2]


def test_whatever_is_compiled_is_part_of_the_name_of_its_folder():
    """Otherwise Numba would keep using code compiled from older sources."""
    compiled = [
        path.relative_to(GAMES).as_posix()
        for path in GAMES.rglob("*.py")
        if any(f"import {name}" in path.read_text() for name in ("jit", "inline", "driver"))
    ]
    assert compiled
    assert [path for path in compiled if not path.startswith(cache.SOURCES)] == []


def test_rules_are_warm_only_for_the_sources_that_were_compiled(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "new"))
    assert not cache.is_warm()
    cache.note_warm()
    assert cache.is_warm()
    (tmp_path / "new" / cache.WARM).write_text("older sources")
    assert not cache.is_warm()
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file"))
    cache.note_warm()  # costs time, nothing else
    assert not cache.is_warm()
