"""One abuser of a real site, as a program of its own: python tests/bench/abuser.py < target.json

An outside bot and its owner, with everything a stranger can reach: each act below is done again and
again, `rate` times a second, whatever the site answers.  Prints how often each was answered how."""

import http.client
import json
import os
import re
import secrets
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from itertools import cycle
from typing import Any
from urllib.parse import urlencode, urlsplit
from uuid import uuid4

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

FORM, JSON = "application/x-www-form-urlencoded", "application/json"
STREAMS = 60  # more than a token may have
FLOOD = 200  # messages on a socket at once


class Abuser:
    def __init__(self, url: str, programs: str, token: str, cookie: str, games: list[str]) -> None:
        self.address, self.programs = urlsplit(url).netloc, urlsplit(programs).netloc
        self.origin, self.cookie = url, cookie
        self.bearer = {"Authorization": f"Bearer {token}"}
        self.games = cycle(games)
        self.streams: list[socket.socket] = []

    def call(
        self, method: str, path: str, body: Any = None, *, kind: str = JSON, **headers: str
    ) -> tuple[int, bytes]:
        address = self.programs if "Authorization" in headers else self.address
        with closing(http.client.HTTPConnection(address, timeout=20)) as line:
            data = urlencode(body) if kind == FORM and body else body and json.dumps(body)
            line.request(method, path, data, {"Content-Type": kind} | headers)
            answer = line.getresponse()
            return answer.status, answer.read()

    def api(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        status, text = self.call(method, f"/api/v1/{path}", body, **self.bearer)
        return status, json.loads(text)

    def table(self, **more: Any) -> str:
        """Open one with bots and begin; the last one if that is refused."""
        order = {"game": "war", "preset": "quick", "bots": ["recruit"], "fast": True} | more
        status, opened = self.api("POST", "tables", order)
        if status == 201:
            self.code = opened["code"]
            self.act("ready", entropy=os.urandom(16).hex())
        return self.code

    def act(self, name: str, **args: Any) -> int:
        body = {"id": str(uuid4()), "act": name, **args}
        return self.api("POST", f"tables/{self.code}/commands", body)[0]

    # What it does --------------------------------------------------------------------------

    def flood(self) -> int:
        return self.api("GET", "tables")[0]

    def flood_commands(self) -> int:
        return self.act("dance")

    def open_and_leave(self) -> int:
        """The table waits for it, and nobody comes."""
        return self.api("POST", "tables", {"game": "ww3"})[0]

    def sleep_at_a_table(self) -> int:
        """It never answers what it is asked."""
        self.table(preset="", options="auto=1")
        return 0

    def lie(self) -> int:
        """Claim to have reacted within no time."""
        self.table(preset="", options="slap=2,3;auto=A;cap=40")
        return self.act("slap", reveal=1, rt=1)

    def never_read(self) -> int:
        """A stream; the oldest is dropped after a while."""
        host, port = self.programs.split(":")
        line = socket.create_connection((host, int(port)), timeout=5)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        head = f"GET /api/v1/tables/{self.code}/stream HTTP/1.1\r\nHost: {self.programs}\r\n"
        line.sendall(f"{head}Authorization: {self.bearer['Authorization']}\r\n\r\n".encode())
        self.streams.append(line)
        if len(self.streams) > STREAMS:
            self.streams.pop(0).close()
        return 0

    def shout(self) -> int:
        """Fill a socket with messages until it is closed."""
        address = f"ws://{self.programs}/ws/table/{self.code}/"
        with connect(address, additional_headers=self.bearer) as line:
            for _message in range(FLOOD):
                line.send(json.dumps({"id": str(uuid4()), "act": "dance"}))
            return 0

    def shout_about_itself(self) -> int:
        headers = {"Cookie": self.cookie}
        address = f"ws://{self.address}/ws/me/"
        with connect(address, origin=self.origin, additional_headers=headers) as line:
            for _message in range(FLOOD):
                line.send('{"hello": {"lobby": true}}')
            return 0

    def run_the_lab(self) -> int:
        body = {"game": "ultimate", "games": 1_000_000, "seed": time.time_ns() % 10**6}
        return self.api("POST", "lab/runs", body)[0]

    def watch_replays(self) -> int:
        path = f"/g/{next(self.games)}/frames.json?view=all&at={time.time_ns()}"
        return self.call("GET", path, Cookie=self.cookie)[0]

    def export(self) -> int:
        return self.call("GET", "/api/v1/games/export?bots=with&with_moves=true", **self.bearer)[0]

    def guess_passwords(self) -> int:
        return self.form("/account/login/", login="alice", password=uuid4().hex)

    def come_as_a_guest(self) -> int:
        """Come as a new guest, open a table with bots, and leave it."""
        return self.form("/play/", game="war")

    def form(self, path: str, **fields: str) -> int:
        secret = secrets.token_hex(16)  # anybody may choose their own, in a cookie and a field
        cookie = {"Cookie": f"csrftoken={secret}", "Referer": self.origin}
        fields["csrfmiddlewaretoken"] = secret
        return self.call("POST", path, fields, kind=FORM, **cookie)[0]


ACTS: list[Callable[[Abuser], int]] = [
    *(Abuser.flood, Abuser.flood_commands, Abuser.open_and_leave, Abuser.sleep_at_a_table),
    *(Abuser.lie, Abuser.never_read, Abuser.shout, Abuser.shout_about_itself),
    *(Abuser.run_the_lab, Abuser.watch_replays, Abuser.export, Abuser.guess_passwords),
    Abuser.come_as_a_guest,
]


def repeat(abuser: Abuser, act: Callable[[Abuser], int], rate: float, told: Counter[Any]) -> None:
    while True:
        began = time.monotonic()
        try:
            answer: Any = act(abuser) or "done"
        except (OSError, http.client.HTTPException, ValueError, WebSocketException) as error:
            answer = type(error).__name__
        told[act.__name__, answer] += 1
        time.sleep(max(0.0, 1 / rate - (time.monotonic() - began)))


def main() -> None:
    # It has a machine of its own in reality: here it gets what all others leave.
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    target = json.loads(sys.stdin.readline())
    rate, only = target.pop("rate"), target.pop("only")
    abuser, told = Abuser(**target), Counter[Any]()
    abuser.table()
    for act in (one for one in ACTS if re.search(only, one.__name__)):
        threading.Thread(target=repeat, args=(abuser, act, rate, told), daemon=True).start()
    with suppress(KeyboardInterrupt):
        sys.stdin.readline()  # until told to stop
    print(json.dumps(sorted([*key, count] for key, count in told.items()), default=str))


if __name__ == "__main__":
    main()
