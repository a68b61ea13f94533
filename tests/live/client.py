"""A client as anyone could write one: real sockets, no knowledge of the server's internals."""

import gzip
import http.client
import json
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Self
from uuid import uuid4

from django.contrib.auth import SESSION_KEY
from django.test import Client as Browser
from django.utils import timezone
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from games.accounts import tokens
from tests.live.described import fits
from tests.live.differences import whole
from tests.live.waiting import PATIENCE_S

Message = dict[str, Any]


def cookie_of(player) -> str:
    """The session cookie of a signed-in player."""
    browser = Browser()
    browser.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    assert browser.session[SESSION_KEY]
    return f"sessionid={browser.cookies['sessionid'].value}"


def token_of(player, *scopes: str) -> str:
    """A new token for this player; without scopes, one that may see and play."""
    given = list(scopes or ("me:read", "tables:read", "tables:play"))
    return tokens.make(player=player, name="", scopes=given, days=30, now=timezone.now())[1]


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


class Lines:
    """An answer of the API, line by line."""

    is_table = False

    def __init__(self, address: str, path: str, token: str = "") -> None:
        self.connection = http.client.HTTPConnection(address, timeout=PATIENCE_S)
        headers = {"Accept-Encoding": "gzip"} | bearer(token)
        self.connection.request("GET", f"/api/v1/{path}", None, headers)
        self.answer = self.connection.getresponse()

    def next(self, key: str = "view") -> Message:
        """The next line that has this key."""
        told: Message = {}
        while key not in told:
            told = json.loads(self.answer.readline())
            if self.is_table:
                fits(told)
        return told

    def refusal(self) -> tuple[int, str]:
        body = self.answer.read()
        if self.answer.headers["Content-Encoding"] == "gzip":
            body = gzip.decompress(body)
        return self.answer.status, json.loads(body)["code"]

    def close(self) -> None:
        self.connection.close()


class Stream(Lines):
    """A table."""

    is_table = True

    def __init__(self, address: str, code: str, token: str = "", since: int = 0) -> None:
        super().__init__(address, f"tables/{code}/stream?since={since}", token)


class Client:
    """One connection.  It answers probes and keeps the newest state in `state`."""

    def __init__(
        self, base: str, code: str, player=None, *, origin: str | None = None, token: str = ""
    ) -> None:
        """With a token as a program, which has no origin."""
        headers = {"Cookie": cookie_of(player)} if player else {}
        headers |= bearer(token)
        self.socket = connect(
            f"{base}/ws/table/{code}/",
            origin=origin or (None if token else base.replace("ws://", "http://")),
            additional_headers=headers,
            compression=None,
            legacy=True,
        )
        self.state: Message = {}
        self.told: list[Message] = []
        self.lines: list[Message] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def say(self, message: Any) -> None:
        self.socket.send(message if isinstance(message, str) else json.dumps(message))

    def hear(self, timeout: float = PATIENCE_S) -> Message:
        message: Message = json.loads(self.socket.recv(timeout))
        fits(message)
        self.told.append(message)
        if "view" in message:
            if "base" in message:
                message = whole(self.state, message)
            self.state = message
            self.lines += message["lines"]
        if "beat" in message:
            with suppress(ConnectionClosed):  # what came before the close is still to be read
                self.say({"probe": message["beat"]["probe"]})
        return message

    def until(self, meant: Callable[[Message], Any], timeout: float = PATIENCE_S) -> Message:
        """The first matching message; those before it are processed too."""
        end = time.monotonic() + timeout
        while True:
            message = self.hear(max(0.01, end - time.monotonic()))
            if meant(message):
                return message

    def hello(self, since: int = 0, **wants: Any) -> Message:
        self.say({"hello": since, **wants})
        return self.until(lambda m: "view" in m)

    def see(self, meant: Callable[[Message], Any], timeout: float = PATIENCE_S) -> Message:
        """Wait for a matching state."""
        if self.state and meant(self.state):
            return self.state
        return self.until(lambda m: "view" in m and meant(m), timeout)

    def do(self, act: str, *, id: str | None = None, **args: Any) -> Message:
        """Send a command and return its answer."""
        name = id or str(uuid4())
        self.say({"id": name, "act": act, **args})
        return self.until(lambda m: name in (m.get("ack"), m.get("reject")))

    def ready(self) -> Message:
        return self.do("ready", entropy=uuid4().hex)

    def closed(self, timeout: float = PATIENCE_S) -> tuple[int, str]:
        """Read everything until the server closes; returns the code and the reason."""
        end = time.monotonic() + timeout
        try:
            while True:
                self.hear(max(0.01, end - time.monotonic()))
        except ConnectionClosed as ended:
            assert ended.rcvd is not None
            return ended.rcvd.code, ended.rcvd.reason
