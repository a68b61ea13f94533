"""Processor time and queries of pages: python tests/bench/bench_pages.py

In one process, on a SQLite site that is filled first.  It needs only addresses and commands, so it
measures older checkouts too: python -m tests.bench --against REVISION pages"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

HOST = "127.0.0.1"
WARM, RUNS = 3, 12
OLD_S = 1.1  # after so long a copy that is kept for a second is made again
OLD = ", a second later"
GAMES, ENTRANTS = 400, 100
GOAL_MS = 30
QUERIES = {
    "home": 4,
    "home" + OLD: 4,
    "home, signed in": 8,
    "home, signed in" + OLD: 11,
    "history, newest": 2,
    "history, anywhere": 2,
    "bot": 5,
    "standings of 100": 5,
    "rules": 0,
    "table, signed in": 6,
    "table, signed in" + OLD: 6,
}


def manage(*arguments: str) -> str:
    command = [sys.executable, str(ROOT / "manage.py"), *arguments]
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.development.settings"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    return done.stdout


def fill() -> None:
    manage("migrate", "--verbosity", "0")
    manage("collectstatic", "--noinput", "--verbosity", "0")
    make = "from games.accounts.models import Player as P; P.objects.create_superuser('boss')"
    manage("shell", "-v", "0", "-c", make)
    manage("fill_history", "--games", str(GAMES), "--players", "200", "--distinct", "30")
    manage("fill_tournaments", "--director", "boss", "--players", str(ENTRANTS))


def pages() -> Iterator[tuple[str, str, Any]]:
    """Name, address, and who opens it."""
    from games.accounts.models import Player
    from games.table.models import Table
    from games.tournaments.models import Standing

    boss = Player.objects.get(name="boss")
    bot = Player.objects.bots().order_by("id").first()
    ended = Table.objects.finished().newest().values_list("ended_at", flat=True)
    place = int(ended[GAMES // 2].timestamp() * 1_000_000)
    row = max(Standing.objects.order_by("-pk")[:50], key=lambda row: len(row.rows))
    yield "home", "/", None
    yield "home, signed in", "/", boss
    yield "history, newest", "/history/", None
    yield "history, anywhere", f"/history/?before={place}-1", None
    yield "bot", f"/p/{bot.slug}/", None
    address = f"/tournaments/{row.stage.tournament.code}/standings/{row.stage.number}/{row.after}/"
    yield f"standings of {ENTRANTS}", address, None
    yield "rules", "/rules/ww3/", None
    client = signed_in(boss)
    yield "table, signed in", client.post("/play/", {"game": "war"})["Location"], boss


def signed_in(player: Any) -> Any:
    from django.test import Client

    client = Client(SERVER_NAME=HOST)
    if player is not None:
        client.force_login(player)
    return client


def cost_ms(get: Callable[[], Any], pause_s: float) -> float:
    """Median processor time of this thread for a page, in ms, with so long a pause before each."""
    times = []
    for _ in range(WARM + RUNS):
        time.sleep(pause_s)
        began = time.thread_time()
        answer = get()
        times.append((time.thread_time() - began) * 1000)
        assert answer.status_code == 200, answer.status_code
    return statistics.median(times[WARM:])


def measure() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "warsite.settings")
    import django

    django.setup()
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    for page, address, player in pages():
        client = signed_in(player)
        for name, pause_s in {page: 0.0, page + OLD: OLD_S}.items():
            if name not in QUERIES:
                continue
            cost = cost_ms(lambda client=client, address=address: client.get(address), pause_s)
            time.sleep(pause_s)
            with CaptureQueriesContext(connection) as queries:
                client.get(address)
            print(f"{name}: {cost:.1f} ms (goal {GOAL_MS})")
            print(f"{name}, queries: {len(queries)} (goal {QUERIES[name]})", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--measure", action="store_true", help="a site that is filled")
    options = parser.parse_args()
    if options.measure:
        measure()
        return
    os.environ.pop("DATABASE_URL", None)
    with tempfile.TemporaryDirectory() as home:
        os.environ["WARSITE_HOME"] = home
        fill()
        subprocess.run([sys.executable, __file__, "--measure"], check=True)


if __name__ == "__main__":
    main()
