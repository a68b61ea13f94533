"""Caddy with the Caddyfile of the repository, outside of containers."""

import os
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.site import ROOT, free_port

IS_THERE = shutil.which("caddy") is not None
FILE = ROOT / "deploy" / "Caddyfile"


@contextmanager
def caddy(home: Path, port: int, web: Iterable[int], programs: Iterable[int]) -> Iterator[None]:
    """A proxy at this port before servers at these ports; its log is in `home`."""
    environment = os.environ | {
        "DOMAIN": f"http://127.0.0.1:{port}",
        "WEB_SERVERS": " ".join(f"127.0.0.1:{server}" for server in web),
        "PROGRAM_SERVERS": " ".join(f"127.0.0.1:{server}" for server in programs),
        "CADDY_ADMIN": f"127.0.0.1:{free_port()}",
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home),
        "XDG_DATA_HOME": str(home),
    }
    config = ("--config", FILE, "--adapter", "caddyfile")
    subprocess.run(["caddy", "validate", *config], env=environment, check=True)
    with (home / "log").open("a") as log:
        command = ["caddy", "run", *config]
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
    try:
        yield
    finally:
        process.kill()
        process.wait()
