"""The Caddyfile, run by Caddy itself before two processes that stand for web."""

import os
import shutil
import signal
import socket
import struct
import subprocess
import sys
import urllib.request
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import ExitStack, suppress

import pytest

from tests.live.waiting import PATIENCE_S
from tests.site import ROOT, free_port, wait_until

pytestmark = pytest.mark.skipif(shutil.which("caddy") is None, reason="there is no Caddy here")
FILE = ROOT / "deploy" / "Caddyfile"
LARGE = 20_000_000  # bytes: more than sockets hold


class Proxy:
    def __init__(self, home, stack):
        self.home, self.stack = home, stack
        (home / "pages").mkdir()
        (home / "pages" / "index.html").write_text("page")
        with (home / "pages" / "KEY").open("wb") as large:
            large.truncate(LARGE)
        self.port, ports = free_port(), [free_port(), free_port()]
        serve = (sys.executable, "-m", "http.server", "--bind", "127.0.0.1", "--directory")
        self.web = [self.run(*serve, home / "pages", str(port)) for port in ports]
        servers = " ".join(f"127.0.0.1:{port}" for port in ports)
        self.environment = os.environ | {
            "DOMAIN": f"http://127.0.0.1:{self.port}",
            "WEB_SERVERS": servers,
            "PROGRAM_SERVERS": servers,
            "CADDY_ADMIN": f"127.0.0.1:{free_port()}",
            "HOME": str(home),
            "XDG_CONFIG_HOME": str(home),
            "XDG_DATA_HOME": str(home),
        }
        config = ("--config", FILE, "--adapter", "caddyfile")
        subprocess.run(["caddy", "validate", *config], env=self.environment, check=True)
        self.run("caddy", "run", *config, env=self.environment)
        wait_until(self.answers, "the proxy")

    def run(self, *command, **more):
        with (self.home / "log").open("a") as log:
            process = subprocess.Popen(command, stdout=log, stderr=log, **more)
        self.stack.callback(process.wait)
        self.stack.callback(process.kill)
        return process

    def get(self, path="/"):
        with urllib.request.urlopen(
            f"http://127.0.0.1:{self.port}{path}", timeout=PATIENCE_S
        ) as answer:
            return answer.status

    def answers(self):
        with suppress(OSError):
            return self.get() == 200
        return False

    def break_off(self, path):
        """Ask for much, read little, and vanish; from this port."""
        with socket.create_connection(("127.0.0.1", self.port)) as client:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            client.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            client.recv(1000)
            return client.getsockname()[1]


@pytest.fixture
def proxy(tmp_path):
    with ExitStack() as stack:
        yield Proxy(tmp_path, stack)


def test_a_busy_process_is_not_left_out_and_a_dead_one_costs_nothing(proxy):
    with ThreadPoolExecutor(12) as people:
        for slow in (proxy.web[:1], proxy.web):
            for process in slow:
                process.send_signal(signal.SIGSTOP)
            asked = [people.submit(proxy.get) for _ in range(12)]
            if len(slow) == 1:  # the other one answers meanwhile
                assert wait(asked, timeout=60, return_when=FIRST_COMPLETED).done
            else:
                assert not wait(asked, timeout=0.5).done
            for process in slow:
                process.send_signal(signal.SIGCONT)
            assert [answer.result() for answer in asked] == [200] * 12
    proxy.web[0].kill()
    assert [proxy.get() for _ in range(12)] == [200] * 12


def test_errors_name_neither_what_was_asked_for_nor_by_whom(proxy):
    port = proxy.break_off("/KEY?code=KEY")
    log = proxy.home / "log"
    wait_until(lambda: "incomplete response" in log.read_text(), "the error")
    records = [line for line in log.read_text().splitlines() if '"logger":"http' in line]
    assert records and not [line for line in records if "KEY" in line or f":{port}" in line]
