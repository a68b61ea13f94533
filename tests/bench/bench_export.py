"""All finished games in bulk, from a real web process: python tests/bench/bench_export.py

Uses DATABASE_URL and REDIS_URL if set, otherwise SQLite and an embedded Valkey.  Every game has its
own moves.  Prints, for the list and for games with their moves, how many come in a second beside
the limit, what that costs, and how the memory grows after the first portion."""

import argparse
import http.client
import json
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.bench_lines import used  # noqa: E402
from tests.faults.stage import Stage  # noqa: E402

SHARE, MIB = 0.9, 8.0  # of the limit; growth


def export(stage: Stage, token: str, games: int, path: str) -> bool:
    from games.api.reading.export import PORTION, WITH_TOKEN

    pid = stage.running["web"].pid
    connection = http.client.HTTPConnection(urlsplit(stage.url).netloc, timeout=60)
    connection.request("GET", path, None, {"Authorization": f"Bearer {token}"})
    began, (core_s, _), size = time.monotonic(), used(pid), 0
    sizes_kib = []
    for number, line in enumerate(connection.getresponse()):
        size += len(line)
        if number and number % PORTION == 0:
            sizes_kib.append(used(pid)[1])
    passed = time.monotonic() - began
    rate, core = games / passed, (used(pid)[0] - core_s) / passed
    grown = (max(sizes_kib) - sizes_kib[0]) / 1024
    whole = json.loads(line) == {"end": True, "games": games, "next": None}
    print(f"{path}: {games} games of {size / games / 1024:.0f} kB, whole: {whole}")
    print(f"   {rate:.0f} a second (limit {WITH_TOKEN}), {core:.0%} of a core, {grown:+.1f} MiB")
    return whole and rate >= SHARE * WITH_TOKEN and grown <= MIB


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3000)
    games = parser.parse_args().games
    with Stage(own_valkey=False) as stage:
        from django.core.management import call_command

        from games.table.moves import PORTION
        from games.work.cleanup import archive_games
        from tests.live.client import token_of

        amount = {"games": games, "distinct": games, "players": 50, "verbosity": 0}
        call_command("fill_history", **amount)
        for _portion in range(0, games, PORTION):
            archive_games()  # as they are a day after their end
        token = token_of(stage.people(1)[0])
        held = True
        for query in ("bots=with", "bots=with&with_moves=true"):
            held &= export(stage, token, games, f"/api/v1/games/export?{query}")
    sys.exit(not held)


if __name__ == "__main__":
    main()
