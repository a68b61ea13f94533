"""A program that the referee lets play: `player.py HOW`, with lines of JSON on standard input and
output, as docs/api.md describes them.  HOW says what is wrong with it."""

import json
import sys
import time

WISHES = ("target", "fight", "decline", "draw", "deploy", "play")  # as docs/examples/bot.py

REACTIONS = {"slow hand": 600_000, "quick hand": 300}  # ms


def choices(state):
    """The acts that may be wanted now."""
    asks = state["words"]["view"].get("asks") or {}
    moves = (state["view"].get("may") or {}).get("moves", {})
    free = [{"act": move, "args": {}} for move, why in moves.items() if not why]
    return [one for one in (*asks.get("choices", ()), *free) if one["act"] in WISHES][:1]


class Player:
    def __init__(self, how):
        self.how, self.sent = how, 0

    def say(self, **message):
        print(json.dumps(message), flush=True)

    def act(self, name, **args):
        self.sent += 1
        self.say(id=f"{self.sent}", act=name, **args)

    def hear(self, told):
        if "view" in told:
            self.decide(told)
        elif "beat" in told:
            self.say(probe=told["beat"]["probe"])
        elif "bye" in told and self.how == "one game":
            sys.exit()

    def decide(self, state):
        if self.how in REACTIONS:
            self.react(state, REACTIONS[self.how])
        wanted = [] if self.how == "silent" else choices(state)
        if wanted:
            self.misbehave()
        for one in wanted:
            self.act(one["act"], **one["args"])

    def react(self, state, ms):
        """Hold, or slap, after so many ms."""
        for one in (state["words"]["view"].get("asks") or {}).get("choices", ()):
            if one["act"] == "hold":
                self.act("hold", reveal=state["view"]["reveal"]["id"], rt=ms)
        if state["view"]["phase"] == "slap":
            self.act("slap", reveal=state["view"]["reveal"]["id"], rt=ms)

    def misbehave(self):
        if self.how == "unknown act":
            self.act("cheat")
        elif self.how == "twice":
            self.act("fight")
            self.act("fight")
        elif self.how == "hang":
            time.sleep(3600)
        elif self.how == "crash":
            sys.exit(3)
        elif self.how == "no JSON":
            print("I resign", flush=True)
        elif self.how == "chatter":
            for _ in range(100):
                self.act("draw")


player = Player(sys.argv[1])
for line in sys.stdin:
    player.hear(json.loads(line))
