"""The law of the stations: each imports only those before it (docs/decisions.md)."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PURE = ("rules", "bots")
STORED = ("accounts", "table", "tournaments", "simulations")
DOORS = ("live", "work", "api", "pages")
ORDER = (*PURE, *STORED)
NOT_FOR_PURE = {
    "django", "celery", "channels", "redis", "socket", "asyncio", "threading", "subprocess",
    "time", "datetime", "requests", "httpx", "urllib", "logging", "structlog", "os", "io",
    "pathlib",
}  # fmt: skip
PURE_EXCEPTIONS = {
    # The one switch between plain and compiled rules reads its environment variable.
    ("games/rules/jit.py", "os"),
}
SOURCES = sorted((ROOT / "games").rglob("*.py"))


def imported(path: Path) -> Iterator[str]:
    """Every module a file imports, at its top or inside functions; `from a import b` as a.b."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def station(dotted: str) -> str | None:
    parts = dotted.split(".")
    known = len(parts) > 1 and parts[0] == "games" and parts[1] in (*ORDER, *DOORS)
    return parts[1] if known else None


def station_of(path: Path) -> str | None:
    return station(".".join(path.relative_to(ROOT).with_suffix("").parts))


def allowed(own: str) -> set[str]:
    if own in DOORS:
        return {*ORDER, *DOORS}
    return set(ORDER[: ORDER.index(own) + 1])


def in_stations(*names: str) -> list[Path]:
    return [path for path in SOURCES if station_of(path) in names]


def short(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", in_stations(*ORDER, *DOORS), ids=short)
def test_a_station_imports_only_stations_before_it(path):
    own = station_of(path)
    later = {name for name in imported(path) if (at := station(name)) and at not in allowed(own)}
    assert not later, f"{short(path)} ({own}) imports {sorted(later)}"


@pytest.mark.parametrize("path", in_stations(*STORED), ids=short)
def test_a_stored_station_does_not_reach_the_doors_by_other_names(path):
    doors = {"games.tasks", "games.apps", "games.admin", "warsite.celery", "warsite.asgi"}
    assert not {name for name in imported(path) if ".".join(name.split(".")[:2]) in doors}


@pytest.mark.parametrize("path", in_stations(*PURE), ids=short)
def test_a_pure_station_does_no_input_or_output(path):
    found = {name.split(".")[0] for name in imported(path)} & NOT_FOR_PURE
    found -= {module for name, module in PURE_EXCEPTIONS if name == short(path)}
    assert not found, f"{short(path)} imports {sorted(found)}"


@pytest.mark.parametrize("path", in_stations(*PURE), ids=short)
def test_a_pure_station_takes_its_luck_as_an_argument(path):
    """`random.Random(seed)` is an argument; `random.random()` and friends are global state."""
    calls = {
        node.attr
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "random"
    }
    assert calls <= {"Random"}


def test_only_the_wiring_imports_the_wiring():
    """`games` reads its settings through django.conf, never from the module itself."""
    assert not [short(path) for path in SOURCES if "warsite.settings" in " ".join(imported(path))]


def test_the_web_process_never_imports_numba():
    """It would cost every web process 100 MB and seconds of start."""
    program = (
        "import sys, warsite.asgi; from django.urls import get_resolver; "
        "get_resolver().url_patterns; "
        "sys.exit(','.join({'numba', 'numpy', 'llvmlite'} & set(sys.modules)) or 0)"
    )
    ended = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program], capture_output=True, text=True, cwd=ROOT
    )
    assert ended.returncode == 0, ended.stderr


@pytest.mark.parametrize("path", SOURCES, ids=short)
def test_files_and_functions_stay_short(path):
    text = path.read_text()
    if "migrations" in path.parts:
        return
    assert text.count("\n") <= 400
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno - node.lineno < 40, f"{node.name} is too long"
