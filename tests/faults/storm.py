"""Kills web, live worker and Valkey with -9 while games are played, then checks the results.

    python -m tests.faults.storm --games 50

No acknowledged action may be lost or done twice, every client must end up with what is stored, and
play must go on by itself.  The moments are random but follow from --seed."""

import argparse
import asyncio
import os
import random
import sys
import time

from tests.faults.people import Person
from tests.faults.stage import Stage

CALM_S = 180.0  # how long recovery may take
VICTIMS = ("web", "worker", "valkey")


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
        found += [Person(stage.url, table.code, cookie, luck) for cookie in cookies]
    return found


async def rage(stage: Stage, luck: random.Random, kills: int) -> None:
    """Kill and restart, each process at least once."""
    victims = [*VICTIMS, *(luck.choice(VICTIMS) for _ in range(max(0, kills - len(VICTIMS))))]
    luck.shuffle(victims)
    for name in victims:
        await asyncio.sleep(luck.uniform(0.3, 2.5))
        stage.kill(name)
        print(f"{time.strftime('%X')} killed {name}", flush=True)
        await asyncio.sleep(luck.uniform(0.0, 1.0))
        stage.start(name)
        while name == "web" and not stage.answers():
            await asyncio.sleep(0.05)


def stored() -> dict[str, tuple[int, str]]:
    """code -> version and status of all tables."""
    from games.table.models import Table

    return {code: (v, s) for code, v, s in Table.objects.values_list("code", "version", "status")}


async def until(what: str, condition) -> None:
    """Wait until a condition (checked in a thread) has nothing left to wait for."""
    end = time.monotonic() + CALM_S
    while missing := await asyncio.to_thread(condition):
        if time.monotonic() > end:
            raise SystemExit(f"FAILED: {what}: {missing}")
        await asyncio.sleep(0.1)
    print(f"{time.strftime('%X')} {what}", flush=True)


async def weather(stage: Stage, people: list[Person], luck: random.Random, kills: int) -> None:
    """The storm, and the calm after it."""
    tasks = [asyncio.create_task(person.live()) for person in people]
    tasks += [asyncio.create_task(person.play()) for person in people]
    await until("everybody is there", lambda: [p.code for p in people if "view" not in p.state])
    await rage(stage, luck, kills)
    before = await asyncio.to_thread(stored)

    def standing_still() -> list[str]:
        now = stored()
        still = (code for code, (v, s) in now.items() if s == "running" and v < before[code][0] + 4)
        return list(still)

    await until("every game goes on by itself", standing_still)
    for person in people:
        person.plays = False
    await until("every command is answered", lambda: [p.code for p in people if p.pending])
    stage.kill("worker")  # nothing changes any more
    await until("every client sees what is stored", lambda: behind(people))
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def behind(people: list[Person]) -> list[str]:
    now = stored()
    return [p.code for p in people if p.state["v"] != now[p.code][0]]


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
    for table in Table.objects.all():
        faults += judge_table(table, [p for p in people if p.code == table.code])
    return faults


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
    parser.add_argument("--kills", type=int, default=15)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    luck = random.Random(options.seed)
    with Stage(own_valkey=True) as stage:
        people = open_games(stage, options.games, luck)
        asyncio.run(weather(stage, people, luck, options.kills))
        faults = judge(people)
        acked = sum(len(person.acked) for person in people)
        again = sum(person.lost_connections for person in people)
        print(
            f"{options.games} games, {options.kills} kills, {acked} acknowledged actions,", end=" "
        )
        print(f"{again} lost connections, {len(faults)} faults")
        for line in faults:
            print("FAULT", line)
        if faults:
            for name in ("web", "worker"):
                print(f"-- {name}:\n{stage.log(name)[-4000:]}")
    return 1 if faults or not acked else 0


if __name__ == "__main__":
    sys.exit(main())
