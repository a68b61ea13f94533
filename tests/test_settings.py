"""Settings that are easily wrong without notice."""

import os
import socket
import subprocess
import sys

import pytest

from tests.site import ROOT
from warsite.local import places


def test_mails_without_a_server_are_private_files_in_the_data_folder(tmp_path):
    home, elsewhere = tmp_path / "home", tmp_path / "elsewhere"
    elsewhere.mkdir()
    command = [sys.executable, str(ROOT / "manage.py"), "sendtestemail", "dora@example.org"]
    environment = {key: value for key, value in os.environ.items() if key != "EMAIL_URL"}
    environment["WARSITE_HOME"] = str(home)
    subprocess.run(command, cwd=elsewhere, env=environment, check=True)
    (letter,) = (home / "mail").iterdir()
    assert "dora@example.org" in letter.read_text()
    assert (home / "mail").stat().st_mode & 0o777 == 0o700
    assert not list(elsewhere.iterdir())


def test_a_checkout_keeps_its_data_and_compiled_rules_beside_the_sources(monkeypatch):
    monkeypatch.delenv("WARSITE_HOME")
    assert places.home() == ROOT / "var"
    assert places.compiled() == ROOT / ".numba_cache"
    assert places.TEMPLATES.is_dir() and places.VERIFIER.is_file()


LAYER = """
import socket
from warsite.settings import CHANNEL_LAYERS, GONE_MS
[host] = CHANNEL_LAYERS["default"]["CONFIG"]["hosts"]
assert host["socket_keepalive_options"][socket.TCP_USER_TIMEOUT] == GONE_MS
"""


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="this system has no such limit")
def test_the_channel_layer_notices_that_its_server_has_vanished(tmp_path):
    place = {"REDIS_URL": "redis://example.org", "WARSITE_HOME": str(tmp_path)}
    subprocess.run([sys.executable, "-c", LAYER], cwd=ROOT, env=os.environ | place, check=True)


TLS = """
from warsite.settings import DATABASES
options = DATABASES["default"]["OPTIONS"]
assert (options["sslmode"], options["sslrootcert"]) == ("verify-full", "/ca.pem")
assert options["pool"] and options["connect_timeout"]
"""


def test_what_the_address_of_the_database_asks_for_is_done(tmp_path):
    address = "postgres://u:p@example.org/warsite?sslmode=verify-full&sslrootcert=/ca.pem"
    place = {"DATABASE_URL": address, "WARSITE_HOME": str(tmp_path)}
    subprocess.run([sys.executable, "-c", TLS], cwd=ROOT, env=os.environ | place, check=True)


COOKIES = """
import asyncio, django
django.setup()
from warsite.cookies import OldCookies

def asked(kind, cookies, *answered):
    seen, sent = [], []

    async def inside(scope, receive, send):
        seen.append(b"".join(value for name, value in scope["headers"] if name == b"cookie"))
        await send({"type": "http.response.start", "headers": answered})

    async def send(message):
        sent.extend(value for name, value in message["headers"] if name == b"set-cookie")

    scope = {"type": kind, "headers": [(b"host", b"a.example"), (b"cookie", cookies)]}
    asyncio.run(OldCookies(inside)(scope, None, send))
    return seen[0], sent

own, before = (b"Vary", b"Accept-Language, Cookie"), b"lang=en; sessionid=k1; csrftoken=t1"
now = before + b"; __Host-sessionid=k1; __Host-csrftoken=t1"
age = b"Max-Age=15552000; Path=/; Secure; HttpOnly; SameSite=Lax"
assert asked("http", before, own) == (now, [b"__Host-sessionid=k1; " + age])
assert asked("websocket", before)[0] == now
assert asked("http", before) == (now, [])  # a file that a cache may keep
ended = (b"set-cookie", b"__Host-sessionid=; Max-Age=0")
assert asked("http", before, own, ended) == (now, [ended[1]])
new = b"sessionid=k1; __Host-sessionid=k2"
assert asked("http", new, own) == (new, [])
"""


def test_cookies_without_their_prefix_count_until_a_browser_has_the_new_ones(tmp_path):
    place = {"PUBLIC_URL": "https://a.example", "WARSITE_HOME": str(tmp_path)}
    subprocess.run([sys.executable, "-c", COOKIES], cwd=ROOT, env=os.environ | place, check=True)


@pytest.mark.outer
def test_nobody_else_on_the_machine_reads_the_data(tmp_path):
    """Neither those of an earlier release nor new ones, nor backups of them."""
    home, copy = tmp_path / "home", tmp_path / "copy"
    home.mkdir(mode=0o755)
    environment = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    environment["WARSITE_HOME"] = str(home)

    def manage(*command):
        whole = [sys.executable, str(ROOT / "manage.py"), *command]
        subprocess.run(whole, env=environment, check=True, capture_output=True)

    def readable():
        paths = [home, copy, *home.rglob("*"), *copy.rglob("*")]
        return [str(path) for path in paths if path.exists() and path.stat().st_mode & 0o077]

    write = "from django.db import connection;"
    write += "connection.cursor().execute('CREATE TABLE kept (number int)')"
    manage("shell", "-c", write)
    assert (home / "warsite.sqlite3").stat().st_size and readable() == []
    manage("backup", str(copy))
    assert (copy / "warsite.sqlite3").exists() and readable() == []
    for path in (home, copy, *home.glob("warsite.sqlite3*"), *copy.glob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    manage("backup", str(copy))
    manage("restore", str(copy))
    assert (home / "warsite.sqlite3").stat().st_mode & 0o777 == 0o600
    assert home.stat().st_mode & 0o777 == 0o700
    assert (copy / "warsite.sqlite3").stat().st_mode & 0o777 == 0o600


def test_the_commands_of_development_are_not_the_site_s(tmp_path):
    inherited = {k: v for k, v in os.environ.items() if k != "DJANGO_SETTINGS_MODULE"}
    environment = inherited | {"WARSITE_HOME": str(tmp_path)}

    def commands(*program):
        asked = [sys.executable, *program, "help", "--commands"]
        return subprocess.check_output(asked, cwd=ROOT, env=environment, text=True).split()

    assert set(commands("-m", "tests.development")) - set(commands("manage.py")) >= {"messages"}
