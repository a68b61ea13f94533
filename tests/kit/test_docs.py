"""What docs/api.md says about bots away from a site works as it stands there."""

import re
import shlex
import subprocess

import pytest

from tests.kit.programs import PLAYER, PYTHON
from warsite.local.processes import ROOT

SECTION = (ROOT / "docs" / "api.md").read_text().split("## Away from a site\n")[1].split("\n## ")[0]
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", SECTION, re.S)


def blocks(language):
    return [text for kind, text in BLOCKS if kind == language]


@pytest.fixture
def folder(tmp_path):
    """A folder with the program of the page and the examples."""
    (program,) = blocks("python")
    (tmp_path / "mine.py").write_text(program)
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    return tmp_path


def test_the_commands_of_the_page_run(folder):
    commands = [line for text in blocks("sh") for line in text.splitlines()]
    assert len(commands) == 4
    for command in commands[:3]:
        # fewer games; the other example is played in test_referee.py, where there is Node.js
        words = shlex.split(command.replace("1000", "2"))
        assert words[0] == "warsite"
        words = [word.replace("python3", PYTHON) for word in words[1:]]
        done = subprocess.run(
            [PYTHON, "-m", "warsite", *words],
            cwd=folder,
            env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        if words[0] == "referee":
            counted = [f"{name:7} 0" for name in ("crash", "hang", "illegal")]
            assert not {*counted} - {*done.stdout.splitlines()}, done.stdout


def test_the_program_of_the_page_decides(folder):
    """It plays another game than one that only answers beats."""
    command = [PYTHON, "-m", "warsite", "referee", "--game", "ww3", "--options", "cap=10"]
    games = []
    for bot in (f"{PYTHON} mine.py", f"{PLAYER} silent"):
        path = folder / str(len(games))
        asked = [*command, "--bot", bot, "--games", "1", "--write", path]
        env = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"}
        subprocess.run(asked, cwd=folder, env=env, check=True, capture_output=True)
        games.append((path / "00001.wsn").read_text().split("\n\n")[1])
    assert games[0] != games[1]
