"""The example for nginx: what it says, and what nginx makes of it before processes that stand for
web and programs."""

import re
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from tests.live.waiting import PATIENCE_S
from tests.production import ROOT
from tests.site import free_port, wait_until
from warsite.limits import BODY_BYTES

FILE = (ROOT / "deploy" / "nginx.conf").read_text()
CADDYFILE = (ROOT / "deploy" / "Caddyfile").read_text()
NAMES = ("warsite-web-1", "warsite-web2-1", "warsite-programs-1")
TOKEN = {"Authorization": "Bearer warsite_b_1"}
REST = "events {{}}\npid {0}/pid;\ndaemon off;\nerror_log {0}/log;\nhttp {{\n{1}\n}}\n"


def test_it_asks_the_processes_of_the_example_and_limits_as_the_caddyfile_does():
    example = (ROOT / ".env.example").read_text()
    addresses = " ".join(re.findall(r'_SERVERS="(.*)"', example)).split()
    assert addresses == [f"{name}:8000" for name in NAMES]
    assert set(re.findall(r"server ([\w-]+:\d+)", FILE)) == set(addresses)
    assert int(re.findall(r"client_max_body_size (\d+)k;", FILE)[0]) * 1024 == BODY_BYTES
    (hidden,) = re.findall(r"location ~ \^/\((.*)\)\$", FILE)
    (inside,) = re.findall(r"@inside path (.*)", CADDYFILE)
    assert [f"/{path}" for path in hidden.split("|")] == inside.split()


class Proxy:
    """nginx without TLS, in a folder; each process before which it stands answers its name."""

    def __init__(self, home: Path, stack: ExitStack) -> None:
        self.home, self.stack, self.port = home, stack, free_port()
        text = FILE[: FILE.index("server {\n    listen 80;")] + FILE[FILE.rindex("server {\n") :]
        text = re.sub(r"    (listen|ssl_certificate|ssl_certificate_key|error_log) .*\n", "", text)
        text = text.replace("server {\n", f"server {{\n    listen 127.0.0.1:{self.port};\n")
        self.processes = {}
        for name in NAMES:
            port = free_port()
            text = text.replace(f"{name}:8000", f"127.0.0.1:{port}")
            self.processes[name] = self.serve(name, port)
        (home / "nginx.conf").write_text(REST.format(home, text))
        self.run(shutil.which("nginx"), "-p", home, "-c", home / "nginx.conf", "-e", home / "log")
        wait_until(self.answers, "nginx and those behind it", 60)

    def serve(self, name: str, port: int) -> "subprocess.Popen[bytes]":
        for path in ("", "api/v1", "ws/table/ABCDEFGH", "metrics", "health/all"):
            folder = self.home / name / path
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "index.html").write_text(name)
        command = ("-m", "http.server", "--bind", "127.0.0.1", "--directory", self.home / name)
        return self.run(sys.executable, *command, str(port))

    def run(self, *command: object) -> "subprocess.Popen[bytes]":
        with (self.home / "said").open("a") as said:
            process = subprocess.Popen([str(part) for part in command], stdout=said, stderr=said)
        self.stack.callback(process.wait)
        self.stack.callback(process.terminate)
        return process

    def get(self, path: str = "/", **headers: str) -> str:
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", headers=headers)
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            return str(answer.read().decode())

    def answers(self) -> bool:
        with suppress(OSError):
            everybody = {self.get() for _ in range(4)} | {self.get("/api/v1/")}
            return everybody == set(NAMES)
        return False


@pytest.fixture
def proxy(tmp_path) -> Iterator[Proxy]:
    tmp_path.chmod(0o755)
    with ExitStack() as stack:
        yield Proxy(tmp_path, stack)


@pytest.mark.outer
@pytest.mark.skipif(shutil.which("nginx") is None, reason="there is no nginx here")
def test_people_meet_programs_have_their_own_and_whoever_is_left_answers(proxy):
    people = set(NAMES[:2])
    table = {proxy.get("/ws/table/ABCDEFGH/") for _ in range(6)}
    assert len(table) == 1 and table < people
    assert proxy.get("/", **TOKEN) == proxy.get("/ws/table/ABCDEFGH/", **TOKEN) == NAMES[2]
    for path in ("/metrics", "/health/all/"):
        with pytest.raises(urllib.error.HTTPError, match="404"):
            proxy.get(path)
    (first,) = table
    proxy.processes[first].kill()
    assert {proxy.get("/ws/table/ABCDEFGH/"), proxy.get()} == people - table
    for name in people:
        proxy.processes[name].kill()
    assert proxy.get() == proxy.get("/ws/table/ABCDEFGH/") == NAMES[2]
