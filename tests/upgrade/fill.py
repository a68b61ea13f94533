"""Fills an empty database with games of every kind, using the code of the release in the current
folder, and writes its rows to a file (see README.md).  So it keeps to what releases have in
common."""

import random
import secrets
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from typing import Any
from uuid import UUID

import django

django.setup()

from django.core.management import call_command  # noqa: E402

from games.accounts.models import Player  # noqa: E402
from games.rules.catalogue import GAMES  # noqa: E402
from games.rules.game import Game  # noqa: E402
from games.rules.options import Preset  # noqa: E402
from games.table.models import Table  # noqa: E402

OLD = find_spec("games.table.writer") is None  # modules moved after the first release
WRITER = "games.table" if OLD else "games.table.writer"
play, playout = import_module(f"{WRITER}.play"), import_module(f"{WRITER}.playout")
under_lock = import_module(f"{WRITER}.{'ledger' if OLD else 'transaction'}").under_lock
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
luck = random.Random(1)
secrets.token_bytes = lambda size=32: luck.randbytes(size)
secrets.choice = luck.choice


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
            play.sit(table=table, player=player, now=start)
        play.ready(table=table, player=player, entropy=luck.randbytes(16), now=start)
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
            play.offer(table=table, player=player, what="finish", now=now)
    for player in people:
        with suppress(Refused):
            play.answer(table=table, player=player, yes=True, now=now)


def with_incidents(table: Table, people: list[Player]) -> int:
    """What people do besides playing: leave and come back, offer, slap too late."""
    first, second = people[0], people[-1]
    now = go_on(table, 12) + 1
    play.mark_away(table=table, player=second, now=now)
    play.tick(table=table, now=now + MINUTE_MS + 500)
    play.mark_back(table=table, player=second, now=now + MINUTE_MS + 900)
    now = go_on(table, 10) + MINUTE_MS + 1000
    with suppress(Refused):
        play.offer(table=table, player=first, what="fast", now=now)
        play.answer(table=table, player=second, yes=False, now=now + 100)
    for reveal in range(1, 40):
        with suppress(Refused):
            play.act(
                table=table,
                player=first,
                name="slap",
                args={"reveal": reveal, "rt": 300},
                command=UUID(int=luck.getrandbits(128)),
                now=now + 200,
            )
    return now + 300


def fill() -> None:
    people = [Player.objects.create_user(name, name=name.title()) for name in ("anna", "bert")]
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
                    play.resign(table=table, player=both[0], now=now)
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
    play.abort(table=table, by=staff, reason="Power cut", now=table.moved_ms + 1)
    daily = play.open_daily(by=people[0], now=NOW)
    play.ready(table=daily, player=people[0], entropy=bytes(16), now=NOW)
    end(daily, people[:1], 60)
    daily = play.open_daily(by=people[1], now=NOW)
    play.ready(table=daily, player=people[1], entropy=bytes(16), now=NOW)
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
    showcase, clockwork, life, entries = (
        import_module(f"games.{name}")
        for name in (
            "work.showcase",
            "tournaments.writer.clockwork",
            "tournaments.writer.life",
            "tournaments.writer.entries",
        )
    )
    at = NOW + 4000 * MINUTE_MS
    event = showcase.open_event(f"Running {stage['format']}", stage, 6, at, {})
    here = {player.pk for player in people}
    for player in people:
        entries.enter(tournament=event.pk, player=player, by=player, now=at)
    life.start(tournament=event.pk, by=showcase.desk(), now=at)
    tables = Table.objects.filter(tournament_game__pairing__round__stage__tournament=event)
    second = tables.filter(tournament_game__pairing__round__number=2).order_by("pk")
    while not second.running():
        for table in tables.running():
            end(table, minutes=60)
        at = max(at, clockwork.advance(tournament=event.pk, now=at, here=here) or 0)
        come(tables, people, at)
    end(second.running()[0], minutes=60)
    for table in second.running():
        go_on(table, 15)


def come(tables: Any, people: Sequence[Player], now: int) -> None:
    """These people say at their tables that they are there."""
    for table in tables.open():
        for player in people:
            if table.seats.filter(player=player, ready=False).exists():
                play.ready(table=table, player=player, entropy=luck.randbytes(16), now=now)


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


fill()
call_command("dumpdata", "games", output=sys.argv[1], verbosity=0)
