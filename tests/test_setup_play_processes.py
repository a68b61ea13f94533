"""The processes of `make play`: when a worker of the lab runs, what goes when its parent is killed,
and an installation that was broken off."""

import os
import shutil
import signal
import subprocess
import sys

import pytest

from tests.site import ROOT, Site, processes_of, wait_until
from warsite.local import processes

pytestmark = [
    pytest.mark.outer,
    pytest.mark.services,
    pytest.mark.sqlite,
    pytest.mark.skipif(sys.platform != "linux", reason="reads /proc"),
    pytest.mark.timeout(900),
    pytest.mark.xdist_group("play"),
]


@pytest.fixture
def site(tmp_path):
    site = Site(tmp_path / "my home", empty=True)
    yield site
    site.close()


RUN = (
    "from games.lab.runs import run; from games.lab.runs.spec import read_spec; "
    "run.start(spec=read_spec(game='war', games=1000, seed={}), free=True)"
)


def test_beat_is_a_thread_and_the_lab_has_a_worker_only_while_it_is_used(site):
    def workers() -> list[int]:
        commands = processes_of(site.home)
        return [pid for pid, command in commands.items() if "warsite.sims" in command]

    def ask(seed: int) -> None:
        assert site.manage("shell", "-c", RUN.format(seed)).returncode == 0

    site.start("--no-demo")
    wait_until(lambda: site.manage("healthy", "beat").returncode == 0, "periodic tasks")
    commands = [*processes_of(site.home).values()]
    passing = ("valkey-server", "manage.py warm")  # a new clone compiles its rules meanwhile
    python = [command for command in commands if not any(name in command for name in passing)]
    assert len(python) == 3  # the supervisor, web and a live worker
    ask(1)
    wait_until(workers, "a worker of the lab, after the compiler", 600)
    wait_until(lambda: site.manage("healthy", "sims").returncode == 0, "its answer")
    os.kill(workers()[0], signal.SIGTERM)  # as it does itself, when it had nothing to do
    wait_until(lambda: not workers(), "its end")
    ask(2)
    wait_until(workers, "a worker of the lab again")
    assert "sims stopped" not in site.said()


def test_a_worker_of_the_lab_ends_when_it_has_nothing_to_do():
    command = [*processes.module(processes.sims()), "--idle", "0.5"]
    assert subprocess.run(command, cwd=ROOT).returncode == 0


def test_a_killed_make_takes_the_site_with_it(site):
    """The Makefile starts it with --with-parent, so killing make with -9 stops everything."""
    command = [sys.executable, "-m", "warsite.local", "--no-demo", "--with-parent"]
    command += ["--port", str(site.port)]
    program = f"import subprocess; subprocess.Popen({command}).wait()"
    parent = subprocess.Popen([sys.executable, "-c", program], env=site.environment)
    wait_until(site.answers, "the page")
    parent.kill()
    parent.wait()
    wait_until(lambda: not processes_of(site.home), "no process left")


def test_an_environment_that_was_broken_off_is_made_anew(tmp_path):
    shutil.copy(ROOT / "Makefile", tmp_path)
    shutil.copytree(ROOT / ".ci", tmp_path / ".ci")
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.symlink_to(sys.executable)  # pip would come next
    subprocess.run(["make", ".venv/bin/activate"], cwd=tmp_path, check=True)
    subprocess.run([python, "-m", "pip", "--version"], check=True, capture_output=True)
