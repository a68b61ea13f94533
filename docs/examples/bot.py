"""A bot for warsite: plays at many tables at once, and goes on after any restart of the site.

WARSITE_TOKEN=warsite_b_... python3 bot.py https://example.org --game ww3 --tables 10 --games 50"""

import argparse
import http.client
import json
import os
import threading
import time
import urllib.error
import urllib.request as web
import uuid

ask = argparse.ArgumentParser()
ask.add_argument("site")
for key, usual in [("game", "war"), ("preset", "quick"), ("options", ""), ("level", "general")]:
    ask.add_argument(f"--{key}", default=usual)
for key in ("tables", "games"):
    ask.add_argument(f"--{key}", default=1, type=int)
wish = ask.parse_args()
DECISIONS = ("target", "fight", "decline", "draw", "deploy", "play")  # the rest can wait
HEAD = {"Authorization": "Bearer " + os.environ["WARSITE_TOKEN"]}


def call(path, body=None, read=json.load, **more):
    """Ask until there is an answer, which is safe: the same id or key counts once."""
    data = None if body is None else json.dumps(body).encode()
    head = HEAD | ({"Content-Type": "application/json"} if data else {}) | more
    while True:
        try:
            return read(web.urlopen(web.Request(f"{wish.site}/api/v1{path}", data, head), None, 60))
        except urllib.error.HTTPError as error:
            if error.code not in (429, 502, 503, 504):
                return json.load(error)  # refused for good
            time.sleep(int(error.headers.get("Retry-After") or 1))
        except (OSError, http.client.HTTPException, ValueError):
            time.sleep(1)  # the site restarts


def play():
    order = {"game": wish.game, "preset": wish.preset, "options": wish.options, "fast": True}
    table = call("/tables", order, **{"Idempotency-Key": str(uuid.uuid4())})
    here = "/tables/" + table["code"]

    def act(name, **args):
        return call(here + "/commands", {"id": str(uuid.uuid4()), "act": name, **args})

    def follow(lines):
        line = {}
        for line in map(json.loads, lines):
            view, words = line.get("view") or {}, (line.get("words") or {}).get("view") or {}
            choices = (words.get("asks") or {}).get("choices", [])
            moves = (view.get("may") or {}).get("moves", {})  # of Ultimate War, where nobody waits
            choices += [{"act": move, "args": {}} for move, why in moves.items() if not why]
            for one in [one for one in choices if one["act"] in DECISIONS][:1]:
                act(one["act"], **one["args"])
        return line  # the last one says why the stream ended

    for _seat in range(table["players"] - len(table["seats"])):
        act("bot", level=wish.level)
    act("ready", entropy=os.urandom(16).hex())
    act("auto", on=True)  # for all that needs no decision
    while call(here + "/stream", read=follow).get("bye") != "OVER":
        time.sleep(1)
    print(table["code"], flush=True)


games = iter(range(wish.games))
for _table in range(wish.tables):
    threading.Thread(target=lambda: [play() for _game in games]).start()
