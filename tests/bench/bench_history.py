"""Lists with a million games: python tests/bench/bench_history.py [--games 1000000]

Uses DATABASE_URL if set, with its own database there (created and dropped again); otherwise SQLite.
Prints, for every kind of query, the number of queries and the time of the whole page, and then how
many pages a second one web process serves."""

import argparse
import random
import statistics
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from django.core.management import call_command  # noqa: E402

from tests.faults.stage import Stage  # noqa: E402

WARM, RUNS = 3, 60
EIGHT, SECONDS, PLACES = 8, 15, 500
GOAL_MS, GOAL_RATE = 100, 60
HOST = "127.0.0.1"  # and no signals of tests, which copy what each template is given


def questions() -> Iterator[tuple[str, str]]:
    """Pages of the history and of players, fast ones and those that search far."""
    from games.accounts.models import Player
    from games.table.models import Table

    bot = Player.objects.bots().order_by("id").first()
    person = Player.objects.people().filter(seats__isnull=False).first()
    ended = Table.objects.finished().newest().values_list("ended_at", flat=True)
    count = Table.objects.finished().count()
    middle = ended[count // 2]
    micro = int(middle.timestamp() * 1_000_000)
    day = middle.date().isoformat()
    assert bot is not None and person is not None, "the database is filled"
    yield "newest", "/history/"
    yield "in the middle", f"/history/?before={micro}-1"
    yield "upwards from the middle", f"/history/?after={micro}-1"
    yield "one day", f"/history/?since={day}&until={day}"
    yield "a game nobody played", "/history/?game=ultimate"
    yield "a preset", "/history/?preset=peace"
    yield "options of their own", "/history/?preset=custom"
    yield "by agreement", "/history/?result=agreed"
    yield "shared", "/history/?result=shared"
    yield "very short", "/history/?longest=20"
    yield "very long", "/history/?shortest=2900"
    yield "between", "/history/?shortest=140&longest=160"
    yield "a person", f"/history/?player={person.slug}"
    yield "a bot with every game", f"/history/?player={bot.slug}"
    yield "that bot, peace, lost", f"/history/?player={bot.slug}&preset=peace&result=lost"
    yield "nothing fits", "/history/?preset=peace&shortest=2999&result=resign"
    yield "page of a person", f"/p/{person.slug}/"
    yield "page of a bot", f"/p/{bot.slug}/"
    yield "API", "/api/v1/games"


def measure(address: str, by: Any = None) -> tuple[int, list[float], int]:
    """Status, times in ms, queries; of a page that this player opens."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client, times = Client(SERVER_NAME=HOST), []
    if by is not None:
        client.force_login(by)
    for _ in range(WARM):
        answer = client.get(address)
    with CaptureQueriesContext(connection) as told:
        client.get(address)
    queries = len(told)  # the next request empties the list
    for _ in range(RUNS):
        began = time.perf_counter()
        client.get(address)
        times.append((time.perf_counter() - began) * 1000)
    return answer.status_code, times, queries


def report() -> bool:
    """Print the table; returns whether every page met the goal."""
    import warsite.asgi  # noqa: F401  # what the web process does once it is loaded, collecting too

    kept = True
    print(f"{'page':28} queries {'p50':>7} {'p95':>7} ms")
    for name, address in questions():
        status, times, queries = measure(address)
        p95 = statistics.quantiles(times, n=20)[-1]
        kept = kept and status == 200 and p95 <= GOAL_MS
        mark = "" if p95 <= GOAL_MS else "  OVER"
        half = statistics.median(times)
        print(f"{name:28} {queries:7} {half:7.1f} {p95:7.1f} (goal {GOAL_MS}){mark}")
    return kept


def fill(games: int) -> None:
    from django.db import connection

    began = time.monotonic()
    call_command("fill_history", games=games, verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    print(f"{games} games stored in {time.monotonic() - began:.0f} s on {connection.vendor}")


def anywhere() -> list[str]:
    """History pages that begin after games spread over all of them."""
    from games.table.models import Table
    from games.table.reading.pagination import Cursor

    games = Table.objects.finished().newest().values_list("ended_at", "id")
    count = games.count()
    places = (games[count * number // PLACES] for number in range(PLACES))
    return [f"/history/?before={Cursor(*place).text}" for place in places]


def serve(at: str) -> bool:
    """Pages a second of one web process, asked by EIGHT clients; whether the goals were met."""
    kept = True
    for name, pages in (("the newest", ["/history/"]), ("anywhere", anywhere())):
        begun = time.monotonic()
        until = begun + SECONDS
        with ThreadPoolExecutor(EIGHT) as clients:
            found = clients.map(partial(fetch, at, pages, until), range(EIGHT))
            times = [one for each in found for one in each]
        rate = len(times) / (time.monotonic() - begun)
        p95 = statistics.quantiles(times, n=20)[-1]
        print(f"{name}, {EIGHT} at once, pages/s: {rate:.0f} (goal {GOAL_RATE})")
        print(f"{name}, {EIGHT} at once, p95 ms: {p95:.0f} (goal {GOAL_MS})")
        kept = kept and rate >= GOAL_RATE and p95 <= GOAL_MS
    return kept


def fetch(at: str, pages: list[str], until: float, number: int) -> list[float]:
    """Asks for page after page; the times in ms."""
    times = []
    line = HTTPConnection(urlsplit(at).netloc)
    luck = random.Random(number)
    while time.monotonic() < until:
        began = time.perf_counter()
        line.request("GET", luck.choice(pages))
        answer = line.getresponse()
        answer.read()
        assert answer.status == 200, answer.status
        times.append((time.perf_counter() - began) * 1000)
    line.close()
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000)
    chosen = parser.parse_args()
    stage = Stage(own_valkey=False, workers=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    with stage:
        fill(chosen.games)
        kept = [report(), serve(stage.url)]
    sys.exit(not all(kept))


if __name__ == "__main__":
    main()
