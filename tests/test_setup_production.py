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
from email.message import Message

import pytest
import redis

from tests.live.waiting import PATIENCE_S
from tests.production import PRODUCTION, ROOT, SERVICES
from tests.site import Site, free_port, wait_until
from warsite.local import processes, valkey
from warsite.services import at_database

pytestmark = [
    pytest.mark.outer,
    pytest.mark.services,
    pytest.mark.timeout(900),
    pytest.mark.xdist_group("production"),  # started once
]
OF_TEST = ("DATABASE_URL", "REDIS_URL", "COPIES_URL")
PROXIED = {"X-Forwarded-Proto": "https", "Host": "war.example.org"}
SIGNED_IN = """
from django.test import Client
from games.accounts.models import Player
client = Client()
client.force_login(Player.objects.create_user("nora"))
print(client.cookies["__Host-sessionid"].value)
"""


STOP_S = 10.0  # it takes a second or two


def values() -> dict[str, str]:
    """The values of .env.example, and drawn secrets."""
    example = re.findall(r'^(\w+)="?(.*?)"?$', (ROOT / ".env.example").read_text(), re.M)
    return {key: value or PRODUCTION["SECRET_KEY"] for key, value in example}


def filled(text: str) -> str:
    environment = values()
    return re.sub(
        r"\$\{(\w+)(?::[?-]([^}]*))?\}", lambda match: environment.get(match[1]) or match[2], text
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

    def start_valkey(self, name: str, variable: str) -> None:
        """With its password, on a free port instead of the container's."""
        port, service = free_port(), SERVICES[name]
        of_image = "docker-entrypoint.sh valkey-server"
        *shell, script, _ = [word.replace("$$", "$") for word in service["entrypoint"]]
        assert of_image in script
        script = script.replace(of_image, valkey.find_program())
        own = {key: filled(value) for key, value in service["environment"].items()}
        with (self.site.home / f"{name}.log").open("wb") as log:
            self.running[name] = subprocess.Popen(
                [*shell, script, name, *service["command"], "--port", str(port)],
                cwd=self.site.home,
                env=os.environ | own,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        url = filled(SERVICES["web"]["environment"][variable])
        self.site.environment[variable] = url.replace(f"{name}:6379", f"127.0.0.1:{port}")
        self.ports[name] = port
        wait_until(lambda: self.has_valkey(variable), name)

    def has_valkey(self, variable: str) -> bool:
        url = self.site.environment[variable]
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
            with opener.open(request, timeout=PATIENCE_S) as answer:
                return answer.status, by_name(answer.headers), answer.read().decode()
        except urllib.error.HTTPError as refusal:
            with refusal:
                return refusal.code, by_name(refusal.headers), refusal.read().decode()

    def is_well(self, path: str, of: str = "web") -> bool:
        with suppress(OSError):
            return self.get(path, of=of)[0] == 200
        return False

    def healthy(self, service: str) -> bool:
        return self.site.manage("healthy", service).returncode == 0


def by_name(headers: Message) -> dict[str, str]:
    """The headers of an answer, those that come again in lines."""
    return {name: "\n".join(map(str, headers.get_all(name, []))) for name in headers}


def ends(beat: "subprocess.Popen[bytes]") -> bool:
    """Ask beat to stop, and return whether it has.  Celery's misses a signal that comes during a
    query."""
    beat.terminate()
    return beat.poll() is not None


@pytest.fixture(scope="module")
def production(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Production]:
    home = tmp_path_factory.mktemp("production")
    site = Site(home, own_valkey=True, **PRODUCTION, METRICS_TOKEN="token-of-this-test")
    production = Production(site)
    try:
        production.start_valkey("valkey", "REDIS_URL")
        production.start_valkey("copies", "COPIES_URL")
        for step in ("migrate", "collectstatic"):
            done = site.manage(step, "--noinput", "-v0")
            assert done.returncode == 0, done.stderr
        for name in ("web", "programs", "live", "sims", "beat"):
            production.start(name)
        yield production
        servers = ("valkey", "copies")  # the others need them
        ours = {k: v for k, v in production.running.items() if k not in servers}
        for process in ours.values():
            process.terminate()
        wait_until(lambda: ends(ours["beat"]), "the end of beat")
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


@pytest.mark.parametrize("name", ["valkey", "copies"])
def test_valkey_asks_for_its_password(production, name):
    port = production.ports[name]
    with redis.Redis(port=port) as server, pytest.raises(redis.AuthenticationError):
        server.ping()


def test_copies_and_counts_are_on_servers_of_their_own(production):
    keep = "caches['{0}'].set('{0} of this test', 1, 60)"
    words = "\n".join(keep.format(name) for name in ("default", "copies"))
    production.site.manage(
        "shell", "--verbosity", "0", "-c", f"from django.core.cache import caches\n{words}"
    ).check_returncode()
    for variable, name in (("REDIS_URL", "default"), ("COPIES_URL", "copies")):
        url = at_database(production.site.environment[variable], 1)
        with redis.Redis.from_url(url) as server:
            (key,) = server.keys("*of this test")
        assert name in key.decode()


def test_a_live_worker_stops_soon_after_it_is_asked_and_says_so(production):
    wait_until(lambda: production.is_well("/health/all/"), "the live worker's pulse")
    worker = production.running["live"]
    worker.terminate()
    try:
        assert worker.wait(STOP_S) == 0
        assert not production.healthy("live")  # although its last report is fresh
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
    assert headers["cross-origin-resource-policy"] == "same-origin"
    status, headers, _ = production.get("/account/login/", **PROXIED)
    assert headers["set-cookie"].startswith("__Host-csrftoken=")
    assert "; Path=/; " in headers["set-cookie"] and headers["set-cookie"].endswith("; Secure")
    assert "Domain" not in headers["set-cookie"]
    status, headers, _ = production.get("/", Host="war.example.org")
    assert (status, headers["location"]) == (301, "https://war.example.org/")
    assert production.get("/", **PROXIED | {"Host": "elsewhere.example"})[0] == 400


def test_a_session_from_before_cookies_had_a_prefix_goes_on(production):
    signed_in = production.site.manage("shell", "--verbosity", "0", "-c", SIGNED_IN)
    wait_until(lambda: production.is_well("/health/"), "web")
    assert production.get("/me/preferences/", **PROXIED)[0] == 302
    key = signed_in.stdout.strip()
    status, headers, _ = production.get(
        "/me/preferences/", **PROXIED, Cookie=f"lang=en; sessionid={key}"
    )
    assert status == 200, signed_in.stderr
    assert f"\n__Host-sessionid={key}; " in f"\n{headers['set-cookie']}"


def test_the_page_of_a_broken_server_has_its_style(production):
    show = "from games.pages.about import errors\nprint(errors.broken(500).content.decode())"
    page = production.site.manage("shell", "--verbosity", "0", "-c", show).stdout
    files = re.findall(r'href="(/static/[^"]+)"', page)
    wait_until(lambda: production.is_well("/health/"), "web")
    assert [production.get(file, **PROXIED)[0] for file in files] == [200, 200]


def test_scripts_are_sent_without_comments(production):
    wait_until(lambda: production.is_well("/health/"), "web")
    (script,) = re.findall(
        r'"(/static/games/js/core/site\.[^"]+)"', production.get("/", **PROXIED)[2]
    )
    text = production.get(script, **PROXIED)[2]
    assert text.startswith("import {") and "/**" not in text


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
