"""The wheel: built, installed without a checkout, started in an empty folder, played, stopped."""

import re
import signal
import subprocess
import sys
import tomllib
import urllib.request
import zipfile
from pathlib import Path

import pytest

from tests.site import PATIENCE_S, ROOT, free_port, wait_until

pytestmark = [
    pytest.mark.outer,
    pytest.mark.timeout(1200),
    pytest.mark.xdist_group("play"),
    pytest.mark.skipif(sys.platform != "linux", reason="reads /proc"),
]
UV = Path(sys.executable).with_name("uv")
# A bot of the first admin, and its token.
MAKE_BOT = """
from datetime import timedelta
from django.utils import timezone
from games.accounts import tokens
from games.accounts.bots import make_owned
from games.accounts.models import Player
from django.db import transaction
with transaction.atomic():
    bot = make_owned(owner=Player.objects.get(username="root"), name="Robo")
scopes = ["tables:read", "tables:play"]
print(tokens.make(player=bot, name="", now=timezone.now(), scopes=scopes, days=1)[1])
"""


def run(*command, **more):
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, **more)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel of what git knows here."""
    if not UV.exists():
        pytest.skip("uv is not installed")
    folder = tmp_path_factory.mktemp("wheel")
    run(UV, "build", "--wheel", "--out-dir", folder, ROOT)
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The programs of an environment that has the wheel and what it needs, in the versions of the
    lock."""
    folder = tmp_path_factory.mktemp("environment")
    run(UV, "venv", "--python", sys.executable, folder)
    lock = ROOT / "requirements" / "production.lock"
    run(UV, "pip", "install", "--python", folder / "bin" / "python", "-c", lock, wheel)
    return folder / "bin"


class Home:
    """Somebody's home, with an empty folder to work in."""

    def __init__(self, home, programs):
        self.home, self.programs, self.port = home, programs, free_port()
        self.work = home / "work"
        self.work.mkdir(parents=True)
        self.environment = {"PATH": "/usr/bin:/bin", "HOME": str(home), "LANG": "C.UTF-8"}

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def warsite(self, *arguments, **environment):
        command = [self.programs / "warsite", *arguments]
        return run(*command, cwd=self.work, env=self.environment | environment)

    def start(self):
        self.said = (self.home / "said").open("w+")
        self.process = subprocess.Popen(
            [self.programs / "warsite", "--no-demo", "--port", str(self.port)],
            cwd=self.work,
            env=self.environment,
            stdout=self.said,
            stderr=self.said,
        )
        wait_until(lambda: self.url in self.told() or self.process.poll() is not None, "the page")
        assert self.process.poll() is None, self.told()

    def told(self):
        return (self.home / "said").read_text()

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(PATIENCE_S)
        self.said.close()
        return code

    def get(self, path):
        return urllib.request.urlopen(f"{self.url}{path}", timeout=60).read().decode()

    def running(self):
        """The processes with this home."""
        mark, found = f"HOME={self.home}".encode(), []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                if mark in (folder / "environ").read_bytes().split(b"\0"):
                    found.append((folder / "cmdline").read_bytes())
            except OSError:
                pass
        return found


@pytest.fixture
def home(tmp_path, installed):
    home = Home(tmp_path / "home", installed)
    yield home
    process = getattr(home, "process", None)
    if process is not None and process.poll() is None:
        home.stop()


def test_it_has_two_packages_and_all_that_they_need(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    about = f"{wheel.name.split('-py3')[0]}.dist-info"
    assert {name.split("/")[0] for name in names} == {"games", "warsite", about}
    kept = run("git", "ls-files", "games", "warsite", cwd=ROOT).split()
    assert not {*kept} - {*names}
    templates = run("git", "ls-files", "templates", cwd=ROOT).split()
    assert not {f"warsite/installed/{name}" for name in (*templates, "verify.py")} - {*names}
    beside = {name.split("/")[2] for name in names if name.startswith("warsite/installed/")}
    assert beside == {"templates", "verify.py"}
    assert not [name for name in names if "__pycache__" in name or "/tests/" in name]
    told = zipfile.ZipFile(wheel).read(f"{about}/METADATA").decode()
    for line in ("License-File: LICENSE", "License-Expression: MIT", "Requires-Python: >=3.11"):
        assert line in told
    assert "# warsite" in told  # the readme


def test_it_is_installed_started_played_and_stopped(home):
    home.start()
    assert "warsite manage createsuperuser" in home.told()
    data = home.home / ".local" / "share" / "warsite"
    assert (data / "warsite.sqlite3").exists() and str(data) in home.told()
    admin = ("createsuperuser", "--noinput", "--username", "root", "--email", "root@example.org")
    home.warsite("manage", *admin, DJANGO_SUPERUSER_PASSWORD="correct horse")
    code = played(home)
    assert "World War III" in home.get("/rules/ww3/")
    assert "def verify" in home.get("/verify.py")
    style = re.search(r'href="(/static/games/[^"]+\.css)"', home.get("/"))
    assert style and len(home.get(style[1])) > 1000
    for kind in ("json", "wsn"):
        (home.work / f"game.{kind}").write_text(home.get(f"/g/{code}.{kind}"))
        told = home.warsite("verify", f"game.{kind}")
        assert ": ok  result: " in told and "BAD" not in told
        (home.work / f"game.{kind}").unlink()
    assert home.stop() == 0
    assert not home.running()
    assert not [*home.work.iterdir()]  # everything is in the user's folders
    cached = home.home / ".cache" / "warsite"
    assert not cached.exists() or [path.name for path in cached.iterdir()] == ["compiled"]


def played(home):
    """The code of a game that the example bot plays at this site."""
    token = home.warsite("manage", "shell", "-v0", "-c", MAKE_BOT).split()[-1]
    bot = [sys.executable, ROOT / "docs" / "examples" / "bot.py", home.url, "--game", "ww3"]
    environment = home.environment | {"WARSITE_TOKEN": token}
    (code,) = run(*bot, "--options", "cap=10", env=environment).split()
    return code


def test_the_referee_needs_no_home(home):
    player = ROOT / "tests" / "kit" / "player.py"
    bot = ("--bot", f"{sys.executable} {player} well", "--games", "2")
    told = home.warsite("referee", "--game", "ww3", "--options", "cap=10", *bot)
    assert "won " in told and not (home.home / ".local").exists()


def test_the_version_is_that_of_the_project(wheel):
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert wheel.name == f"warsite-{version}-py3-none-any.whl"
