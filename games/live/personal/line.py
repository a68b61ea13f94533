"""The personal line: tells a player, on any page, what concerns them.  It writes nothing."""

import asyncio
import re
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer

from games.bus.open_connections import Place
from games.live import limits, protocol, sessions
from games.live.consumer import language_of
from games.live.limits import Allowance
from games.live.personal.feeds import Feed, feeds
from games.live.protocol import BadMessage, Close

if TYPE_CHECKING:
    from asgiref.typing import WebSocketDisconnectEvent

MESSAGES_PER_S, BURST = 4.0, 20.0
MESSAGE_BYTES = 2048
MOST = 10  # of one player, over all processes
TAB = re.compile(r"[0-9a-z-]{8,36}", re.ASCII)


class Hello(NamedTuple):
    """A request for the truth, and for the open tables and wishes if `lobby`."""

    lobby: bool


class Ping(NamedTuple):
    n: int


class Tab(NamedTuple):
    """The name of the browser's tab, and whether it is looked at."""

    name: str
    visible: bool


def read_message(text: str | None) -> Hello | Ping | Tab:
    """Raises BadMessage."""
    match protocol.read_object(text, MESSAGE_BYTES):
        case {"hello": {"lobby": bool(lobby)}}:
            return Hello(lobby)
        case {"ping": int(number)} if abs(number) < 2**53:
            return Ping(number)
        case {"tab": str(name), "visible": bool(visible)} if TAB.fullmatch(name):
            return Tab(name, visible)
    raise BadMessage("BAD_MESSAGE", "")


class PersonalConsumer(AsyncWebsocketConsumer):
    """/ws/me/, for accounts and guests."""

    channel_layer_alias = "none"  # the feeds listen for all connections

    feed: Feed | None = None
    place: Place | None = None  # what it takes of what the player may have
    greeted = False
    closed = False  # what still comes is not read
    ending: asyncio.Task[None] | None = None

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle one message like Channels, but without its single database thread."""
        await getattr(self, message["type"].replace(".", "_"))(message)

    async def connect(self) -> None:
        await self.accept()
        user = self.scope["user"]
        if not (user and user.is_authenticated):
            await self.end(Close.SIGNED_OUT)
            return
        try:
            self.place = await limits.claim(f"line{user.pk}", MOST)
        except limits.TooManyOpen:
            await self.end(Close.TOO_MANY)
            return
        limits.held().add(self.place)
        self.begin(user.pk)
        sessions.watch().add(self, self.scope["session"].session_key or "")

    def begin(self, player_id: int) -> None:
        self.allowance = Allowance(time.monotonic(), MESSAGES_PER_S, BURST)
        self.feed = Feed(player_id, language_of(self.scope), self.say)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self.feed is None or self.closed:
            return
        if not self.allowance.take(time.monotonic()):
            await self.end(Close.TOO_MANY)
            return
        try:
            message = read_message(text_data)
        except BadMessage:
            await self.end(Close.BAD_MESSAGE)
            return
        match message:
            case Ping(n):
                await self.say(protocol.encode({"pong": n}))
            case Tab(name, visible):
                self.feed.show(name, visible)
                feeds().came_to(self.feed)
            case Hello(lobby) if not self.greeted:
                self.greeted, self.feed.lobby = True, lobby
                await feeds().add(self.feed)

    async def websocket_disconnect(self, message: "WebSocketDisconnectEvent") -> None:
        sessions.watch().discard(self)
        if self.place is not None:
            await limits.release(self.place)
        if self.feed is not None and self.greeted:
            await feeds().discard(self.feed)
        raise StopConsumer

    async def say(self, text: str) -> None:
        with suppress(OSError, RuntimeError):  # the client has gone
            await self.send(text_data=text)

    async def end(self, close: Close, reason: str = "") -> None:
        self.closed = True
        with suppress(OSError, RuntimeError):
            await self.close(code=close, reason=reason or close.name)

    def sign_out(self) -> None:
        """The session has ended."""
        self.ending = asyncio.create_task(self.end(Close.SIGNED_OUT))
