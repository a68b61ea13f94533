"""Clients that play through failures: they reconnect, and repeat unanswered commands."""

import asyncio
import contextlib
import json
import random
import time
from typing import Any
from uuid import uuid4

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tests.faults.deeds import Deed, deed

FIRST_RETRY_S, LONGEST_RETRY_S = 0.25, 4.0  # as core/connection.js


class Person:
    """A client of one table; without a cookie it only watches.  `urls`: of all web processes; the
    table's own comes first, and the next one while that does not answer, as with the proxy."""

    def __init__(self, urls: list[str], code: str, cookie: str, luck: random.Random) -> None:
        first = sum(code.encode()) % len(urls)
        ways = [f"{url.replace('http', 'ws')}/ws/table/{code}/" for url in urls]
        self.addresses = ways[first:] + ways[:first]
        self.code, self.origin, self.cookie, self.luck = code, urls[0], cookie, luck
        self.state: dict[str, Any] = {"v": 0}
        self.clock = 0.0  # time of the game - our time (ms)
        self.pending: dict[str, dict[str, Any]] = {}
        self.asked: dict[str, float] = {}  # when
        self.acked: dict[str, int] = {}
        self.refused: dict[str, str] = {}
        self.contradictions: list[str] = []
        self.lost: list[float] = []  # when the connection was lost, and when it was back
        self.back: list[float] = []
        self.news: list[float] = []  # when a newer version came
        self.waited: list[tuple[float, float]] = []  # for an answer: since when, how long
        self.failures = 0
        self.plays = bool(cookie)
        self.socket: Any = None
        self.heard = asyncio.Event()

    async def live(self) -> None:
        """Connect, and reconnect whenever that breaks."""
        while True:
            for address in self.addresses:
                with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                    await self.connect(address)
                    break
            if self.socket is not None and len(self.lost) == len(self.back):
                self.lost.append(time.monotonic())
            self.socket = None
            longest = min(LONGEST_RETRY_S, FIRST_RETRY_S * 2**self.failures)
            self.failures += 1
            await asyncio.sleep(longest * self.luck.uniform(0.5, 1.0))

    async def connect(self, address: str) -> None:
        """Talk until the connection is lost.  Raises if there is none."""
        async with connect(
            address,
            origin=self.origin,
            additional_headers={"Cookie": self.cookie} if self.cookie else {},
            compression=None,
            open_timeout=5,
            ping_interval=None,
        ) as socket:
            self.socket = socket
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                await self.talk()

    async def talk(self) -> None:
        await self.say({"hello": self.state["v"]})
        for command in list(self.pending.values()):
            await self.say(command)
        async for text in self.socket:
            self.failures = 0
            if len(self.back) < len(self.lost):
                self.back.append(time.monotonic())
            await self.hear(json.loads(text))
            self.heard.set()

    async def say(self, message: dict[str, Any]) -> None:
        await self.socket.send(json.dumps(message))

    async def hear(self, message: dict[str, Any]) -> None:
        if "view" in message:
            self.clock = message["now"] - time.time() * 1000
            if message["v"] > self.state["v"]:
                self.news.append(time.monotonic())
            if message["v"] >= self.state["v"]:
                self.state = message
        elif "ack" in message:
            self.answered(message["ack"], f"ack {message['v']}")
            self.acked[message["ack"]] = message["v"]
        elif message.get("code") in ("TRY_AGAIN", "SLOW_DOWN"):
            await asyncio.sleep(0.2)
            if command := self.pending.get(message["reject"]):
                await self.say(command)
        elif "reject" in message:
            self.answered(message["reject"], message["code"])
            self.refused[message["reject"]] = message["code"]
        elif "beat" in message:
            await self.say({"probe": message["beat"]["probe"]})
            if message["beat"]["v"] > self.state["v"]:
                await self.say({"hello": self.state["v"]})

    def answered(self, name: str, answer: str) -> None:
        """A command has one answer, however often it is sent."""
        if self.pending.pop(name, None):
            since = self.asked.pop(name)
            self.waited.append((since, time.monotonic() - since))
        before = self.refused.get(name) or (f"ack {self.acked[name]}" if name in self.acked else "")
        if before and before != answer:
            self.contradictions.append(f"{name}: {before}, then {answer}")

    async def play(self) -> None:
        """Do what is asked, at a human pace, one command at a time."""
        while True:
            await asyncio.sleep(self.luck.uniform(0.1, 0.5))
            wish = self.wish()
            if not self.plays or self.pending or wish is None:
                continue
            act, more = wish
            command = {"id": str(uuid4()), "act": act, **more}
            self.pending[command["id"]] = command
            self.asked[command["id"]] = time.monotonic()
            if self.socket is not None:
                with contextlib.suppress(WebSocketException):
                    await self.say(command)

    def wish(self) -> Deed | None:
        view = self.state.get("view")
        return view and deed(view, time.time() * 1000 + self.clock, self.luck)
