"""Large tournaments, with real processes: python tests/bench/bench_tournaments.py

Uses DATABASE_URL and REDIS_URL if set, otherwise SQLite and an embedded Valkey.  A worker opens
the tables, collects the results and completes the rounds; people play at other tables meanwhile.
Prints each number beside its goal: rules of tournaments, sections 11.4, 11.5 and 13.4."""

import argparse
import asyncio
import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.bench_live import close_tables, crossings, games, open_tables, percentile
from tests.faults.stage import Stage
from tests.live.waiting import wait_for

LONGEST_S = 120
OPENING_S, LIVE_MS, COMPLETE_S, DRAW_S, PAGE_MS, EXPORT_S, CALLS_S = 5, 250, 3, 8, 100, 2, 3
FORMS = {2: {"game": "war", "options": "pace=auto"}, 4: {"game": "ww3", "size": 4}}
LIVE_TABLES, LIVE_EVERY_S = 20, 1.0
RUNS = 60  # of each page
HOST = "127.0.0.1"
failed: list[str] = []


def row(what: str, value: float, unit: str, goal: float | None = None, note: str = "") -> None:
    """One line of the table."""
    wanted = "" if goal is None else f"(goal {goal})"
    is_over = goal is not None and value > goal
    if is_over:
        failed.append(what)
    mark = "  OVER" if is_over else ""
    print(f"{what:<52} {value:8.2f} {unit:<2} {wanted:<12} {note}{mark}", flush=True)


def timed(work: Callable[[], Any]) -> float:
    """Seconds."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


class Field:
    """A running Swiss with so many entrants, whose rounds a director begins."""

    def __init__(self, stage: Stage, entrants: int, size: int, rounds: int) -> None:
        from allauth.mfa.models import Authenticator
        from django.contrib.auth.models import Permission

        from games.accounts.models import Player
        from games.table.clock import now_ms
        from games.tournaments.models import Entrant
        from games.tournaments.writer import life
        from games.tournaments.writer.orders import Order

        (director,) = stage.people(1)
        director.is_staff = True
        director.save()
        director.user_permissions.add(Permission.objects.get(codename="direct_tournament"))
        Authenticator.objects.create(user=director, type=Authenticator.Type.TOTP, data={})
        self.director, self.size = director, size
        draft = life.create(
            by=director,
            name=f"{entrants} at tables of {size}",
            stages=[FORMS[size] | {"rounds": rounds}],
            terms={"pace": "director", "grace_s": 600},
        )
        self.pk, self.code = draft.pk, draft.code
        life.announce(Order(self.pk, director))
        life.open_entries(Order(self.pk, director))
        names = [f"{self.code} {number}" for number in range(1, entrants + 1)]
        people = [Player(username=name, name=name, name_key=name) for name in names]
        Player.objects.bulk_create(people)
        Entrant.objects.bulk_create(
            Entrant(tournament=draft, number=number, player=player, entered_ms=now_ms())
            for number, player in enumerate(people, 1)
        )
        self.people = people
        life.start(Order(self.pk, director))

    @property
    def round(self) -> Any:
        """The last one."""
        from games.tournaments.models import Round

        return Round.objects.filter(stage__tournament=self.pk).order_by("number").last()

    def draw(self) -> float:
        from games.tournaments.writer import rounds
        from games.tournaments.writer.orders import Order

        return timed(lambda: rounds.draw_round(Order(self.pk, self.director)))

    def begin(self) -> float:
        """Seconds until the worker has opened all tables."""
        from games.tournaments.writer import rounds
        from games.tournaments.writer.orders import Order

        began = time.perf_counter()
        rounds.begin(Order(self.pk, self.director))
        wait_for(lambda: self.round.state == "playing", LONGEST_S)
        return time.perf_counter() - began

    def end(self) -> float:
        """Seconds until the round is complete, after all its games have ended at once: the seats
        have the places 1, 2, ..."""
        from django.db.models import F
        from django.utils import timezone

        from games.bus import schedule, valkey
        from games.table.clock import now_ms
        from games.table.models import Seat, Table

        tables = Table.objects.filter(tournament_game__pairing__round=self.round)
        counts, numbers = [52 // self.size] * self.size, list(tables.values_list("pk", flat=True))
        Seat.objects.filter(table__in=numbers).update(place=F("number"))
        Table.objects.filter(pk__in=numbers).update(
            status="finished", ended_at=timezone.now(), counts=counts, end="limit"
        )
        began = time.perf_counter()
        schedule.add(valkey.client(), {schedule.tournament(self.pk): now_ms()})
        wait_for(lambda: self.round.state == "complete", LONGEST_S)
        return time.perf_counter() - began


def rounds(field: Field, number: int) -> None:
    """Draw, open, end: the slowest of the rounds."""
    drawn, opened, ended = [], [], []
    for _ in range(number):
        drawn.append(field.draw())
        opened.append(field.begin())
        ended.append(field.end())
    tables = len(field.people) // field.size
    row(f"draw {tables} tables of {field.size}, and store them", max(drawn), "s", DRAW_S)
    row(f"open {tables} tables of {field.size}", max(opened), "s", OPENING_S)
    row(f"{tables} results at once, until the round is complete", max(ended), "s", COMPLETE_S)


def beside(stage: Stage, field: Field) -> None:
    """Open a round while people play at other tables."""
    others = open_tables(stage, range(LIVE_TABLES))
    field.draw()

    async def play() -> float:
        moves = asyncio.create_task(games(stage, others, LIVE_EVERY_S, OPENING_S))
        await asyncio.sleep(LIVE_EVERY_S + 4.2)
        opened = await asyncio.to_thread(field.begin)
        await moves
        return opened

    opened = asyncio.run(play())
    times = crossings(others)
    close_tables(stage, others)
    tables = len(field.people) // field.size
    row(f"open {tables} tables of {field.size}, others play", opened, "s", OPENING_S)
    note = f"{len(times)} moves, median {statistics.median(times):.0f} ms"
    row("   a move of the others meanwhile, p99", percentile(times, 0.99), "ms", LIVE_MS, note)
    field.end()


def pages(field: Field) -> None:
    """The pages of a large tournament, as a director sees them; its export."""
    from django.core.management import call_command
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    import warsite.asgi  # noqa: F401  # what the web process does once it is loaded

    call_command("collectstatic", interactive=False, verbosity=0)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("vacuum analyze")  # as its autovacuum does, where that is on
    client = Client(SERVER_NAME=HOST)  # renders as the site does: without signals of tests
    client.force_login(field.director)
    last = field.round
    names = ("", "standings/", f"rounds/1/{last.number}/", "entrants/", "log/", "console/")
    for name in names:
        address = f"/tournaments/{field.code}/{name}"
        assert client.get(address).status_code == 200, address
        with CaptureQueriesContext(connection) as told:
            client.get(address)
        queries = len(told)  # the next request empties the list
        began = time.process_time()
        times = [timed(lambda at=address: client.get(at)) * 1000 for _ in range(RUNS)]
        core_ms = (time.process_time() - began) * 1000 / RUNS  # what other programs change least
        p95, note = (
            statistics.quantiles(times, n=20)[-1],
            f"{queries} queries, {core_ms:.0f} ms CPU",
        )
        row(f"/tournaments/CODE/{name}, p95", p95, "ms", PAGE_MS, note)


def export(field: Field) -> None:
    from django.test import Client

    client, address, sizes = Client(SERVER_NAME=HOST), f"/tournaments/{field.code}.json", []
    spent = timed(lambda: sizes.append(len(client.get(address).content)))
    assert client.get(address).status_code == 200, address
    row(f"export of {field.round.number} rounds", spent, "s", EXPORT_S, f"{sizes[0] / 1e6:.1f} MB")


def calls(field: Field) -> None:
    """All entrants have a page open in one web process, and an act concerns them all: until the
    last one has the new calls."""
    from games.live.feeds import Feed
    from games.live.hints import Hints
    from games.live.protocol import Subscription
    from games.live.tournaments import TournamentNews

    async def read(people: list[Any]) -> None:
        news = TournamentNews(Hints(lambda _: None, lambda: None))
        called: asyncio.Queue[str] = asyncio.Queue()
        wants = Subscription(calls=True)
        for player in people:
            await news.add(Feed(player.pk, "en", called.put, wants))
        for _ in people:
            await called.get()

    asyncio.run(read(field.people[:1]))  # loads the templates, as the process has long since
    began = time.process_time()
    spent = timed(lambda: asyncio.run(read(field.people)))
    note = f"{time.process_time() - began:.2f} s CPU"
    row(f"calls of {len(field.people)} entrants who wait together", spent, "s", CALLS_S, note)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entrants", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=11)
    options = parser.parse_args()
    with Stage(own_valkey=False, webs=1) as stage:
        print("PostgreSQL" if stage.database else "SQLite", f"{os.cpu_count()} cores")
        four = Field(stage, options.entrants, 4, 2)
        rounds(four, 2)
        two = Field(stage, options.entrants, 2, options.rounds)
        beside(stage, two)
        rounds(two, options.rounds - 2)
        two.draw()
        two.begin()
        calls(two)
        pages(two)
        two.end()
        export(two)
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
