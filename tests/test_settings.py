"""Settings that are easily wrong without notice."""

import os
import subprocess
import sys

from tests.site import ROOT


def test_mails_without_a_server_are_private_files_in_the_data_folder(tmp_path):
    home, elsewhere = tmp_path / "home", tmp_path / "elsewhere"
    elsewhere.mkdir()
    command = [sys.executable, str(ROOT / "manage.py"), "sendtestemail", "dora@example.org"]
    environment = {key: value for key, value in os.environ.items() if key != "EMAIL_URL"}
    environment["WARSITE_HOME"] = str(home)
    subprocess.run(command, cwd=elsewhere, env=environment, check=True, timeout=120)
    (kept,) = (home / "mail").iterdir()
    assert "dora@example.org" in kept.read_text()
    assert (home / "mail").stat().st_mode & 0o777 == 0o700
    assert not list(elsewhere.iterdir())
