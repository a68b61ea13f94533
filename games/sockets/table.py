"""A connection to a table: commands and updates.  This module has no rules and writes nothing to
the database."""

import asyncio
import logging
import time
from contextlib import suppress
from uuid import UUID

from django.utils import translation
from django.utils.translation import gettext_noop as _

from games.bus.db_thread import in_thread
from games.bus.open_connections import Place
from games.live import commands, limits, protocol
from games.live.commands import Reply
from games.live.following import Following
from games.live.limits import Allowance
from games.live.protocol import Close, Command, Hello, Message, Ping, Probe
from games.live.room import Room
from games.live.rooms import rooms
from games.live.talk import Hearing
from games.sockets.base import SESSION_ENDED, Socket
from games.table import clock
from games.table.refusals import Refused
from games.untrusted import encode

log = logging.getLogger(__name__)
SEND_TIMEOUT_S = 20.0
NO_TABLE = _("This table does not exist.")


class TableSocket(Socket[Message]):
    """The socket /ws/table/<code>/.  Anyone may watch; commands need a seat."""

    room: Room | None = None
    pump: asyncio.Task[None] | None = None
    hearing: Hearing | None = None

    # Socket events ------------------------------------------------------------------------

    async def claim(self) -> Place | None:
        return await limits.claim_page(self.scope)

    def new_allowance(self, now: float) -> Allowance:
        return Allowance(now)

    async def begin(self) -> None:
        """Enter the table's room.  For a program, the handshake has already found the table."""
        table_id = self.scope.get("table")
        if self.token is None:
            code = self.scope["url_route"]["kwargs"]["code"]
            table_id = await in_thread(commands.find_table, code, self.player_id)
        if table_id is None:
            await self.end(Close.NOT_FOUND, "NO_SUCH_TABLE", NO_TABLE)
            return
        self.news = asyncio.Event()
        self.following = Following(self.player_id, self.language)
        self.beat_due = False
        self.room = rooms().enter(table_id, self)
        self.pump = asyncio.create_task(self._pump(self.room))

    def read(self, text: str | None) -> Message:
        return protocol.read_message(text)

    async def leave(self) -> None:
        if self.pump is not None:
            self.pump.cancel()
        await super().leave()
        if self.room is not None:
            await rooms().leave(self.room, self)

    # Commands -----------------------------------------------------------------------------

    async def answer(self, message: Message) -> None:
        room = self.room
        assert room is not None
        match message:
            case Command() if (refusal := await self.refusal(room, message)) is not None:
                await self.say(refusal)
            case Command(act="say"):  # not a move: it neither waits for moves nor delays them
                verdict = await in_thread(
                    commands.execute, room.table_id, self.player_id, message, self.language
                )
                await self.say(verdict.text)
            case Command():
                self.following.note_answer(message.args, self.arrived_ms)
                await self.act(room, message)
            case Hello():
                await self.greet(room, message)
            case Ping(n):
                await self.say(encode({"pong": n, "now": self.game_ms()}))
            case Probe(nonce):
                self.following.latency.answer(nonce, time.monotonic())

    async def refusal(self, room: Room, command: Command) -> str | None:
        """Return the reject for an act that a program's scopes or limits do not allow, or None."""
        verify = self.scope.get("verify")
        if verify is None:
            return None
        is_running = room.snapshot is not None and room.snapshot.table.status == "running"
        try:
            with translation.override(self.language):
                await in_thread(verify, running=is_running, language=self.language)
        except Refused as refused:
            version = self.following.since or 0
            return protocol.reject(command.id, refused.code, refused.sentence, version)
        return None

    async def act(self, room: Room, command: Command) -> None:
        name = UUID(command.id)
        self.following.pending.add(name)
        if self.token is None:
            with room.acting(self):
                verdict = await self.execute(room, command)
        else:
            async with room.precedence.given():
                verdict = await self.execute(room, command)
        if name in self.following.pending:  # otherwise a state was the answer
            self.following.pending.discard(name)
            await self.say(verdict.text)
        room.hint(verdict.version)

    async def execute(self, room: Room, command: Command) -> Reply:
        async with room.turn:
            reply = await in_thread(
                commands.execute,
                room.table_id,
                self.player_id,
                command,
                self.language,
                arrived_ms=self.arrived_ms,
                known=room.known(),
            )
            if reply.refused:
                room.note_refusal()
        return reply

    async def greet(self, room: Room, hello: Hello) -> None:
        if hello.me is not None and self.token is None and self.player_id is None:
            await self.end(Close.SIGNED_OUT, "SIGNED_OUT", SESSION_ENDED)
            return
        self.following.begin(hello.since, takes_changes=hello.changes)
        if hello.chat is not None and self.token is None:
            self.hearing = room.talk.add(self.player_id, hello.chat)
        self.beat_due = True
        if room.snapshot is None or room.snapshot.table.shown < hello.since:
            room.refresh()  # hints may be slower than a client that reconnects
        else:
            self.wake()
        is_page = self.token is None and self.player_id is not None
        if hello.me is not None and is_page and self.feed is None:
            await self.subscribe(hello.me, room.table_id)

    async def slow_down(self, message: Message) -> None:
        """Answer a message over the limit with an error, or with a reject if the message is a
        command."""
        if isinstance(message, Command):
            text = self.translate(_("Too many actions. Wait a moment and try again."))
            version = self.following.since or 0
            await self.say(protocol.reject(message.id, "SLOW_DOWN", text, version))
        else:
            await super().slow_down(message)

    # Updates ------------------------------------------------------------------------------

    @property
    def rtt_ms(self) -> int | None:
        return self.following.rtt_ms

    def wake(self, *, beat: bool = False) -> None:
        """Send the room's update to this connection."""
        self.beat_due |= beat
        self.news.set()

    def force_resend(self) -> None:
        self.following.force_resend()
        self.wake()

    def shut_out(self) -> None:
        """Close the connection, because this player may no longer see the table."""
        self.closed = True
        ending = self.end(Close.NOT_FOUND, "NO_SUCH_TABLE", NO_TABLE)
        self.ending = asyncio.create_task(ending)

    async def _pump(self, room: Room) -> None:
        """Send updates as fast as this client takes them; a slow client skips versions."""
        try:
            while True:
                await self.news.wait()
                self.news.clear()
                async with asyncio.timeout(SEND_TIMEOUT_S):
                    await self._send_update(room)
        except TimeoutError:
            self.closed = True
            with suppress(TimeoutError):  # if this fails too, the server's pings end it
                async with asyncio.timeout(SEND_TIMEOUT_S):
                    text = _("This connection is too slow.")
                    await self.end(Close.TOO_SLOW, "TOO_SLOW", text)
        except Exception:
            log.exception("Table %s could not be shown", room.table_id)
            text = _("Something went wrong on our side. Reconnect.")
            await self.end(Close.BROKEN, "BROKEN", text)

    async def _send_update(self, room: Room) -> None:
        snapshot = room.snapshot
        if snapshot is None or self.closed:
            return
        if (text := self.following.missed(room, self.wake)) is not None:
            await self.say(text)
        if self.beat_due:
            self.beat_due = False
            probe = self.following.latency.probe(time.monotonic())
            beat = {"v": snapshot.table.shown, "now": self.game_ms(), "probe": probe}
            beat |= {"watchers": room.watchers, "time": clock.now_ms()}
            await self.say(encode({"beat": beat}))
        if self.hearing is not None:
            seated = snapshot.seat_of(self.player_id) is not None
            for text in self.hearing.missed(room.talk.chat, snapshot.table, seated=seated):
                await self.say(text)

    def game_ms(self) -> int:
        snapshot = self.room.snapshot if self.room else None
        return snapshot.table.game_ms(clock.now_ms()) if snapshot else 0
