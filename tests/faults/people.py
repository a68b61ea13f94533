"""Clients that play through failures: they reconnect, and repeat unanswered commands."""

import asyncio
import contextlib
import json
import random
from typing import Any
from uuid import uuid4

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

TURNS = ("flip", "lay", "check")


class Person:
    """A client of one table; without a cookie it only watches."""

    def __init__(self, url: str, code: str, cookie: str, luck: random.Random) -> None:
        self.address = f"{url.replace('http', 'ws')}/ws/table/{code}/"
        self.code, self.origin, self.cookie, self.luck = code, url, cookie, luck
        self.state: dict[str, Any] = {"v": 0}
        self.pending: dict[str, dict[str, Any]] = {}
        self.acked: dict[str, int] = {}
        self.refused: dict[str, str] = {}
        self.contradictions: list[str] = []
        self.lost_connections = 0
        self.plays = bool(cookie)
        self.socket: Any = None
        self.heard = asyncio.Event()

    async def live(self) -> None:
        """Connect, and reconnect whenever that breaks."""
        headers = {"Cookie": self.cookie} if self.cookie else {}
        while True:
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                async with connect(
                    self.address,
                    origin=self.origin,
                    additional_headers=headers,
                    compression=None,
                    open_timeout=5,
                    ping_interval=None,
                ) as self.socket:
                    await self.talk()
            self.socket = None
            self.lost_connections += 1
            await asyncio.sleep(self.luck.uniform(0.05, 0.5))

    async def talk(self) -> None:
        await self.say({"hello": self.state["v"]})
        for command in list(self.pending.values()):
            await self.say(command)
        async for text in self.socket:
            await self.hear(json.loads(text))
            self.heard.set()

    async def say(self, message: dict[str, Any]) -> None:
        await self.socket.send(json.dumps(message))

    async def hear(self, message: dict[str, Any]) -> None:
        if "view" in message:
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
        self.pending.pop(name, None)
        before = self.refused.get(name) or (f"ack {self.acked[name]}" if name in self.acked else "")
        if before and before != answer:
            self.contradictions.append(f"{name}: {before}, then {answer}")

    async def play(self) -> None:
        """Do what is asked, at a human pace, one command at a time."""
        while True:
            await asyncio.sleep(self.luck.uniform(0.1, 0.5))
            act = self.wish()
            if not self.plays or self.pending or act is None:
                continue
            command = {"id": str(uuid4()), "act": act}
            self.pending[command["id"]] = command
            if self.socket is not None:
                with contextlib.suppress(WebSocketException):
                    await self.say(command)

    def wish(self) -> str | None:
        view = self.state.get("view")
        asks = view and view["asks"]
        if not asks or view["phase"] == "collect":
            return None
        return next((act for act in TURNS if act in asks["acts"]), None)
