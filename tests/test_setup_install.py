"""Installing without uv: plain pip, of the version that Python 3.11 brings."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
pytestmark = [pytest.mark.outer, pytest.mark.timeout(600)]


def test_plain_pip_installs_the_development_lock(tmp_path):
    shutil.copyfile(ROOT / "Makefile", tmp_path / "Makefile")
    for folder in (".ci", "requirements"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    ran = subprocess.run(["make", "install", "UV="], cwd=tmp_path, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert "trying plain pip" in ran.stdout
    programs = tmp_path / ".venv" / "bin"
    imported = [str(programs / "python"), "-c", "import coverage, django, pytest, uvicorn"]
    subprocess.run(imported, check=True, env=os.environ | {"PYTHONPATH": ""})
    assert not (programs / "uv").exists()
