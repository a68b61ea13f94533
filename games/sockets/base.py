"""The base of every websocket: identifies the player, counts and limits messages, and ends with the
session."""

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Generic, TypeVar

from django.utils import translation
from django.utils.translation import gettext_noop as _

from games.accounts.tokens import Token
from games.bus.db_thread import in_thread
from games.bus.open_connections import Place
from games.live import limits, protocol, sessions
from games.live.feeds import Feed, feeds
from games.live.limits import Allowance
from games.live.protocol import BadMessage, Close, Subscription, language_of
from games.live.tournaments import find_tournament
from games.table import clock

log = logging.getLogger(__name__)
M = TypeVar("M")  # its messages
Inbox = asyncio.Queue[tuple[int, Mapping[str, Any]]]  # when (epoch ms) each message came
READ_AHEAD = 40  # messages; further ones wait unread
GONE = {"type": "websocket.disconnect"}
SESSION_ENDED = _("You have signed out, or your session has ended.")


async def read_ahead(receive: Any, inbox: Inbox) -> None:
    """Store the arrival time of each message, even while earlier messages are being handled."""
    is_open = True
    while is_open:
        try:
            message = await receive()
        except Exception:
            log.exception("A connection could not be read")
            message = GONE
        await inbox.put((clock.now_ms(), message))
        is_open = message["type"] != GONE["type"]


class Socket(ABC, Generic[M]):
    """A websocket of a page or of a program.  For a program, the handshake has checked the token
    and claimed the place (`games.api.sockets`)."""

    player_id: int | None = None
    token: Token | None = None
    place: Place | None = None  # what a page takes of what its account or network may have
    watch: sessions.Watch | None = None
    feed: Feed | None = None
    arrived_ms = 0  # when the message being handled came
    is_open = False
    closed = False  # later messages are not read
    ending: asyncio.Task[None] | None = None

    def __init__(self, scope: Mapping[str, Any], send: Any) -> None:
        self.scope, self.send = scope, send

    @classmethod
    async def serve(cls, scope: Any, receive: Any, send: Any) -> None:
        """Serve the connection as an ASGI application.  After any error, the connection still
        leaves its rooms."""
        socket, inbox = cls(scope, send), Inbox(READ_AHEAD)
        reading = asyncio.create_task(read_ahead(receive, inbox))
        try:
            while (message := await socket.next(inbox))["type"] != GONE["type"]:
                if message["type"] == "websocket.connect":
                    await socket.connect()
                else:
                    await socket.receive(message.get("text"))
        finally:
            reading.cancel()
            await socket.leave()

    async def next(self, inbox: Inbox) -> Mapping[str, Any]:
        """Return the next message to handle."""
        self.arrived_ms, message = await inbox.get()
        return message

    # What each kind does --------------------------------------------------------------------

    @abstractmethod
    async def claim(self) -> Place | None:
        """Claim a place for the connection of a page.  Raises TooManyOpen."""

    @abstractmethod
    async def begin(self) -> None:
        """Start the work of this socket, once the connection has been accepted."""

    @abstractmethod
    def new_allowance(self, now: float) -> Allowance: ...

    @abstractmethod
    def read(self, text: str | None) -> M:
        """Read a message.  Raises BadMessage."""

    @abstractmethod
    async def answer(self, message: M) -> None: ...

    async def slow_down(self, message: M) -> None:
        """Answer a message over the limit with an error."""
        text = self.translate(_("Too many actions. Wait a moment and try again."))
        await self.say(protocol.error("SLOW_DOWN", text))

    # Socket events ------------------------------------------------------------------------

    async def connect(self) -> None:
        await self.send({"type": "websocket.accept"})
        scope, self.language = self.scope, language_of(self.scope)
        self.token = scope.get("token")
        if self.token is not None:
            self.player_id = self.token.player_id
            self.end_with(sessions.watch(sessions.valid_tokens), self.token.digest)
        else:
            user = scope["user"]
            if user and user.is_authenticated:
                self.player_id = user.pk
                self.end_with(sessions.watch(), scope["session"].session_key or "")
            try:
                self.place = await self.claim()
            except limits.TooManyOpen:
                text = _("Too many pages are open here.")
                await self.end(Close.TOO_MANY, "TOO_MANY", text)
                return
        self.allowance = self.new_allowance(time.monotonic())
        self.is_open = True
        await self.begin()

    def end_with(self, watch: sessions.Watch, key: str) -> None:
        self.watch = watch
        watch.add(self, key)

    async def receive(self, text: str | None) -> None:
        if self.closed or not self.is_open:
            return
        is_heard = self.allowance.take(time.monotonic())
        if self.allowance.exhausted:
            why = _("Too many messages. Try again later.")
            await self.end(Close.TOO_MANY, "TOO_MANY", why)
            return
        try:
            message = self.read(text)
        except BadMessage as bad:
            await self.end(Close.BAD_MESSAGE, bad.code, bad.text)
            return
        await (self.answer(message) if is_heard else self.slow_down(message))

    async def leave(self) -> None:
        """Leave all rooms, because the connection is closed."""
        self.closed = True
        if self.watch is not None:
            self.watch.discard(self)
        if self.place is not None:
            await limits.release(self.place)
        if self.feed is not None:
            await feeds().discard(self.feed)

    # What it says ---------------------------------------------------------------------------

    async def subscribe(self, wants: Subscription, table: int | None = None) -> bool:
        """Send the player's news, and the other subscriptions of the page.  The connection of a
        table has its own beats and gets none here.  Return False if the tournament does not
        exist."""
        tournament = None
        if wants.tournament:
            tournament = await in_thread(find_tournament, wants.tournament, self.player_id)
            if tournament is None:
                return False
        self.feed = Feed(
            self.player_id,
            self.language,
            self.say,
            wants,
            tournament=tournament,
            table=table,
            beats=table is None,
        )
        await feeds().add(self.feed)
        return True

    async def say(self, text: str) -> None:
        """Send a text.  Do nothing if the client has gone, which the server may notice first."""
        try:
            await self.send({"type": "websocket.send", "text": text})
        except (OSError, RuntimeError):
            self.closed = True

    def translate(self, text: str) -> str:
        """Translate a marked text into the language of this connection."""
        with translation.override(self.language):
            return translation.gettext(text)

    async def end(self, close: Close, code: str, text: str) -> None:
        self.closed = True
        await self.say(protocol.error(code, self.translate(text)))
        with suppress(OSError, RuntimeError):
            await self.send({"type": "websocket.close", "code": close, "reason": code})

    def sign_out(self) -> None:
        """Close the connection, because the session or the token has ended."""
        self.closed = True
        if self.token is None:
            ending = self.end(Close.SIGNED_OUT, "SIGNED_OUT", SESSION_ENDED)
        else:
            text = _("The token has been revoked, or has expired.")
            ending = self.end(Close.SIGNED_OUT, "REVOKED", text)
        self.ending = asyncio.create_task(ending)
