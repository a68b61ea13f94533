"""A lab run whose workers are killed: late, but exact to the last bit."""

import json
import os
import re
import signal
import sys
import urllib.request
from contextlib import suppress
from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.parse import urlencode

import pytest

from games.lab.runs.engine import Chunk
from games.lab.runs.spec import read_spec
from tests.lab.player import Player
from tests.site import Site, processes_of, wait_until

pytestmark = [
    pytest.mark.outer,
    pytest.mark.services,
    pytest.mark.skipif(sys.platform != "linux", reason="reads /proc"),
    pytest.mark.timeout(900),
    pytest.mark.xdist_group("play"),
]
GAMES = 240_000
SIMS = "warsite.sims"
DELETE = (
    "from games.lab.runs.models import Simulation; "
    "assert Simulation.objects.filter(code='{code}').delete()[0] == 1"
)


class Visitor:
    """A visitor whose browser keeps cookies."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(CookieJar()),
        )

    def get(self, path: str) -> str:
        return self.opener.open(self.site.url + path, timeout=60).read().decode()

    def start(self, games: int) -> str:
        """Start a run; returns its code."""
        token = re.search(r'csrfmiddlewaretoken" value="(\w+)', self.get("/lab/"))[1]
        form = {"csrfmiddlewaretoken": token, "do": "run", "games": games, "seed": 9}
        data = urlencode(form | {"players": 2, "preset": "classic", "was": "classic"}).encode()
        return self.opener.open(f"{self.site.url}/lab/", data, timeout=60).url.rstrip("/")[-8:]

    def told(self, code: str) -> dict:
        return json.loads(self.get(f"/lab/{code}.json"))


def kill(site: Site, most: int) -> None:
    """Kill the lab's workers, as the operating system would."""
    for pid in sorted(pids(site, SIMS))[-most:]:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def exact(told: dict, games: int) -> bool:
    """Whether this is the complete run, to the last bit."""
    player = Player()
    total = player.play(read_spec(game="war", games=games, seed=9), Chunk(0, 0, games))
    player.close()
    lengths = {str(n): c for n, c in enumerate(total.lengths) if c}
    return (told["games"], told["check"], told["length"]["counts"]) == (
        games,
        f"{total.check:016x}",
        lengths,
    )


def pids(site: Site, words: str) -> list[int]:
    return [pid for pid, said in processes_of(site.home).items() if words in said]


def tracebacks(site: Site) -> list[str]:
    """The exceptions in the log of the lab's workers."""
    rows = (site.home / "log" / "sims.log").read_text().splitlines()
    return [row for row in rows if "Traceback" in row]


@pytest.fixture
def site(tmp_path):
    site = Site(tmp_path / "home", own_valkey=True, SHOW_GAME="0")
    try:
        yield site.start("--no-demo")
    finally:
        site.close()


def test_a_run_is_exact_whatever_is_killed_under_it(site):
    visitor = Visitor(site)
    gone = visitor.start(1_000_000)
    wait_until(lambda: visitor.told(gone)["games"] > 0, "compiled rules and the first part")
    told = site.manage("shell", "-c", DELETE.format(code=gone))
    assert told.returncode == 0, told.stderr
    with pytest.raises(HTTPError, match="404"):
        visitor.get(f"/lab/{gone}/")

    code = visitor.start(GAMES)
    for done in (0, GAMES // 4):
        wait_until(lambda done=done: visitor.told(code)["games"] > done, "more parts")
        kill(site, 1)  # inside its chunks: supervised, it comes back
    wait_until(lambda: visitor.told(code)["games"] > GAMES // 2, "parts of the third worker")
    assert tracebacks(site) == []
    for pid in pids(site, "valkey"):
        os.kill(pid, signal.SIGKILL)  # all tasks are lost; the supervisor restarts it
    wait_until(lambda: visitor.told(code)["status"] == "done", "the end")
    assert exact(visitor.told(code), GAMES)
    # A chunk that ends while the broker is down cannot be acknowledged, and is sent again.  Now and
    # then the library that closes the lost connection fails as well: the supervisor restarts it.
    assert [row for row in tracebacks(site) if "ConnectionError" not in row] == []

    large = visitor.start(1_000_000)
    wait_until(lambda: visitor.told(large)["games"] > 0, "the first part of a large run")
    workers = pids(site, SIMS)
    os.kill(min(workers), signal.SIGTERM)  # inside its parts
    wait_until(lambda: not {*workers} & {*pids(site, SIMS)}, "the end of it")
