"""Valkey's machine vanishes for twenty seconds while games are played, and comes back.

    python -m tests.faults.cut --games 8

Nothing is refused or reset: packets are lost.  No acknowledged action may be lost, pages say what
they cannot do instead of hanging, and play goes on, also once Valkey is back.  Needs root and
iproute2."""

import argparse
import asyncio
import random
import sys
import time
from functools import partial
from os import environ
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from django.core.management import call_command

from tests.faults import link
from tests.faults.recovery import Kill, report
from tests.faults.stage import Stage
from tests.faults.storm import EVERY, open_games, until, weather

PAGE_S = 10.0  # goal for each page
SLACK = 3  # times the goals after a kill, as nobody notices at once that a machine has vanished
COUNTED = "/account/login/"  # nobody signs in uncounted
WORDS = {200: "<h1", 503: "Only running games continue right now."}


def ask(url: str, data: bytes | None = None) -> tuple[int, str, float]:
    """Its status and text, and how long the answer took."""
    token, begun = "a1" * 16, time.monotonic()
    request = Request(url, data, {"Cookie": f"csrftoken={token}", "X-CSRFToken": token})
    try:
        with urlopen(request, timeout=60) as answer:
            status, text = answer.status, answer.read().decode()
    except HTTPError as refused:
        with refused:
            status, text = refused.code, refused.read().decode()
    return status, text, time.monotonic() - begun


class Visitor:
    """Opens page after page and tries to sign in; `faults`: what is wrong with the answers."""

    def __init__(self, stage: Stage, code: str) -> None:
        self.stage, self.times, self.faults = stage, list[float](), list[str]()
        self.pages = ("/", f"/t/{code}/", "/tournaments/", COUNTED)

    def go_round(self, signing_in: int) -> None:
        """`signing_in`: the status that is expected."""
        for path in self.pages:
            self.visit(path, None, 200)
        self.visit(COUNTED, b"login=anna&password=wrong", signing_in)

    def visit(self, path: str, data: bytes | None, expected: int) -> None:
        status, text, took_s = ask(self.stage.url + path, data)
        self.times.append(took_s)
        if status != expected or WORDS[status] not in text or took_s > PAGE_S:
            self.faults.append(f"{path}: {status} after {took_s:.1f} s: {text[:200]}")

    def go_round_until(self, end: float) -> None:
        while time.monotonic() < end:
            self.go_round(503)
        longest = max(self.times)
        print(f"{len(self.times)} pages, the slowest within {longest:.1f} s (goal {PAGE_S:g})")


async def outage(stage: Stage, line: link.Link, visitor: Visitor, seconds: float) -> list[Kill]:
    await asyncio.to_thread(visitor.go_round, 200)
    line.cut()
    cut = Kill("the link", time.monotonic())
    await asyncio.to_thread(visitor.go_round_until, cut.at + seconds)
    line.restore()
    back = Kill("nothing", time.monotonic())
    await until("every process is there again", lambda: not stage.is_complete())
    await until("the worker takes tasks", lambda: not ping_workers())
    return [cut, back]


def ping_workers() -> object:
    from warsite.celery import app

    return app.control.ping(timeout=1)


def play_through(stage: Stage, line: link.Link, options: argparse.Namespace) -> list[str]:
    """Play through, and return the complaints."""
    from tests.faults.judge import judge

    people = open_games(stage, options.games, random.Random(1), EVERY)
    visitor = Visitor(stage, people[0].code)
    stage.disconnect()
    storm = partial(outage, stage, line, visitor, options.seconds)
    kills = asyncio.run(weather(stage, people, storm))
    faults = [*judge(people), *report(kills, people, SLACK), *visitor.faults]
    print(f"{sum(len(person.acked) for person in people)} acknowledged, {len(faults)} faults")
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=20)
    options = parser.parse_args()
    with link.link() as line, link.valkey_beyond(line):
        environ["REDIS_URL"] = f"redis://{line.client}:{link.VALKEY_PORT}"
        stage = Stage(own_valkey=False)
        call_command("collectstatic", interactive=False, verbosity=0)
        with stage:
            faults = play_through(stage, line, options)
            for name in ("web", "worker") if faults else ():
                print(f"-- {name}:\n{stage.log(name)[-4000:]}")
    for fault in faults:
        print("FAULT", fault)
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
