"""One connection to one table: socket events, commands, updates.  No rules, no database writes."""

import asyncio
import logging
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import gettext_noop as _

from games.bus.db_thread import in_thread
from games.bus.open_connections import Place
from games.live import commands, limits, protocol, room, sessions
from games.live.latency import Latency, early_ms
from games.live.limits import Allowance
from games.live.personal.feeds import Feed, feeds
from games.live.protocol import BadMessage, Close, Command, Hello, Ping, Probe
from games.live.room import Following, Room
from games.live.rooms.talk import Hearing
from games.table import clock

if TYPE_CHECKING:
    from asgiref.typing import WebSocketDisconnectEvent

log = logging.getLogger(__name__)
SEND_TIMEOUT_S = 20.0


def language_of(scope: Mapping[str, Any]) -> str:
    """The language of a connection, chosen like that of a page."""
    request = HttpRequest()
    request.COOKIES = scope.get("cookies", {})
    wanted = dict(scope["headers"]).get(b"accept-language", b"")
    request.META["HTTP_ACCEPT_LANGUAGE"] = wanted.decode("latin-1")
    return translation.get_language_from_request(request)


class TableConsumer(AsyncWebsocketConsumer):
    """/ws/table/<code>/: anyone may watch; commands need a seat."""

    channel_layer_alias = "none"  # the room listens for all connections

    room: Room | None = None
    pump: asyncio.Task[None] | None = None
    player_id: int | None = None
    feed: Feed | None = None
    place: Place | None = None  # what a page takes of what its account or network may have
    hearing: Hearing | None = None
    tells_me = True  # what else concerns the player, and the chat, if their page wants them
    ending: asyncio.Task[None] | None = None
    closed = False
    arrived_ms = 0  # when the message being handled came

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Each message notes when it came, before it waits for anything: races depend on it."""

        async def noted() -> Any:
            message = await receive()
            return message | {"arrived_ms": clock.now_ms()}

        await super().__call__(scope, noted, send)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle one message like Channels, but without its single database thread."""
        await getattr(self, message["type"].replace(".", "_"))(message)

    # Socket events ------------------------------------------------------------------------

    async def connect(self) -> None:
        await self.accept()
        self.language = language_of(self.scope)
        try:
            self.place = await limits.claim_page(self.scope)
        except limits.TooManyOpen:
            await self.end(Close.TOO_MANY, "TOO_MANY", _("Too many pages are open here."))
            return
        code = self.scope["url_route"]["kwargs"]["code"]
        user = self.scope["user"]
        known = user.pk if user and user.is_authenticated else None
        table_id = await in_thread(commands.find_table, code, known)
        if table_id is None:
            text = _("This table does not exist.")
            await self.end(Close.NO_SUCH_TABLE, "NO_SUCH_TABLE", text)
            return
        if known is not None:
            self.player_id = known
            sessions.watch().add(self, self.scope["session"].session_key or "")
        self.follow(table_id)

    def follow(self, table_id: int) -> None:
        """Enter the table's room."""
        self.allowance = Allowance(time.monotonic())
        self.latency = Latency()
        self.news = asyncio.Event()
        self.following = Following(self.player_id, self.language)
        self.beat_due = False
        self.room = room.enter(table_id, self)
        self.pump = asyncio.create_task(self._pump(self.room))

    async def websocket_receive(self, message: Any) -> None:
        self.arrived_ms = message["arrived_ms"]
        await super().websocket_receive(message)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self.room is None or self.closed:
            return
        heard = self.allowance.take(time.monotonic())
        if self.allowance.exhausted:
            text = _("Too many messages. Try again later.")
            await self.end(Close.TOO_MANY, "TOO_MANY", text)
            return
        try:
            message = protocol.read_message(text_data)
        except BadMessage as bad:
            await self.end(Close.BAD_MESSAGE, bad.code, bad.text)
            return
        if heard:
            await self.answer(self.room, message)
        else:
            await self.slow_down(message)

    async def disconnect(self, code: int) -> None:
        self.closed = True
        sessions.watch().discard(self)
        if self.place is not None:
            await limits.release(self.place)
        if self.pump is not None:
            self.pump.cancel()
        if self.feed is not None:
            await feeds().discard(self.feed)
        if self.room is not None:
            await room.leave(self.room, self)

    async def websocket_disconnect(self, message: "WebSocketDisconnectEvent") -> None:
        await self.disconnect(message["code"])
        raise StopConsumer

    # Commands -----------------------------------------------------------------------------

    async def answer(self, here: Room, message: protocol.Message) -> None:
        match message:
            case Command(act="say"):  # no move: it waits for none, and none for it
                verdict = await in_thread(
                    commands.execute, here.table_id, self.player_id, message, self.language
                )
                await self._send(verdict.text)
            case Command():
                with here.acting(self):
                    async with here.turn:
                        verdict = await in_thread(
                            commands.execute,
                            here.table_id,
                            self.player_id,
                            message,
                            self.language,
                            arrived_ms=self.arrived_ms,
                        )
                await self._send(verdict.text)
                here.hint(verdict.version)
            case Hello(since, me, chat):
                self.following.begin(since)
                if chat is not None and self.tells_me:
                    self.hearing = here.talk.add(self.player_id, chat)
                self.beat_due = True
                if here.snapshot is None or here.snapshot.table.shown < since:
                    here.refresh()  # hints may be slower than a client that reconnects
                else:
                    self.wake()
                if me and self.tells_me and self.feed is None and self.player_id is not None:
                    self.feed = Feed(
                        self.player_id, self.language, self._send, at=here.table_id, beats=False
                    )
                    await feeds().add(self.feed)
            case Ping(n):
                await self._send(protocol.encode({"pong": n, "now": self.game_ms()}))
            case Probe(nonce):
                self.latency.answer(nonce, time.monotonic())

    async def slow_down(self, message: protocol.Message) -> None:
        """Too many messages: do nothing, but answer commands."""
        text = self.translate(_("Too many actions. Wait a moment and try again."))
        if isinstance(message, Command):
            version = self.following.since or 0
            await self._send(protocol.reject(message.id, "SLOW_DOWN", text, version))
        else:
            await self._send(protocol.error("SLOW_DOWN", text))

    async def _send(self, text: str) -> None:
        """Send, unless the client has gone; the server may know before Channels does."""
        try:
            await self.send(text_data=text)
        except (OSError, RuntimeError):
            self.closed = True

    def translate(self, text: str) -> str:
        """A marked text in the language of this connection."""
        with translation.override(self.language):
            return translation.gettext(text)

    async def end(self, close: Close, code: str, text: str) -> None:
        self.closed = True
        await self._send(protocol.error(code, self.translate(text)))
        with suppress(OSError, RuntimeError):
            await self.close(code=close, reason=code)

    def sign_out(self) -> None:
        """The session has ended."""
        self.closed = True
        text = _("You have signed out, or your session has ended.")
        self.ending = asyncio.create_task(self.end(Close.SIGNED_OUT, "SIGNED_OUT", text))

    # Updates ------------------------------------------------------------------------------

    @property
    def rtt_ms(self) -> int | None:
        return self.latency.smallest_ms(time.monotonic())

    def wake(self, *, beat: bool = False) -> None:
        """The room has an update for this connection."""
        self.beat_due |= beat
        self.news.set()

    def force_resend(self) -> None:
        self.following.force_resend()
        self.wake()

    async def _pump(self, here: Room) -> None:
        """Send updates as fast as this client takes them; a slow client skips versions."""
        try:
            while True:
                await self.news.wait()
                self.news.clear()
                async with asyncio.timeout(SEND_TIMEOUT_S):
                    await self._send_update(here)
        except TimeoutError:
            self.closed = True
            with suppress(TimeoutError):  # if this fails too, the server's pings end it
                async with asyncio.timeout(SEND_TIMEOUT_S):
                    text = _("This connection is too slow.")
                    await self.end(Close.TOO_SLOW, "TOO_SLOW", text)
        except Exception:
            log.exception("Table %s could not be shown", here.table_id)
            text = _("Something went wrong on our side. Reconnect.")
            await self.end(Close.BROKEN, "BROKEN", text)

    async def _send_update(self, here: Room) -> None:
        snapshot = here.snapshot
        if snapshot is None or self.closed:
            return
        wait_ms = early_ms(snapshot.show_ms, clock.now_ms(), self.rtt_ms)
        if wait_ms:
            asyncio.get_running_loop().call_later(wait_ms / 1000, self.wake)
        elif (text := self.following.missed(here)) is not None:
            await self._send(text)
        if self.beat_due:
            self.beat_due = False
            probe = self.latency.probe(time.monotonic())
            beat = {"v": snapshot.table.shown, "now": self.game_ms(), "probe": probe}
            await self._send(protocol.encode({"beat": beat | {"watchers": here.watchers}}))
        if self.hearing is not None:
            seated = snapshot.seat_of(self.player_id) is not None
            for text in self.hearing.missed(here.talk.chat, snapshot.table, seated=seated):
                await self._send(text)

    def game_ms(self) -> int:
        snapshot = self.room.snapshot if self.room else None
        return snapshot.table.game_ms(clock.now_ms()) if snapshot else 0
