"""Where compiled rules are stored."""

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
