"""Kills web, live workers, Valkey and PostgreSQL with -9 while games are played, then checks the
results.

    python -m tests.faults.storm --games 50 --rounds 20 --kills 25

There are two processes of web and two live workers, and a PostgreSQL of its own where `initdb` is.
No acknowledged action may be lost or done twice, every client must end up with what is stored, and
play must go on by itself.  The moments are random but follow from --seed.  Prints how soon play
went on after each kind of kill."""

import argparse
import asyncio
import os
import random
import sys
import time

from tests.faults import postgres
from tests.faults.people import Person
from tests.faults.recovery import Kill, report
from tests.faults.stage import Stage

CALM_S = 180.0  # how long recovery may take


def open_games(stage: Stage, count: int, luck: random.Random) -> list[Person]:
    """Two people, or a person and a bot; every third game has a spectator."""
    from games.table.writer import play

    found: list[Person] = []
    for number in range(count):
        people = stage.people(2 if number % 4 else 1)
        bots = ("general",) if len(people) == 1 else ()
        table = play.open_table(by=people[0], preset="classic", bots=bots)
        for player in people[1:]:
            play.sit(table=table, player=player)
        for player in people:
            play.ready(table=table, player=player, entropy=os.urandom(16))
        cookies = [stage.cookie(player) for player in people] + [""] * (number % 3 == 0)
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
    stage: Stage, people: list[Person], luck: random.Random, kills: int
) -> list[Kill]:
    """The storm, and the calm after it."""
    tasks = [asyncio.create_task(person.live()) for person in people]
    tasks += [asyncio.create_task(person.play()) for person in people]
    await until("everybody is there", lambda: [p.code for p in people if "view" not in p.state])
    done = await rage(stage, luck, kills)
    before = await asyncio.to_thread(stored)

    def standing_still() -> list[str]:
        now = stored()
        still = (code for code, (v, s) in now.items() if s == "running" and v < before[code][0] + 4)
        return list(still) if now else ["the database"]

    await until("every game goes on by itself", standing_still)
    for person in people:
        person.plays = False
    await until("every command is answered", lambda: [p.code for p in people if p.pending])
    for name in stage.workers:
        stage.kill(name)  # nothing changes any more
    await until("every client sees what is stored", lambda: behind(people))
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return done


def behind(people: list[Person]) -> list[str]:
    now = stored()
    return [p.code for p in people if p.state["v"] != now.get(p.code, (0, ""))[0]]


def judge(people: list[Person]) -> list[str]:
    """Problems found; none if all is well."""
    from games.table.models import Move, Table

    faults: list[str] = [line for person in people for line in person.contradictions]
    commands = {str(m.command): m for m in Move.objects.exclude(command=None)}
    for person in people:
        for name, version in person.acked.items():
            move = commands.get(name)
            if move is None or move.number != version or move.refused:
                faults.append(f"{person.code}: acknowledged {name} at {version}, stored {move}")
        for name, code in person.refused.items():
            if name in commands and not commands[name].refused:
                faults.append(f"{person.code}: {name} was refused ({code}) and done")
    for table in Table.objects.filter(code__in={person.code for person in people}):
        faults += judge_table(table, [p for p in people if p.code == table.code])
    return faults


def end_games(people: list[Person], by) -> None:
    """Nobody comes back to them."""
    from games.table.models import Table
    from games.table.writer import play

    by.is_staff = True
    for table in Table.objects.running().filter(code__in={person.code for person in people}):
        play.abort(table=table, by=by, reason="the storm is over")


def judge_table(table, people: list[Person]) -> list[str]:
    """The log has no gaps and explains the state, and clients see exactly this state."""
    from games.live import snapshot
    from games.rules.catalogue import rules_of
    from games.table.replay.rebuild import rebuild

    faults: list[str] = []
    numbers = list(table.moves.order_by("number").values_list("number", flat=True))
    if numbers != list(range(1, table.version + 1)):
        faults.append(f"{table.code}: the log has gaps")
    game, options = rules_of(table.game, table.options)
    again = rebuild(table, list(table.seats.order_by("number")))
    state = game.load(bytes(table.state))
    if game.open_view(state, options) != game.open_view(again, options):
        faults.append(f"{table.code}: the log does not explain the state")
    snapshot = snapshot.load(table.pk)
    for person in people:
        you = person.state["view"]["you"]
        if person.state["view"] != snapshot.view(you):
            faults.append(f"{table.code}: seat {you} sees another game")
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--rounds", type=int, default=1, help="so many games, again and again")
    parser.add_argument("--kills", type=int, default=15, help="in each round")
    parser.add_argument("--given", action="store_true", help="kill no PostgreSQL of its own")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    luck = random.Random(options.seed)
    faults: list[str] = []
    kills: list[Kill] = []
    everybody: list[Person] = []
    own = postgres.is_installed() and not options.given
    with Stage(own_valkey=True, own_postgres=own, webs=2, workers=2) as stage:
        for round_ in range(options.rounds):
            for name in stage.workers if round_ else []:
                stage.start(name)
            people = open_games(stage, options.games, luck)
            stage.disconnect()
            kills += asyncio.run(weather(stage, people, luck, options.kills))
            faults += judge(people)
            end_games(people, stage.people(1)[0])
            everybody += people
        acked = sum(len(person.acked) for person in everybody)
        games = options.games * options.rounds
        report(kills, everybody)
        print(f"{games} games, {len(kills)} kills, {acked} acknowledged actions,", end=" ")
        print(f"{sum(len(p.lost) for p in everybody)} lost connections, {len(faults)} faults")
        for line in faults:
            print("FAULT", line)
        if faults:
            for name in (*stage.ports, *stage.workers):
                print(f"-- {name}:\n{stage.log(name)[-4000:]}")
    return 1 if faults or not acked else 0


if __name__ == "__main__":
    sys.exit(main())
