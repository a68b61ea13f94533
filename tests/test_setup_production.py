"""The services of docker-compose.yml started by hand: the same commands, with production settings.

With a Valkey of its own, on SQLite, or on PostgreSQL when DATABASE_URL is set.
"""

import os
import re
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field

import pytest
import redis

from tests.production import PRODUCTION, ROOT, SERVICES
from tests.site import Site, free_port, wait_until
from warsite.local import processes, valkey

pytestmark = [pytest.mark.services, pytest.mark.timeout(400)]
OF_TEST = ("DATABASE_URL", "REDIS_URL")
PROXIED = {"X-Forwarded-Proto": "https", "Host": "war.example.org"}


STOP_S = 10.0  # it takes a second or two


def values() -> dict[str, str]:
    """Those of .env.example, and drawn secrets."""
    example = re.findall(r'^(\w+)="?(.*?)"?$', (ROOT / ".env.example").read_text(), re.M)
    return {key: value or PRODUCTION["SECRET_KEY"] for key, value in example}


def filled(text: str) -> str:
    given = values()
    return re.sub(
        r"\$\{(\w+)(?::[?-]([^}]*))?\}", lambda found: given.get(found[1]) or found[2], text
    )


def composed(name: str) -> dict[str, str]:
    """The environment of a service.  Databases and folders are those of the test."""
    own = {k: v for k, v in SERVICES[name]["environment"].items() if k not in OF_TEST}
    return {k: filled(v) for k, v in (values() | own).items()}


class StayHere(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args: object, **kwargs: object) -> None:
        return None


@dataclass
class Production:
    site: Site
    running: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)
    ports: dict[str, int] = field(default_factory=dict)

    def start_valkey(self) -> None:
        """With its password, on a free port instead of the container's."""
        port = self.ports["valkey"] = free_port()
        _, *options = map(filled, SERVICES["valkey"]["command"])
        with (self.site.home / "valkey.log").open("wb") as log:
            self.running["valkey"] = subprocess.Popen(
                [valkey.find_program(), *options, "--port", str(port)],
                cwd=self.site.home,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        url = filled(SERVICES["web"]["environment"]["REDIS_URL"])
        self.site.environment["REDIS_URL"] = url.replace("valkey:6379", f"127.0.0.1:{port}")
        wait_until(self.has_valkey, "valkey")

    def has_valkey(self) -> bool:
        url = self.site.environment["REDIS_URL"]
        with suppress(redis.ConnectionError), redis.Redis.from_url(url) as server:
            return bool(server.ping())
        return False

    def start(self, name: str) -> None:
        command = list(SERVICES[name]["command"])
        if "8000" in command:
            port = self.ports[name] = self.site.port if name == "web" else free_port()
            command[command.index("8000")] = str(port)
        with (self.site.home / f"{name}.log").open("wb") as log:
            self.running[name] = subprocess.Popen(
                processes.module(command),
                cwd=processes.ROOT,
                env=composed(name) | self.site.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def get(self, path: str, *, of: str = "web", **headers: str) -> tuple[int, dict[str, str], str]:
        url = f"http://127.0.0.1:{self.ports[of]}{path}"
        request = urllib.request.Request(url, headers=headers)
        opener = urllib.request.build_opener(StayHere)
        try:
            with opener.open(request, timeout=10) as answer:
                return answer.status, dict(answer.headers), answer.read().decode()
        except urllib.error.HTTPError as refusal:
            with refusal:
                return refusal.code, dict(refusal.headers), refusal.read().decode()

    def is_well(self, path: str, of: str = "web") -> bool:
        with suppress(OSError):
            return self.get(path, of=of)[0] == 200
        return False

    def healthy(self, service: str) -> bool:
        return self.site.manage("healthy", service).returncode == 0


@pytest.fixture(scope="module")
def production(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Production]:
    home = tmp_path_factory.mktemp("production")
    site = Site(home, own_valkey=True, **PRODUCTION, METRICS_TOKEN="token-of-this-test")
    production = Production(site)
    try:
        production.start_valkey()
        for step in ("migrate", "collectstatic"):
            done = site.manage(step, "--noinput", "-v0")
            assert done.returncode == 0, done.stderr
        for name in ("web", "programs", "live", "sims", "beat"):
            production.start(name)
        yield production
        ours = {k: v for k, v in production.running.items() if k != "valkey"}  # they need it
        for process in ours.values():
            process.terminate()
        for name, process in ours.items():
            assert process.wait(90) in (0, -15), f"{name} does not stop when asked"
    finally:
        for process in production.running.values():
            processes.end(process)
        site.close()


def test_every_service_comes_up_and_says_so(production):
    for name in ("web", "programs"):
        wait_until(lambda name=name: production.is_well("/health/", of=name), name)
        wait_until(lambda name=name: production.is_well("/health/all/", of=name), "a pulse")
    for service in ("live", "sims", "beat"):
        wait_until(lambda service=service: production.healthy(service), service)


def test_valkey_asks_for_its_password(production):
    port = production.ports["valkey"]
    with redis.Redis(port=port) as server, pytest.raises(redis.AuthenticationError):
        server.ping()


def test_a_live_worker_stops_soon_after_it_is_asked(production):
    wait_until(lambda: production.is_well("/health/all/"), "the live worker's pulse")
    worker = production.running["live"]
    worker.terminate()
    try:
        assert worker.wait(STOP_S) == 0
    finally:
        processes.end(worker)
        production.start("live")


def test_people_come_first(production):
    """Web gets the processor before live tables, and these before the lab."""
    wait_until(lambda: production.healthy("sims"), "sims")
    web, live, sims = (
        os.getpriority(os.PRIO_PROCESS, production.running[name].pid)
        for name in ("web", "live", "sims")
    )
    assert web < live < sims


def test_pages_are_strict_behind_a_proxy(production):
    wait_until(lambda: production.is_well("/health/"), "web")
    status, headers, text = production.get("/", **PROXIED)
    assert (status, "<h1>" in text) == (200, True)
    assert headers["strict-transport-security"] == "max-age=31536000; includeSubDomains"
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    status, headers, _ = production.get("/account/login/", **PROXIED)
    assert "Secure" in headers["set-cookie"]
    status, headers, _ = production.get("/", Host="war.example.org")
    assert (status, headers["location"]) == (301, "https://war.example.org/")
    assert production.get("/", **PROXIED | {"Host": "elsewhere.example"})[0] == 400


def test_metrics_need_their_token(production):
    wait_until(lambda: production.is_well("/health/"), "web")
    assert production.get("/metrics")[0] == 404
    status, _, text = production.get("/metrics", Authorization="Bearer token-of-this-test")
    assert status == 200
    assert "django_http_requests_total" in text and "warsite_command_seconds_count" in text
    for name in (
        "tables",
        "deadline_lag_seconds",
        "queue_tasks",
        "database_bytes",
        "valkey_hits_total",
    ):
        assert f"\nwarsite_{name}" in text
