"""Upgrades a site while games are played, by the steps of docs/operations.md, behind the proxy.

    python -m tests.faults.upgrade

Prints how long people got no answer, and how long games paused; fails if either took long."""

import asyncio
import random
import re
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise

from tests.bench.bench_abuse import collect_static
from tests.caddy import caddy
from tests.faults.people import Person
from tests.faults.rolling import longest_pause
from tests.faults.stage import Stage
from tests.faults.storm import WAR, open_games, until
from tests.live.waiting import wait_for
from tests.site import ROOT, free_port
from warsite.local import processes

SILENT_S = 2.0  # goal: the longest time without an answer, beyond what is usual on this machine
CALM_S = 10.0  # before, to compare with
LOOK_S = 0.1
STEP = re.compile(r"^  docker compose up --detach --no-deps --wait (.*)$", re.M)
# The processes of the stage that stand for each service.  The lab answers nobody.
PROCESSES = {
    "web": ["web"],
    "web2": ["web1"],
    "programs": ["web2"],
    "live": ["worker", "worker1"],
    "beat": ["beat"],
    "sims": [],
}


def steps() -> list[list[str]]:
    """The services that each step of the documents replaces."""
    return [line.split() for line in STEP.findall((ROOT / "docs/operations.md").read_text())]


class Visitor(threading.Thread):
    """Opens a page again and again, and notes when it came."""

    def __init__(self, url: str) -> None:
        super().__init__(daemon=True)
        self.url, self.answers, self.leaving = url, [time.monotonic()], threading.Event()

    def run(self) -> None:
        while not self.leaving.wait(LOOK_S):
            with suppress(OSError), urllib.request.urlopen(self.url, timeout=30):
                self.answers.append(time.monotonic())

    def longest_silence(self, begin: float, end: float) -> float:
        inside = [at for at in self.answers if begin <= at < end]
        return max(later - earlier for earlier, later in pairwise([begin, *inside, end]))


def replace(stage: Stage, services: Sequence[str]) -> None:
    """Stop the processes of these services, all at once, start new ones, and wait until these are
    well."""
    names = [name for service in services for name in PROCESSES[service]]
    for name in names:
        stage.running[name].terminate()
    for name in names:
        stage.stop(name)
        stage.start(name)
    for name in names:
        if name in stage.ports:
            wait_for(
                lambda name=name: answers(f"http://127.0.0.1:{stage.ports[name]}/health/"), 180
            )
    for service in {*services} & {"live", "beat"}:
        check = processes.manage("healthy", service)
        wait_for(lambda check=check: not subprocess.run(check, capture_output=True).returncode, 180)


def answers(url: str) -> bool:
    with suppress(OSError), urllib.request.urlopen(url, timeout=5):
        return True
    return False


async def upgrade(stage: Stage, people: list[Person]) -> float:
    """Play, and follow the documents.  Returns when the first step began."""
    tasks = [asyncio.create_task(person.live()) for person in people]
    tasks += [asyncio.create_task(person.play()) for person in people]
    await until("everybody is there", lambda: [p.code for p in people if "view" not in p.state])
    await asyncio.sleep(CALM_S)
    begun = time.monotonic()
    subprocess.run(processes.manage("migrate", "--noinput", "-v0"), check=True)
    for services in steps():
        print(f"{time.strftime('%X')} {' '.join(services)}", flush=True)
        await asyncio.to_thread(replace, stage, services)
    await asyncio.sleep(2)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return begun


def main() -> int:
    stage = Stage(own_valkey=True, webs=3, workers=2, others=["beat"])
    port, (*web, programs) = free_port(), stage.ports.values()
    url = stage.behind(f"http://127.0.0.1:{port}")
    collect_static()
    with stage, caddy(stage.home, port, web, [programs]):
        wait_for(lambda: answers(f"{url}/watch/"), 180)
        people = open_games(stage, 8, random.Random(1), [WAR])
        stage.disconnect()
        visitor = Visitor(f"{url}/watch/")
        visitor.start()
        begun = asyncio.run(upgrade(stage, people))
        end = time.monotonic()
        visitor.leaving.set()
        usual = visitor.longest_silence(begun - CALM_S, begun)
        silence = visitor.longest_silence(begun, end)
        calm, pause = (
            longest_pause(people, begun - CALM_S, begun),
            longest_pause(people, begun, end),
        )
    print(f"longest time without an answer {silence:.2f} s, before {usual:.2f} s (goal {SILENT_S})")
    print(f"longest pause of a game {pause:.2f} s, before {calm:.2f} s")
    return int(silence > usual + SILENT_S)


if __name__ == "__main__":
    sys.exit(main())
