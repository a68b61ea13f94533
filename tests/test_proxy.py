"""The Caddyfile, run by Caddy itself before processes that stand for web and programs."""

import signal
import socket
import struct
import subprocess
import sys
import time
import urllib.request
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import ExitStack, suppress

import pytest

from tests.caddy import IS_THERE, caddy
from tests.live.waiting import PATIENCE_S
from tests.site import free_port, wait_until

pytestmark = pytest.mark.skipif(not IS_THERE, reason="there is no Caddy here")
SOON_S = 2.0  # somebody answers
LARGE = 20_000_000  # bytes: more than sockets hold


class Proxy:
    def __init__(self, home, stack):
        self.home, self.stack = home, stack
        for folder in ("", "api/v1", "ws/table"):
            (home / "pages" / folder).mkdir(parents=True, exist_ok=True)
            (home / "pages" / folder / "index.html").write_text("page")
        with (home / "pages" / "KEY").open("wb") as large:
            large.truncate(LARGE)
        self.port, ports = free_port(), [free_port() for _ in range(3)]
        serve = (sys.executable, "-m", "http.server", "--bind", "127.0.0.1", "--directory")
        *self.web, self.programs = (self.run(*serve, home / "pages", str(port)) for port in ports)
        stack.enter_context(caddy(home, self.port, ports[:2], ports[2:]))
        wait_until(self.answers, "the proxy")

    def run(self, *command):
        with (self.home / "log").open("a") as log:
            process = subprocess.Popen(command, stdout=log, stderr=log)
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


@pytest.mark.parametrize("away", ["web", "programs"])
def test_people_and_programs_stand_in_for_each_other(proxy, away):
    for process in proxy.web if away == "web" else [proxy.programs]:
        process.kill()
        process.wait()
    for path in ("/", "/api/v1/", "/ws/table/") * 2:
        begun = time.monotonic()
        assert proxy.get(path) == 200
        assert time.monotonic() - begun < SOON_S


def test_errors_name_neither_what_was_asked_for_nor_by_whom(proxy):
    port = proxy.break_off("/KEY?code=KEY")
    log = proxy.home / "log"
    wait_until(lambda: "incomplete response" in log.read_text(), "the error")
    records = [line for line in log.read_text().splitlines() if '"logger":"http' in line]
    assert records and not [line for line in records if "KEY" in line or f":{port}" in line]
