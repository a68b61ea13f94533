"""A bot for warsite: WARSITE_TOKEN=warsite_b_... python3 bot.py https://example.org --tables 9"""

import argparse
import json
import time
import urllib.request as web
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from os import environ, urandom
from uuid import uuid4

ask = argparse.ArgumentParser()
ask.add_argument("site")
for usual in ("game=war", "preset=quick", "options=", "level=general", "tables=1", "games=1"):
    ask.add_argument("--" + usual.split("=")[0], default=usual.split("=")[1])
wish = ask.parse_args()
DECISIONS = ("target", "fight", "decline", "draw", "deploy", "play")  # the rest can wait
HEAD = {"Authorization": f"Bearer {environ['WARSITE_TOKEN']}", "Content-Type": "application/json"}


def call(path, body=None, **more):  # lines of the answer, if need be again: an id counts once
    asked = web.Request(wish.site + path, body and json.dumps(body).encode(), HEAD | more)
    while True:
        try:
            yield from map(json.loads, web.urlopen(asked, None, 60))
        except web.HTTPError as error:
            if error.code in (409, 422):
                return  # the table has gone on meanwhile, or has no such act
            if error.code not in (429, 502, 503, 504):
                raise
            time.sleep(int(error.headers.get("Retry-After") or 1))
        except (OSError, HTTPException, ValueError):
            time.sleep(1)  # the site restarts


TYPES = next(call(f"/api/v1/rules/{wish.game}/schema"))["$defs"]  # what it is told, and may send


def play(_game):
    def act(name, **args):
        next(call(f"{here}/commands", {"id": str(uuid4()), "act": name, **args}), None)

    order = {"game": wish.game, "preset": wish.preset, "options": wish.options, "fast": True}
    table = next(call("/api/v1/tables", order, **{"Idempotency-Key": str(uuid4())}))
    here = f"/api/v1/tables/{table['code']}"
    for _seat in range(table["players"] - len(table["seats"])):
        act("bot", level=wish.level)
    act("ready", entropy=urandom(16).hex())
    if any(name.endswith("AutoCommand") for name in TYPES):  # not in Ultimate War
        act("auto", on=True)  # for all that needs no decision
    for line in call(f"{here}/stream"):
        view, words = line.get("view") or {}, (line.get("words") or {}).get("view") or {}
        choices = (words.get("asks") or {}).get("choices", [])
        moves = (view.get("may") or {}).get("moves", {})  # of Ultimate War, where nobody waits
        choices += [{"act": move, "args": {}} for move, why in moves.items() if not why]
        for one in [one for one in choices if one["act"] in DECISIONS][:1]:
            act(one["act"], **one["args"])
        if line.get("bye") == "OVER":
            return print(table["code"], flush=True)


with ThreadPoolExecutor(int(wish.tables)) as threads:
    list(threads.map(play, range(int(wish.games))))
