"""Fixtures of all tests: settings that make them fast, and a clean cache for each."""

import os
import secrets
import shutil
import time
from collections.abc import Iterator
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
import redis
from django.conf import settings as configured
from django.core.cache import caches
from django.db import connection, transaction
from django.test import override_settings
from hypothesis import HealthCheck
from hypothesis import settings as properties

from games.limits import counting
from games.limits.declared import DAY_S
from tests import luck, migrated
from tests.depth import DEPTH, FIRST_SEED
from tests.flush import flush
from tests.valkeys import dead_valkey, hanging_valkey, own_valkey  # noqa: F401
from warsite.services import at_database

# The same examples in every run, however slow the machine is.
properties.register_profile(
    "steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
properties.load_profile("steady")
SERVED = {"db", "transactional_db", "redis"}
COMPILING = {"engine", "ask", "compiled"}  # fixtures that start a process with compiled rules
QUICK_HASHER = "django.contrib.auth.hashers.MD5PasswordHasher"


def pytest_report_header() -> str:
    return f"random cases: DEPTH={DEPTH:g} FIRST_SEED={FIRST_SEED}"


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark a test that asks for the database or for Redis as one that needs services.  Tests that
    compile the rules run in one process, so that each game is compiled once; so do those of a
    module that share rows."""
    if COMPILING & {*item.fixturenames}:
        item.add_marker(pytest.mark.xdist_group("compiled"))
    elif "shared_rows" in item.fixturenames:
        item.add_marker(pytest.mark.xdist_group(item.path.stem))
    if SERVED & {*item.fixturenames} or item.get_closest_marker("django_db"):
        item.add_marker(pytest.mark.services)


@pytest.hookimpl(trylast=True)  # after they were shuffled
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the tests that may take minutes first, so that in the end nobody waits for one of them.
    Whole sites are the last of them: each compiles the rules that the tests have not compiled
    before."""
    items.sort(key=turn)


def turn(item: pytest.Item) -> int:
    """The rank of a test: the lower, the earlier."""
    if item.get_closest_marker("timeout") is None:
        return 2
    group = item.get_closest_marker("xdist_group")
    return int(group is not None and group.args == ("play",))


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Django would delete the copied file; the folder of this process goes at its end."""
    return not os.environ.get("DATABASE_URL")


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix) -> None:
    """Begin with a copy of a migrated database.  No test waits for a disk: it may take seconds,
    and others give up waiting for a lock.  Those that crash PostgreSQL have one of their own."""
    own = configured.DATABASES["default"]["TEST"]
    if url := os.environ.get("DATABASE_URL"):
        own["TEMPLATE"] = migrated.database(url)
        configured.DATABASES["default"]["OPTIONS"]["options"] += " -c synchronous_commit=off"
    else:
        shutil.copyfile(migrated.file(), own["NAME"])


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker) -> Iterator[None]:
    """Make sure the database can be dropped at the end.  PostgreSQL refuses while a session is
    open, and a thread or a killed process may still hold one."""
    connection.ops.sql_flush = flush
    yield
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock():
            connection.close()
            connection.close_pool()
        server = urlunsplit(urlsplit(os.environ["DATABASE_URL"])._replace(path="/postgres"))
        with psycopg.connect(server, autocommit=True) as administrator:
            administrator.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity where datname = %s",
                [connection.settings_dict["NAME"]],
            )


@pytest.fixture(autouse=True)
def quick_settings(settings) -> None:
    settings.PASSWORD_HASHERS = [QUICK_HASHER]
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    }
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"


@pytest.fixture(autouse=True)
def same_luck(request, monkeypatch) -> None:
    """Each test gets the same secrets, codes and names in every run."""
    for name, draw in luck.drawn(request.node.nodeid.partition("@")[0]).items():
        monkeypatch.setattr(secrets, name, draw)


@pytest.fixture(scope="module")
def shared_rows(request, django_db_setup, django_db_blocker) -> Iterator[None]:
    """Let fixtures of a module make rows that its tests share.  Each test takes back what it writes
    itself; at the end of the module all of them go."""
    quick = override_settings(PASSWORD_HASHERS=[QUICK_HASHER])
    unblock = django_db_blocker.unblock()
    with pytest.MonkeyPatch.context() as same, unblock, quick, transaction.atomic():
        for name, draw in luck.drawn(request.module.__name__).items():
            same.setattr(secrets, name, draw)
        yield
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def whole_periods(request, monkeypatch) -> None:
    """Let limits believe that each test starts at midnight, so that no period ends during it."""
    if "time_machine" not in request.fixturenames:
        early_s = counting.now_s() % DAY_S
        monkeypatch.setattr(counting, "now_s", lambda: int(time.time()) - early_s)


@pytest.fixture(autouse=True)
def fresh_lists(request, monkeypatch) -> None:
    """Let home read its public lists each time, unless a test sets the clock itself: otherwise it
    would depend on the machine's speed which ones it shows."""
    if request.node.get_closest_marker("services") and "time_machine" not in request.fixturenames:
        for kept in ("PUBLIC_S", "UNCHANGED_S"):
            monkeypatch.setattr(f"games.pages.play.home.{kept}", 0)


def forget_keys(number: int) -> None:
    """Delete what this process wrote; an external server may hold other keys."""
    with redis.Redis.from_url(at_database(configured.REDIS_URL, number)) as server:
        if keys := list(server.scan_iter(f"{configured.KEY_PREFIX}:*", count=1000)):
            server.delete(*keys)


@pytest.fixture(autouse=True)
def clean_cache(request) -> Iterator[None]:
    """Pure tests need no server; the others leave no keys in it."""
    for name in ("template_fragments", "standings"):
        caches[name].clear()
    if not request.node.get_closest_marker("services"):
        yield
        return
    request.getfixturevalue("clean_server")
    yield
    forget_keys(1)


@pytest.fixture(scope="session")
def clean_server() -> Iterator[None]:
    """Remove queues and timers from an external server at the end."""
    yield
    for number in (0, 1, 2):
        forget_keys(number)
