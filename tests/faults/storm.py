"""Kills web, live workers, Valkey and PostgreSQL with -9 while games are played, then checks the
results.

    python -m tests.faults.storm --games 50 --rounds 20 --kills 25 --whole

There are two processes of web and two live workers, and a PostgreSQL of its own where `initdb` is.
The --whole site has beat and a worker for the lab too, plays every game and has to meet the goals.
No acknowledged action may be lost or done twice, every client must end up with what is stored, and
play must go on by itself.  The moments are random but follow from --seed.  Prints how soon play
went on after each kind of kill."""

import argparse
import asyncio
import os
import random
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import NamedTuple

from tests.faults import postgres
from tests.faults.people import Person
from tests.faults.recovery import Kill, report
from tests.faults.stage import Stage

CALM_S = 180.0  # how long recovery may take


class Kind(NamedTuple):
    """A game long enough to last through a storm, and the level of its bots."""

    game: str
    options: str
    seats: int
    level: str


WAR = Kind("war", "", 2, "general")
EVERY = (
    WAR,
    Kind("ww3", "seats=2;cap=1000", 2, "general"),
    Kind("ultimate", "seats=3;cooldown=250;clock=7200000", 3, "hunter"),
)


def open_games(
    stage: Stage, count: int, luck: random.Random, kinds: Sequence[Kind]
) -> list[Person]:
    """Open games of these kinds in turn, with two people or one, and bots; some have a
    spectator."""
    from games.table.writer import play
    from games.table.writer.orders import Order

    found: list[Person] = []
    for number in range(count):
        kind = kinds[number % len(kinds)]
        people = stage.people(2 if number % 4 else 1)
        bots = [kind.level] * (kind.seats - len(people))
        table = play.open_table(by=people[0], game=kind.game, options=kind.options, bots=bots)
        for player in people[1:]:
            play.sit(Order(table, player))
        for player in people:
            play.ready(Order(table, player), entropy=os.urandom(16))
        cookies = [stage.cookie(player) for player in people] + [""] * (number % 5 == 0)
        found += [Person(stage.addresses, table.code, cookie, luck) for cookie in cookies]
    return found


async def rage(stage: Stage, luck: random.Random, kills: int) -> list[Kill]:
    """Kill and restart, each process at least once if there are enough kills, and now and then two
    at once."""
    every = luck.sample([*stage.running], len(stage.running))
    victims = [*every, *luck.choices(every, k=max(0, kills - len(every)))][:kills]
    done: list[Kill] = []
    while victims:
        await asyncio.sleep(luck.uniform(0.3, 2.5))
        names = {victims.pop() for _ in range(2 if len(victims) > 1 and luck.random() < 0.2 else 1)}
        done.append(Kill(" and ".join(sorted(names)), time.monotonic()))
        print(f"{time.strftime('%X')} kill {done[-1].name}", flush=True)
        for name in names:
            stage.kill(name)
        await asyncio.sleep(luck.uniform(0.0, 1.0))
        for name in names:
            stage.start(name)
        while not await asyncio.to_thread(stage.is_complete):
            await asyncio.sleep(0.1)
    return done


def stored() -> dict[str, tuple[int, str]]:
    """code -> version and status of all tables; none while the database is away."""
    from django.db import OperationalError

    from games.table.models import Table

    try:
        rows = list(Table.objects.values_list("code", "version", "status"))
    except OperationalError:
        return {}
    return {code: (version, status) for code, version, status in rows}


async def until(what: str, condition) -> None:
    """Wait until a condition (checked in a thread) has nothing left to wait for."""
    end = time.monotonic() + CALM_S
    while missing := await asyncio.to_thread(condition):
        if time.monotonic() > end:
            raise SystemExit(f"FAILED: {what}: {missing}")
        await asyncio.sleep(0.1)
    print(f"{time.strftime('%X')} {what}", flush=True)


async def weather(
    stage: Stage, people: list[Person], storm: Callable[[], Awaitable[list[Kill]]]
) -> list[Kill]:
    """The storm, and the calm after it."""
    from tests.faults.judge import behind

    tasks = [asyncio.create_task(person.live()) for person in people]
    tasks += [asyncio.create_task(person.play()) for person in people]
    await until("everybody is there", lambda: [p.code for p in people if "view" not in p.state])
    await until("every process is up", lambda: not stage.is_complete())
    done = await storm()
    before = await asyncio.to_thread(stored)

    def standing_still() -> list[str]:
        now = stored()
        still = (c for c, (v, _) in before.items() if now[c][1] == "running" and now[c][0] < v + 4)
        return list(still) if now else ["the database"]

    await until("every game goes on by itself", standing_still)
    for person in people:
        person.plays = False
    await until("every command is answered", lambda: [p.code for p in people if p.pending])
    for name in stage.workers:
        stage.kill(name)
    await until("every client sees what is stored", partial(behind, people))
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for name in stage.ports:  # they meet deadlines, too; nothing may change while it is judged
        stage.kill(name)
    return done


def end_games(people: list[Person], by) -> None:
    """Nobody comes back to them."""
    from games.table.models import Table
    from games.table.writer import play
    from games.table.writer.orders import Order

    by.is_staff = True
    for table in Table.objects.running().filter(code__in={person.code for person in people}):
        play.abort(Order(table, by), reason="the storm is over")


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--rounds", type=int, default=1, help="so many games, again and again")
    parser.add_argument("--kills", type=int, default=15, help="in each round")
    parser.add_argument("--given", action="store_true", help="kill no PostgreSQL of its own")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--whole", action="store_true", help="the whole site, and within the goals")
    return parser.parse_args()


def main() -> int:
    options = read_options()
    luck = random.Random(options.seed)
    faults: list[str] = []
    kills: list[Kill] = []
    everybody: list[Person] = []
    own = postgres.is_installed() and not options.given
    others = ("beat", "sims") if options.whole else ()
    with Stage(own_valkey=True, own_postgres=own, webs=2, workers=2, others=others) as stage:
        from tests.faults.judge import judge, verified  # Django is set up by now

        for round_ in range(options.rounds):
            for name in [*stage.ports, *stage.workers] if round_ else []:
                stage.start(name)
            people = open_games(stage, options.games, luck, EVERY if options.whole else [WAR])
            stage.disconnect()
            kills += asyncio.run(weather(stage, people, partial(rage, stage, luck, options.kills)))
            faults += judge(people)
            end_games(people, stage.people(1)[0])
            faults += verified(people)
            everybody += people
        acked = sum(len(person.acked) for person in everybody)
        games = options.games * options.rounds
        missed = report(kills, everybody)
        print(f"{games} games, {len(kills)} kills, {acked} acknowledged actions,", end=" ")
        print(f"{sum(len(p.lost) for p in everybody)} lost connections, {len(faults)} faults")
        for line in faults:
            print("FAULT", line)
        if faults:
            for name in (*stage.ports, *stage.workers, *others):
                print(f"-- {name}:\n{stage.log(name)[-4000:]}")
    return 1 if faults or not acked or (missed and options.whole) else 0


if __name__ == "__main__":
    sys.exit(main())
