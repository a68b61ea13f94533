"""Lets an example bot of the documentation play, unchanged, through processes that are killed.

    python -m tests.faults.programs --games 20 --tables 20

Every game must be over, and the bot must not have noticed more than a pause: each answer to bot.py
was an ack or a declared refusal (bot.mjs plays by websocket, and only its games are judged)."""

import argparse
import os
import subprocess
import sys
import time
from functools import partial

from tests.faults.recorder import CUT, Recorder
from tests.faults.stage import Stage
from tests.live.waiting import wait_for
from warsite.local.processes import ROOT

EXAMPLES = ROOT / "docs" / "examples"
RUNNERS = {  # Node.js 20 has websockets only if asked
    "bot.py": [sys.executable],
    "bot.mjs": ["node", "--experimental-websocket"],
}
PATIENCE_S = 7200.0


def token() -> str:
    from django.utils import timezone

    from games.accounts import tokens
    from games.accounts.bots import make_owned
    from games.accounts.models import Player

    owner = Player.objects.create_user("owner", name="Owner")
    bot = make_owned(owner=owner, name="Example")
    scopes = ["tables:play", "tables:read"]
    now = timezone.now()
    return tokens.make(player=bot, name="", scopes=scopes, days=0, now=now)[1]


def have_begun(games: int, bot: "subprocess.Popen[str]") -> bool:
    """Whether so many tables have begun, or the bot has given up."""
    from games.table.models import Table

    return bot.poll() is not None or Table.objects.exclude(status="open").count() >= games


def judge(games: int, ended: "subprocess.CompletedProcess[str]") -> list[str]:
    from games.table.models import Table

    finished = set(Table.objects.finished().values_list("code", flat=True))
    faults = [f"{table} is {table.status}" for table in Table.objects.exclude(status="finished")]
    if ended.returncode or ended.stderr:
        faults.append(ended.stderr)
    if set(ended.stdout.split()) != finished or len(finished) != games:
        faults.append(f"{len(finished)} games are over, the bot says {ended.stdout}")
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bot", choices=RUNNERS, default="bot.py")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--game", default="war")
    parser.add_argument("--level", default="general", help="of the other seats (bot.py)")
    parser.add_argument("--options", default="", help="house rules; else those of the preset quick")
    parser.add_argument("--kills", type=int, default=2, help="of web and worker, spread evenly")
    asked = parser.parse_args()
    with Stage(own_valkey=True) as stage, Recorder(stage.url) as recorder:
        site = recorder.url if asked.bot == "bot.py" else stage.url
        command = [*RUNNERS[asked.bot], str(EXAMPLES / asked.bot), site]
        for name in ("game", "options", "games", "tables"):
            command += [f"--{name}", str(getattr(asked, name))]
        if asked.bot == "bot.py":
            command += ["--level", asked.level]
        env = os.environ | {"WARSITE_TOKEN": token()}
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        start = time.monotonic()
        bot = subprocess.Popen(command, env=env, text=True, **pipes)
        for kill in range(1, asked.kills + 1):
            games = asked.games * kill // (asked.kills + 1)
            wait_for(partial(have_begun, games, bot), PATIENCE_S)
            for name in ("web", "worker"):
                stage.restart(name)
        said, complaints = bot.communicate(timeout=PATIENCE_S)
        ended = subprocess.CompletedProcess(command, bot.returncode, said, complaints)
        faults = judge(asked.games, ended) + recorder.faults
        if recorder.counts[CUT] > asked.kills * asked.tables:
            faults.append(f"{recorder.counts[CUT]} streams were cut by {asked.kills} kills")
        minutes = (time.monotonic() - start) / 60
        counted = f"{asked.games} games of {asked.game} in {minutes:.1f} minutes"
        print(f"{asked.bot}: {counted}, {len(faults)} faults")
        for what, times in sorted(recorder.counts.items()):
            print(f"{times:8} {what}")
        for line in faults:
            print("FAULT", line)
        if faults:
            for name in ("web", "worker"):
                print(f"-- {name}:\n{stage.log(name)[-4000:]}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
