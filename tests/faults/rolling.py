"""Restarts both processes of web, one after the other, while games are played.

    python -m tests.faults.rolling --games 50

Prints how long commands took and whether games paused; fails if they did for long."""

import argparse
import asyncio
import random
import sys
import time
from itertools import pairwise

from tests.faults.people import Person
from tests.faults.recovery import percentile
from tests.faults.stage import Stage
from tests.faults.storm import WAR, open_games, until

COMMAND_S, PAUSE_S = 1.5, 2.0  # goals: 99 of 100 commands; longer pauses than before
STOP_S = 10.0
CALM_S = 10.0  # before, to compare with


async def restart(stage: Stage, people: list[Person]) -> tuple[float, float]:
    """The time the restart began, and how long the slower server took to stop."""
    tasks = [asyncio.create_task(person.live()) for person in people]
    tasks += [asyncio.create_task(person.play()) for person in people]
    await until("everybody is there", lambda: [p.code for p in people if "view" not in p.state])
    await asyncio.sleep(CALM_S)
    begun, stopped = time.monotonic(), 0.0
    for name in stage.ports:
        stopped = max(stopped, await asyncio.to_thread(stage.stop, name))
        stage.start(name)
        while not await asyncio.to_thread(stage.answers):
            await asyncio.sleep(0.05)
    await asyncio.sleep(2)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return begun, stopped


def longest_pause(people: list[Person], begin: float, end: float) -> float:
    """The longest pause of any game, in seconds."""
    tables: dict[str, list[float]] = {}
    for person in people:
        moments = (moment for moment in person.news if begin <= moment < end)
        tables.setdefault(person.code, []).extend(moments)
    gaps = (b - a for news in tables.values() for a, b in pairwise(sorted(news)))
    return max(gaps, default=end - begin)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50)
    options = parser.parse_args()
    with Stage(own_valkey=False, webs=2) as stage:
        people = open_games(stage, options.games, random.Random(1), [WAR])
        stage.disconnect()
        begun, stopped = asyncio.run(restart(stage, people))
        calm = longest_pause(people, begun - CALM_S / 2, begun)
        pause = longest_pause(people, begun, time.monotonic())
        waited = [s for person in people for at, s in person.waited if at >= begun]
    most = percentile(waited, 0.99)
    print(f"{len(waited)} commands: 99 of 100 within {most:.2f} s (goal {COMMAND_S})")
    print(f"longest pause of a game {pause:.2f} s, before {calm:.2f} s (goal {PAUSE_S} more)")
    print(f"web stopped within {stopped:.1f} s (goal {STOP_S})")
    return int(most > COMMAND_S or pause > calm + PAUSE_S or stopped > STOP_S)


if __name__ == "__main__":
    sys.exit(main())
