"""One connection to one table: commands, updates.  No rules, no database writes."""

import asyncio
import logging
import time
from contextlib import suppress
from typing import Any

from django.utils import translation
from django.utils.translation import gettext_noop as _

from games.bus.db_thread import in_thread
from games.bus.open_connections import Place
from games.live import commands, limits, protocol, room
from games.live.latency import Latency, early_ms
from games.live.limits import Allowance
from games.live.protocol import Close, Command, Hello, Message, Ping, Probe
from games.live.room import Following, Room
from games.live.talk import Hearing
from games.sockets.base import Socket
from games.table import clock
from games.table.refusals import Refused
from games.untrusted import encode

log = logging.getLogger(__name__)
SEND_TIMEOUT_S = 20.0


class TableConsumer(Socket[Message]):
    """/ws/table/<code>/: anyone may watch; commands need a seat."""

    room: Room | None = None
    pump: asyncio.Task[None] | None = None
    hearing: Hearing | None = None
    arrived_ms = 0  # when the message being handled came

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Each message notes when it came, before it waits for anything: races depend on it."""

        async def noted() -> Any:
            message = await receive()
            return message | {"arrived_ms": clock.now_ms()}

        await super().__call__(scope, noted, send)

    # Socket events ------------------------------------------------------------------------

    async def claim(self) -> Place | None:
        return await limits.claim_page(self.scope)

    def new_allowance(self, now: float) -> Allowance:
        return Allowance(now)

    async def begin(self) -> None:
        """Enter the table's room; a program's table was found during the handshake."""
        scope: Any = self.scope
        table_id = scope.get("table")
        if self.token is None:
            code = scope["url_route"]["kwargs"]["code"]
            table_id = await in_thread(commands.find_table, code, self.player_id)
        if table_id is None:
            text = _("This table does not exist.")
            await self.end(Close.NOT_FOUND, "NO_SUCH_TABLE", text)
            return
        self.latency = Latency()
        self.news = asyncio.Event()
        self.following = Following(self.player_id, self.language)
        self.beat_due = False
        self.room = room.enter(table_id, self)
        self.pump = asyncio.create_task(self._pump(self.room))

    async def websocket_receive(self, message: Any) -> None:
        self.arrived_ms = message["arrived_ms"]
        await super().websocket_receive(message)

    def read(self, text: str | None) -> Message:
        return protocol.read_message(text)

    async def disconnect(self, code: int) -> None:
        if self.pump is not None:
            self.pump.cancel()
        if self.room is not None:
            await room.leave(self.room, self)

    # Commands -----------------------------------------------------------------------------

    async def answer(self, message: Message) -> None:
        here = self.room
        assert here is not None
        match message:
            case Command() if (refusal := await self.refusal(here, message)) is not None:
                await self.say(refusal)
            case Command(act="say"):  # no move: it waits for none, and none for it
                verdict = await in_thread(
                    commands.execute, here.table_id, self.player_id, message, self.language
                )
                await self.say(verdict.text)
            case Command():
                await self.act(here, message)
            case Hello():
                await self.greet(here, message)
            case Ping(n):
                await self.say(encode({"pong": n, "now": self.game_ms()}))
            case Probe(nonce):
                self.latency.answer(nonce, time.monotonic())

    async def refusal(self, here: Room, command: Command) -> str | None:
        """What a program may not do, by its scopes and limits."""
        scope: Any = self.scope
        verify = scope.get("verify")
        if verify is None:
            return None
        is_running = here.snapshot is not None and here.snapshot.table.status == "running"
        try:
            with translation.override(self.language):
                await in_thread(verify, running=is_running, language=self.language)
        except Refused as refused:
            version = self.following.since or 0
            return protocol.reject(command.id, refused.code, refused.sentence, version)
        return None

    async def act(self, here: Room, command: Command) -> None:
        with here.acting(self):
            async with here.turn:
                verdict = await in_thread(
                    commands.execute,
                    here.table_id,
                    self.player_id,
                    command,
                    self.language,
                    arrived_ms=self.arrived_ms,
                )
        await self.say(verdict.text)
        here.hint(verdict.version)

    async def greet(self, here: Room, hello: Hello) -> None:
        self.following.begin(hello.since)
        if hello.chat is not None and self.token is None:
            self.hearing = here.talk.add(self.player_id, hello.chat)
        self.beat_due = True
        if here.snapshot is None or here.snapshot.table.shown < hello.since:
            here.refresh()  # hints may be slower than a client that reconnects
        else:
            self.wake()
        is_page = self.token is None and self.player_id is not None
        if hello.me is not None and is_page and self.feed is None:
            await self.subscribe(hello.me, here.table_id)

    async def slow_down(self, message: Message) -> None:
        """Too many messages: do nothing, but answer commands."""
        if isinstance(message, Command):
            text = self.translate(_("Too many actions. Wait a moment and try again."))
            version = self.following.since or 0
            await self.say(protocol.reject(message.id, "SLOW_DOWN", text, version))
        else:
            await super().slow_down(message)

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
            await self.say(text)
        if self.beat_due:
            self.beat_due = False
            probe = self.latency.probe(time.monotonic())
            beat = {"v": snapshot.table.shown, "now": self.game_ms(), "probe": probe}
            await self.say(encode({"beat": beat | {"watchers": here.watchers}}))
        if self.hearing is not None:
            seated = snapshot.seat_of(self.player_id) is not None
            for text in self.hearing.missed(here.talk.chat, snapshot.table, seated=seated):
                await self.say(text)

    def game_ms(self) -> int:
        snapshot = self.room.snapshot if self.room else None
        return snapshot.table.game_ms(clock.now_ms()) if snapshot else 0
