"""The law of imports: a folder imports only those before it (docs/decisions/)."""

import ast
import re
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Each may import those before it.  `bus` carries messages between processes, `live` keeps what open
# connections see; then come the doors, through which people, programs and time come in.
DOORS = ("sockets", "work", "pages", "api", "operators", "kit")
ORDER = (
    *(
        "untrusted",
        "rules",
        "schemas",
        "limits",
        "accounts",
        "relations",
        "notices",
        "table",
        "ratings",
    ),
    *("rule_sets", "lobby"),
    *("chat", "tournaments", "lab", "favourites", "moderation", "bus", "live", "templatetags"),
    *DOORS,
    *("management", "contents"),
)
# Files of `games` itself, where Django and Celery look: they start what the doors do, like
# commands, and may import everything.
CONTENTS = {"admin", "apps", "models", "tasks"}
INSIDE_TABLE = ("replay", "writer", "reading")  # the same, inside games/table
TOURNAMENTS = "games/tournaments"
PURE_NAMES = (
    *("pairing/", "scoring/", "settings.", "checks.", "lots.", "acts.", "declared.", "formats/"),
    "terms.",
)
PURE = (
    "games/rules/",
    "games/schemas/",
    "games/lobby/matching.py",
    *(f"{TOURNAMENTS}/{name}" for name in PURE_NAMES),
)
NOT_FOR_PURE = {
    "django", "celery", "channels", "redis", "socket", "asyncio", "threading", "subprocess",
    "time", "datetime", "requests", "httpx", "urllib", "logging", "structlog", "os", "io",
    "pathlib",
}  # fmt: skip
EXCEPTIONS = {
    # The one switch between plain and compiled rules reads its environment variable.
    ("games/rules/jit.py", "os"),
}
SOURCES = [
    path for path in sorted((ROOT / "games").rglob("*.py")) if "migrations" not in path.parts
]


@cache
def imported(path: Path) -> list[str]:
    """Every module a file imports, at its top or inside functions; `from a import b` as a.b."""
    names = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            names += [f"{node.module}.{alias.name}" for alias in node.names]
    return names


def folder(dotted: str) -> str | None:
    """The folder of `games` a module is in."""
    parts = dotted.split(".")
    if parts[0] != "games" or len(parts) == 1:
        return None
    return "contents" if parts[1] in CONTENTS else parts[1]


def dotted(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def short(path: Path) -> str:
    return str(path.relative_to(ROOT))


def is_allowed(path: Path, module: str) -> bool:
    return any(short(path) == file and module.startswith(name) for file, name in EXCEPTIONS)


def test_a_folder_imports_only_those_before_it():
    broken = []
    for path in SOURCES:
        own = folder(dotted(path))
        if own in (None, "__init__"):
            continue
        for module in imported(path):
            other = folder(module)
            if other and ORDER.index(other) > ORDER.index(own) and not is_allowed(path, module):
                broken.append(f"{short(path)} imports {module}")
    assert not broken, "\n".join(broken)


def test_contributing_lists_the_folders_in_this_order():
    table = (ROOT / "CONTRIBUTING.md").read_text().split("| folder | contents |\n")[1]
    cells = [row.split("|")[1] for row in table.split("\n\n")[0].splitlines()[1:]]
    listed = [name for cell in cells for name in re.findall(r"`(\w+)`", cell)]
    assert [name for name in ORDER if name != "contents"] == listed


def test_a_door_imports_no_other_door():
    """Code that several of them need stands below."""
    broken = [
        f"{short(path)} imports {module}"
        for path in SOURCES
        for module in imported(path)
        if folder(dotted(path)) in DOORS
        and folder(module) in DOORS
        and folder(module) != folder(dotted(path))
    ]
    assert not broken, "\n".join(broken)


def test_only_doors_know_requests():
    """Below them functions take what they need of one, such as the caller."""
    below = ORDER[: ORDER.index("live")]
    readers = {
        "games/accounts/callers.py",  # reads who asks, for all doors, and signs guests in
        "games/accounts/devices.py",  # reads the cookie of a browser, for pages and API
    }
    broken = [
        f"{short(path)} imports {module}"
        for path in SOURCES
        for module in imported(path)
        if folder(dotted(path)) in below
        and module.startswith("django.")
        and module.endswith("Request")
        and short(path) not in readers
    ]
    assert not broken, "\n".join(broken)


def test_within_the_table_reading_knows_the_writer_and_not_the_other_way_round():
    broken = []
    for path in SOURCES:
        own = dotted(path).split(".")
        if own[1] != "table":
            continue
        place = INSIDE_TABLE.index(own[2]) if own[2] in INSIDE_TABLE else -1
        for module in imported(path):
            parts = module.split(".")
            if parts[:2] == ["games", "table"] and parts[2] in INSIDE_TABLE[place + 1 :]:
                broken.append(f"{short(path)} imports {module}")
    assert not broken, "\n".join(broken)


def test_pure_folders_do_no_input_or_output_and_take_their_luck_as_an_argument():
    """`random.Random(seed)` is an argument; `random.random()` and friends are global state."""
    broken = []
    for path in SOURCES:
        if not short(path).startswith(PURE):
            continue
        for module in imported(path):
            if module.split(".")[0] in NOT_FOR_PURE and not is_allowed(path, module):
                broken.append(f"{short(path)} imports {module}")
        for node in ast.walk(ast.parse(path.read_text())):
            of_random = (
                isinstance(node, ast.Attribute)
                and isinstance(node.value, ast.Name)
                and node.value.id == "random"
            )
            if of_random and node.attr != "Random":
                broken.append(f"{short(path)} calls random.{node.attr}")
    assert not broken, "\n".join(broken)


def test_the_referee_of_tournaments_stands_alone():
    """It would share the mistakes of what it checks."""
    shared = [
        f"{short(path)} imports {module}"
        for path in (ROOT / "tests/referee").rglob("*.py")
        for module in imported(path)
        if module.split(".")[0] in ("games", "warsite")
    ]
    assert not shared


def test_the_wiring_comes_last():
    """`games` reads its settings through django.conf; all it imports from `warsite` are files that
    know nothing of `games`."""
    files = ("addresses", "backups", "observing", "services", "celery", "local.")
    below = tuple(f"warsite.{name}" for name in files)
    broken = [
        f"{short(path)} imports {module}"
        for path in [*SOURCES, *sorted((ROOT / "warsite").rglob("*.py"))]
        for module in imported(path)
        if module.startswith("warsite.")
        and folder(dotted(path))
        and not module.startswith(below)
        or module.startswith("games.")
        and dotted(path).startswith(below)
    ]
    assert not broken, "\n".join(broken)


def test_nothing_imports_the_tests():
    """Code needed only by tests and development tools lives in `tests`."""
    sources = [*SOURCES, *(ROOT / "warsite").rglob("*.py")]
    assert not [
        short(path)
        for path in sources
        if any(name.split(".")[0] == "tests" for name in imported(path))
    ]


def test_no_code_is_there_for_the_tests_alone():
    """A function or class is named a second time outside the tests, unless a decorator of a library
    hands it over."""
    parts = [
        path for name in ("games", "warsite", "templates") for path in (ROOT / name).rglob("*")
    ]
    parts.append(ROOT / "pyproject.toml")
    texts = [path.read_text() for path in parts if path.suffix in (".py", ".html", ".toml")]
    names = Counter(name for text in texts for name in re.findall(r"\w+", text))
    alone = [
        f"{short(path)}: {node.name}"
        for path in SOURCES
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        and all(ast.unparse(one).startswith("register.") for one in node.decorator_list)
        and names[node.name] == 1
        and node.name != "Command"
    ]
    assert not alone, "\n".join(alone)


def loads(program: str, *unwanted: str) -> list[str]:
    """The modules that start with one of these names and are loaded after the program."""
    program += "; import sys; print(*sys.modules)"
    ended = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program], capture_output=True, text=True, cwd=ROOT
    )
    assert ended.returncode == 0, ended.stderr
    return [name for name in ended.stdout.split() if name.startswith(unwanted)]


def test_the_web_process_never_imports_numba():
    """It would cost every web process 100 MB and seconds of start."""
    program = (
        "import warsite.asgi; from django.urls import get_resolver; get_resolver().url_patterns"
    )
    assert not loads(program, "numba", "numpy", "llvmlite", "icalendar")


def test_the_worker_of_the_lab_imports_what_plays_runs_and_nothing_else():
    """Pages, admin and tournaments would double its start and its memory."""
    program = (
        "import os, warsite.sims; "
        "os.environ['DJANGO_SETTINGS_MODULE'] = 'warsite.settings_lab'; "
        "import django; django.setup(); from warsite.celery import app; "
        "app.loader.import_default_modules(); assert 'games.tasks.play_chunk' in app.tasks"
    )
    assert not loads(
        program,
        *(
            "games.pages",
            "games.api",
            "games.live",
            "games.sockets",
            "games.operators",
            "games.tasks",
        ),
        *("games.tournaments.writer", "games.table.writer", "django.contrib.admin"),
        *("warsite.urls", "celery.bin", "channels"),
    )


def test_a_live_worker_imports_no_pages_and_no_driver_it_does_not_use():
    """They would add a third to its memory."""
    program = (
        "import os; os.environ.pop('DATABASE_URL', None); "
        "os.environ['DJANGO_SETTINGS_MODULE'] = 'warsite.settings'; "
        "from warsite.celery import app; app.Worker(pool_cls='threads', loglevel='ERROR')"
    )
    unwanted = ("games.pages", "games.api", "warsite.urls", "psycopg", "numpy", "icalendar")
    assert not loads(program, *unwanted, "py4swiss", "ninja", "health_check", "fido2")


def test_make_play_itself_does_without_django_and_celery():
    assert not loads("import warsite.local.__main__", "django", "celery", "games")


def test_the_kit_does_without_django_and_compiled_rules():
    """It works where there is no site, and its programs are started again and again."""
    program = "import games.kit.command, games.kit.bridge; from games.rules.catalogue import BOTS; "
    program += "[BOTS[key] for key in BOTS]"
    unwanted = ("django", "celery", "redis", "numba", "numpy", "games.table", "games.accounts")
    assert not loads(program, *unwanted)


def test_no_test_module_imports_another():
    """Code that several of them need stands in a conftest or in a module of its own."""
    tests = sorted((ROOT / "tests").rglob("*.py"))
    assert not [
        f"{short(path)} imports {module}"
        for path in tests
        for module in imported(path)
        if re.match(r"tests\.(\w+\.)*test_", module)
    ]
