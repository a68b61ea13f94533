"""Fills a new database with games of every kind, using the code of the release in the current
folder, and writes all of it to a file (see README.md).  So it keeps to what releases have in
common, and names what they have not."""

import lzma
import os
import random
import secrets
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from typing import Any
from uuid import UUID

import django

django.setup()

from allauth.account.models import EmailAddress  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402

from games.accounts.models import Player  # noqa: E402
from games.rules.catalogue import GAMES  # noqa: E402
from games.rules.game import Game  # noqa: E402
from games.rules.options import Preset  # noqa: E402
from games.table.models import Table  # noqa: E402

OLD = find_spec("games.table.writer") is None  # modules moved after the first release
WRITER = "games.table" if OLD else "games.table.writer"
ORDERS = not OLD and find_spec(f"{WRITER}.orders") is not None  # what a player asks is one value
play, playout = import_module(f"{WRITER}.play"), import_module(f"{WRITER}.playout")
LOCK = "orders" if ORDERS else "ledger" if OLD else "transaction"
under_lock = import_module(f"{WRITER}.{LOCK}").under_lock
Refused = import_module("games.table.refusals").Refused
demo = import_module(f"games.work.{'world' if OLD else 'demo'}")

NOW = 1_790_000_000_000
MINUTE_MS = 60_000
LONG = ("full", "long")  # presets that differ from others only in their length
WAR = {"game": "war", "options": "cap=20;pace=auto", "size": 2}
RUNNING = (  # tournaments that are half way: those that people have entered, and bots
    {"format": "swiss", "game": "ww3", "options": "cap=10", "size": 4, "rounds": 3},
    WAR | {"format": "elimination", "games": 1},
    WAR | {"format": "arena", "minutes": 6, "last_start": 5},
)
PASSWORD = "correct horse"
luck = random.Random(1)
secrets.token_bytes = lambda size=32: luck.randbytes(size)
secrets.choice = luck.choice


def ask(write: Callable[..., Any], table: Table, player: Player, now: int, **details: Any) -> Any:
    """Let a player ask something of a table."""
    if not ORDERS:
        return write(table=table, player=player, now=now, **details)
    order = import_module(f"{WRITER}.orders").Order
    return write(order(table, player, details.pop("command", None), now), **details)


def presets() -> Iterator[tuple[Game, Preset]]:
    for game in GAMES.values():
        for preset in game.presets:
            if preset.key not in LONG:
                yield game, preset


def seats_left(game: Game, preset: Preset, people: int) -> int:
    """How many seats bots take beside these people, and beside the bots that are always there."""
    fixed = 1 if preset.key == "solo" else 0
    return int(game.options(preset.options).players) - people - fixed


def begin(game: Game, preset: Preset, people: list[Player], number: int) -> Table:
    """A table of these people and bots, with cards on the table."""
    levels = list(demo.BOTS[game.key].levels)
    bots = [
        levels[(number + seat) % len(levels)]
        for seat in range(seats_left(game, preset, len(people)))
    ]
    start = NOW + number * MINUTE_MS
    table = play.open_table(
        by=people[0] if people else None,
        game=game.key,
        options=preset.options,
        bots=bots,
        now=start,
    )
    for player in people:
        if not table.seats.filter(player=player).exists():
            ask(play.sit, table, player, start)
        ask(play.ready, table, player, start, entropy=luck.randbytes(16))
    return Table.objects.get(pk=table.pk)


def go_on(table: Table, steps: int) -> int:
    """Play this many acts and timers; returns when the last one was."""
    with under_lock(table, now=0, fire=False) as ledger:
        for _ in range(steps):
            if ledger.table.status == "running":
                playout.advance(ledger, demo.wishes)
        return int(ledger.now)


def end(table: Table, people: Sequence[Player] = (), minutes: int = 2) -> None:
    """Play for some minutes; if it is not over by then, all agree to finish."""
    table = Table.objects.get(pk=table.pk)
    until = table.moved_ms + minutes * MINUTE_MS
    play.play_out(table=table, decide=demo.wishes, until=until)
    now = Table.objects.get(pk=table.pk).moved_ms + 1
    for player in people:
        with suppress(Refused):
            ask(play.offer, table, player, now, what="finish")
    for player in people:
        with suppress(Refused):
            ask(play.answer, table, player, now, yes=True)


def with_incidents(table: Table, people: list[Player]) -> int:
    """What people do besides playing: leave and come back, offer, slap too late."""
    first, second = people[0], people[-1]
    now = go_on(table, 12) + 1
    ask(play.mark_away, table, second, now)
    play.tick(table=table, now=now + MINUTE_MS + 500)
    ask(play.mark_back, table, second, now + MINUTE_MS + 900)
    now = go_on(table, 10) + MINUTE_MS + 1000
    with suppress(Refused):
        ask(play.offer, table, first, now, what="fast")
        ask(play.answer, table, second, now + 100, yes=False)
    for reveal in range(1, 40):
        with suppress(Refused):
            ask(
                play.act,
                table,
                first,
                now + 200,
                name="slap",
                args={"reveal": reveal, "rt": 300},
                command=UUID(int=luck.getrandbits(128)),
            )
    return now + 300


def sign_in(player: Player) -> None:
    """Rows of other apps: a confirmed address, and the session of a browser."""
    EmailAddress.objects.create(user=player, email=player.email, verified=True, primary=True)
    form = {"login": player.username, "password": PASSWORD}
    host = os.environ.get("ALLOWED_HOSTS", "localhost").split(",")[0]
    answer = Client(HTTP_HOST=host).post("/account/login/", form)
    assert answer.status_code == 302, answer.content.decode()


def fill() -> None:
    people = [
        Player.objects.create_user(name, f"{name}@example.org", PASSWORD, name=name.title())
        for name in ("anna", "bert")
    ]
    sign_in(people[0])
    staff = Player.objects.create_user("staff", name="Staff", is_staff=True)
    number = 0
    for game, preset in presets():
        number += 1
        end(begin(game, preset, [], number))
        running = begin(game, preset, [], number)
        go_on(running, 30 + number)
    for game in GAMES.values():
        for preset in (game.presets[0], game.presets[-1]):
            both = people[: min(2, int(game.options(preset.options).players))]
            for resigns in (False, True):
                number += 1
                table = begin(game, preset, both, number)
                now = with_incidents(table, both)
                if resigns:
                    ask(play.resign, table, both[0], now)
                end(table, both)
    slap = next(preset for preset in GAMES["war"].presets if preset.key == "slap")
    for steps in (40, 90, 200):
        number += 1
        table = begin(GAMES["war"], slap, people, number)
        with_incidents(table, people)
        go_on(table, steps)
    number += 1
    table = begin(GAMES["ww3"], GAMES["ww3"].presets[0], people, number)
    go_on(table, 12)
    table.refresh_from_db()
    if ORDERS:
        ask(play.abort, table, staff, table.moved_ms + 1, reason="Power cut")
    else:
        play.abort(table=table, by=staff, reason="Power cut", now=table.moved_ms + 1)
    daily = play.open_daily(by=people[0], now=NOW)
    ask(play.ready, daily, people[0], NOW, entropy=bytes(16))
    end(daily, people[:1], 60)
    daily = play.open_daily(by=people[1], now=NOW)
    ask(play.ready, daily, people[1], NOW, entropy=bytes(16))
    go_on(daily, 15)
    play.open_table(by=people[0], now=NOW)
    play.pulse(now=NOW + 100 * MINUTE_MS)
    play.pulse(now=NOW + 110 * MINUTE_MS)  # an outage of ten minutes for all that are running
    if not OLD:
        archive()
        import_module("games.work.showcase").fill(NOW + 48 * 60 * MINUTE_MS)
        for stage in RUNNING:
            half_way(stage, people)
        for game in GAMES.values():
            count(game)


def archive() -> None:
    """Archive what is over by now; a tournament comes after it, and keeps its rows."""
    moment = import_module("games.table.clock").moment
    import_module("games.table.moves").archive_old(at=moment(NOW + 3000 * MINUTE_MS))


def half_way(stage: dict[str, Any], people: Sequence[Player]) -> None:
    """A tournament of these people and bots.  In its second round one game is over, and not yet
    collected; others have cards on the table."""
    at = NOW + 4000 * MINUTE_MS
    event, advance = (begun if ORDERS else begun_before_orders)(stage, people, at)
    tables = Table.objects.filter(tournament_game__pairing__round__stage__tournament=event)
    second = tables.filter(tournament_game__pairing__round__number=2).order_by("pk")
    while not second.running():
        for table in tables.running():
            end(table, minutes=60)
        at = max(at, advance(at) or 0)
        come(tables, people, at)
    end(second.running()[0], minutes=60)
    for table in second.running():
        go_on(table, 15)


def begun(stage: dict[str, Any], people: Sequence[Player], at: int) -> tuple[Any, Any]:
    """A tournament that has begun, and what workers do with it at a time (epoch ms)."""
    showcase = import_module("games.work.showcase")
    automation, entries, life, orders = (
        import_module(f"games.tournaments.writer.{name}")
        for name in ("automation", "entries", "life", "orders")
    )
    bots = showcase.different_bots(stage, 6)
    event = showcase.open_event(f"Running {stage['format']}", stage, bots, at, {})
    for player in people:
        entries.enter(orders.Order(event.pk, player, now=at), player)
    life.start(orders.Order(event.pk, showcase.desk(), now=at))
    here = {player.pk for player in people}
    return event, lambda now: automation.advance(tournament=event.pk, now=now, present=here)


def begun_before_orders(
    stage: dict[str, Any], people: Sequence[Player], at: int
) -> tuple[Any, Any]:
    """The same by releases whose functions took what was asked as arguments of their own."""
    showcase = import_module("games.work.showcase")
    clockwork, entries, life = (
        import_module(f"games.tournaments.writer.{name}")
        for name in ("clockwork", "entries", "life")
    )
    event = showcase.open_event(f"Running {stage['format']}", stage, 6, at, {})
    for player in people:
        entries.enter(tournament=event.pk, player=player, by=player, now=at)
    life.start(tournament=event.pk, by=showcase.desk(), now=at)
    here = {player.pk for player in people}
    return event, lambda now: clockwork.advance(tournament=event.pk, now=now, here=here)


def come(tables: Any, people: Sequence[Player], now: int) -> None:
    """These people say at their tables that they are there."""
    for table in tables.open():
        for player in people:
            if table.seats.filter(player=player, ready=False).exists():
                ask(play.ready, table, player, now, entropy=luck.randbytes(16))


def count(game: Game) -> None:
    """A run of the lab that is over, and one that is half way."""
    run, engine, spec = (
        import_module(f"games.lab.runs.{name}") for name in ("run", "engine", "spec")
    )
    for seed, parts in ((1, 4), (2, 2)):
        wanted = spec.read_spec(game=game.key, games=16, seed=seed)
        simulation = run.start(spec=wanted, free=True)
        simulation.chunk_size = 4  # plain Python is slow: a run of four parts
        simulation.save(update_fields=["chunk_size"])
        for number in simulation.next_chunks()[:parts]:
            part = simulation.chunk(number)
            sums = engine.play_plainly(wanted, part.first, part.games)
            run.add(simulation=simulation.pk, number=number, sums=sums, spent_ms=1000)


def dump() -> bytes:
    """The whole database as SQL: tables of all apps, their rows, and which migrations it has."""
    if connection.vendor == "sqlite":
        connection.ensure_connection()
        return "\n".join(connection.connection.iterdump()).encode()
    command = ["pg_dump", "--inserts", "--no-owner", os.environ["DATABASE_URL"]]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout


call_command("migrate", verbosity=0)
fill()
with lzma.open(sys.argv[1], "wb", preset=9) as file:
    file.write(dump())
