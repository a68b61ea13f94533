"""The services of docker-compose.yml started by hand: the same commands, with production settings.

On the embedded services, or on PostgreSQL and Redis when DATABASE_URL and REDIS_URL are set.
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

from tests.site import Site, wait_until
from tests.test_setup_deploy import PRODUCTION, ROOT, SERVICES
from warsite.local import processes, valkey

pytestmark = [pytest.mark.services, pytest.mark.timeout(400)]
OF_TEST = ("DATABASE_URL", "REDIS_URL")
PROXIED = {"X-Forwarded-Proto": "https", "Host": "war.example.org"}


def composed(name: str) -> dict[str, str]:
    """The environment of a service, with the values of .env.example and drawn secrets.  Databases
    and folders are those of the test."""
    example = re.findall(r'^(\w+)="?(.*?)"?$', (ROOT / ".env.example").read_text(), re.M)
    values = {key: value or PRODUCTION["SECRET_KEY"] for key, value in example}

    def value_of(found: re.Match[str]) -> str:
        return values.get(found[1]) or found[2]

    own = {k: v for k, v in SERVICES[name]["environment"].items() if k not in OF_TEST}
    return {
        k: re.sub(r"\$\{(\w+)(?::[?-]([^}]*))?\}", value_of, v) for k, v in (values | own).items()
    }


class StayHere(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args: object, **kwargs: object) -> None:
        return None


@dataclass
class Production:
    site: Site
    running: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    def start(self, name: str) -> None:
        command = list(SERVICES[name]["command"])
        if name == "web":
            command[command.index("8000")] = str(self.site.port)
        with (self.site.home / f"{name}.log").open("wb") as log:
            self.running[name] = subprocess.Popen(
                processes.module(command),
                cwd=processes.ROOT,
                env=composed(name) | self.site.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def get(self, path: str, **headers: str) -> tuple[int, dict[str, str], str]:
        request = urllib.request.Request(self.site.url + path, headers=headers)
        opener = urllib.request.build_opener(StayHere)
        try:
            with opener.open(request, timeout=10) as answer:
                return answer.status, dict(answer.headers), answer.read().decode()
        except urllib.error.HTTPError as refusal:
            with refusal:
                return refusal.code, dict(refusal.headers), refusal.read().decode()

    def is_well(self, path: str) -> bool:
        with suppress(OSError):
            return self.get(path)[0] == 200
        return False

    def healthy(self, service: str) -> bool:
        return self.site.manage("healthy", service).returncode == 0


@pytest.fixture(scope="module")
def production(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Production]:
    home = tmp_path_factory.mktemp("production")
    site = Site(home, **PRODUCTION, METRICS_TOKEN="token-of-this-test")
    server = None
    if "REDIS_URL" not in site.environment:
        server, site.environment["REDIS_URL"] = valkey.start(home)
    production = Production(site)
    try:
        for step in ("migrate", "collectstatic"):
            done = site.manage(step, "--noinput", "-v0")
            assert done.returncode == 0, done.stderr
        for name in ("web", "live", "sims", "beat"):
            production.start(name)
        yield production
        for process in production.running.values():
            process.terminate()
        for name, process in production.running.items():
            assert process.wait(90) in (0, -15), f"{name} does not stop when asked"
    finally:
        for process in production.running.values():
            processes.end(process)
        if server is not None:
            processes.end(server)
        site.close()


def test_every_service_comes_up_and_says_so(production):
    wait_until(lambda: production.is_well("/health/"), "web")
    wait_until(lambda: production.is_well("/health/all/"), "the live worker's pulse")
    for service in ("live", "sims", "beat"):
        wait_until(lambda service=service: production.healthy(service), service)


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
