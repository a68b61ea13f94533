"""The part of an open table that all its connections through this process share.

A room takes over changes written by its own process, reads the table after changes by another,
wakes its connections and meets the table's deadlines.  Everything here runs on the event loop;
database work runs in threads.  While nothing happens, a room has no task."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext, suppress
from typing import Any, Protocol

from games.accounts.models import Player
from games.bus.db_thread import in_thread
from games.live import commands
from games.live.presence import Look, Presence, differs
from games.live.talk import Hearing, Talk
from games.table import clock
from games.table.models import Seat
from games.table.reading.snapshot import Snapshot, extended, load
from games.table.refusals import Refused
from games.table.signals import Written
from games.table.writer import play
from games.table.writer.orders import KEPT_MS, Known

log = logging.getLogger(__name__)
CHUNK = 5  # spectators woken before the loop takes a pause
PAUSE_S = 0.0012
LONGEST_WAIT_S = 0.05  # for an act of a player, before each chunk
AGAIN_S = 0.5  # after a failure
LANES = 2
LONGEST_DELAY_S = 0.2  # after this the others go on all the same


def meet_deadline(table_id: int, known: Known | None = None) -> int | None:
    """Handle all deadlines up to now at a table; return the next deadline (epoch ms) if none had
    passed.  If this machine's clock is wrong, do nothing: a live worker with a right clock meets
    the deadlines."""
    return play.tick(table=table_id, known=known) if clock.is_right() else None


class Acts:
    """The acts of players that are in progress."""

    def __init__(self) -> None:
        self.running = 0
        self.none = asyncio.Event()
        self.none.set()

    @contextmanager
    def one_more(self) -> Iterator[None]:
        self.running += 1
        self.none.clear()
        try:
            yield
        finally:
            self.running -= 1
            if not self.running:
                self.none.set()

    async def wait(self, longest_s: float) -> None:
        """Wait until no act is in progress, but at most `longest_s` seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(longest_s):
                await self.none.wait()


class Precedence:
    """The precedence of people's acts.  Deadlines, acts of bots, and messages to spectators wait
    until nobody acts at any table of the event loop; then a few of them run at a time."""

    def __init__(self) -> None:
        self.acts, self.lanes = Acts(), asyncio.Semaphore(LANES)

    @asynccontextmanager
    async def given(self) -> AsyncIterator[None]:
        async with self.lanes:
            if self.acts.running:
                await self.acts.wait(LONGEST_DELAY_S)
            yield


class Connection(Protocol):
    """The interface of a connection that a room needs."""

    @property
    def player_id(self) -> int | None: ...
    @property
    def rtt_ms(self) -> int | None: ...
    @property
    def hearing(self) -> Hearing | None: ...
    def wake(self, *, beat: bool = False) -> None: ...
    def force_resend(self) -> None: ...
    def shut_out(self) -> None: ...


class Room:
    """An open table.  `look_due` (s of the loop): the time at which the stored table is checked
    next."""

    def __init__(self, table_id: int, precedence: Precedence) -> None:
        self.table_id, self.precedence = table_id, precedence
        self.connections: set[Connection] = set()
        self.snapshot: Snapshot | None = None
        self.announced_version = 0
        self.elsewhere = 0  # spectators of other processes
        self.is_alone = False  # no other process shows the table
        self.has_company = False  # another process said so during the present look
        self.spectators = 0  # connected here
        self.seated: frozenset[int] | None = None  # player ids at the table; None: not read yet
        self.measured: dict[Player, int] = {}  # round trips as stored
        self.stale = True  # the snapshot may be old although no hint came
        self.is_reading = False
        self.players_changed = False  # a player at the table changed name or was banned
        self.look_due = 0.0
        self.is_announced = False  # to other processes
        self.turn = asyncio.Lock()  # acts wait for the table here, not each in a thread
        self.acts = Acts()  # acts of its players
        self.talk = Talk(table_id, self._go_on)
        self.timer: asyncio.TimerHandle | None = None
        self.is_due = False  # the deadline has come
        self.crowd_waits = False  # spectators have not got the newest state
        self.work: asyncio.Task[None] | None = None
        self.crowd_work: asyncio.Task[None] | None = None

    def enter(self, connection: Connection) -> None:
        self.connections.add(connection)
        self.spectators += self._watches(connection)
        self.look_due = 0

    def leave(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self.spectators -= self._watches(connection)
        self.look_due = 0

    def close(self) -> None:
        for pending in (self.timer, self.work, self.crowd_work):
            if pending is not None:
                pending.cancel()

    @contextmanager
    def acting(self, connection: Connection) -> Iterator[None]:
        """While a seated player acts, hold back messages to spectators, and deadlines and acts of
        bots at all tables."""
        if self._watches(connection):
            yield
            return
        with self.acts.one_more(), self.precedence.acts.one_more():
            yield

    # News -----------------------------------------------------------------------------------

    def hear(self, hint: dict[str, Any]) -> None:
        """Note that another process has changed the table, its chat or a player."""
        if "chat" in hint:
            self.talk.hint(*hint["chat"])
        if "player" in hint:
            self.reload_players()
        self.hint(hint["version"])

    def hint(self, version: int) -> None:
        """Note that the table is at this version."""
        self.announced_version = max(self.announced_version, version)
        if self._is_behind():
            self._go_on()

    def _is_behind(self) -> bool:
        return self.snapshot is None or self.snapshot.version < self.announced_version

    def refresh(self) -> None:
        """Read the table again."""
        self.stale = True
        self._go_on()

    def reload_players(self) -> None:
        """Read the players again, because one has a new name or was banned."""
        self.players_changed = True
        commands.find_player.cache_clear()
        self.refresh()

    def note_refusal(self) -> None:
        """Read the table again after the first refusal in a while, which is stored in the table's
        row without a move."""
        if self.snapshot and clock.now_ms() - self.snapshot.table.refused_ms > KEPT_MS:
            self.refresh()

    def known(self) -> Known | None:
        """The table for the next writer; None if this copy is, or may be, outdated."""
        if self.snapshot is None or self.stale or self.is_reading or self._is_behind():
            return None
        return Known(self.snapshot.table, self.snapshot.seats)

    def catch_up(self) -> None:
        """Read the table and its chat again, because hints may have been missed."""
        self.reload_players()
        self.talk.refresh()

    def adopt(self, written: Written) -> None:
        """Take over a change written by this process, without reading the table."""
        snapshot = extended(self.snapshot, written) if self.snapshot else None
        if snapshot is None:
            self.hint(written.table.version)
        else:
            self._show(snapshot)

    def _show(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self.announced_version = max(self.announced_version, snapshot.version)
        seated = frozenset(seat.player_id for seat in snapshot.seats)
        if seated != self.seated:
            self.seated = seated
            self.spectators = sum(map(self._watches, self.connections))
        self._set_timer(snapshot.table.due_ms)
        self._wake()

    # Work, while there is some ----------------------------------------------------------------

    def _go_on(self) -> None:
        is_open = bool(self.connections)
        if is_open and (self.work is None or self.work.done()):
            self.work = asyncio.create_task(self._work())

    async def _work(self) -> None:
        while True:
            try:
                if self.is_due:
                    await self._meet_deadline()
                elif self.stale or self._is_behind():
                    await self._read()
                elif self.talk.is_stale:
                    await self.talk.read(self._readers())
                    self._wake()
                else:
                    return
            except Exception:  # most likely the database; the room must go on
                log.exception("Table %s could not be loaded", self.table_id)
                await asyncio.sleep(AGAIN_S)
                self.stale = True

    async def _read(self) -> None:
        """Read the stored table.  A new name is not a move, so after a change of name the table is
        sent again although its version is the same."""
        before = self.snapshot
        anew, self.players_changed, self.stale = self.players_changed, False, False
        self.is_reading = True
        try:
            async with self.precedence.given() if before else nullcontext():
                read = await in_thread(load, self.table_id, None if anew else before)
        except Exception:
            self.players_changed |= anew
            raise
        finally:
            self.is_reading = False
        if before and any(
            player.name != before.players[pk].name
            for pk, player in read.players.items()
            if pk in before.players
        ):
            for connection in self.connections:
                connection.force_resend()
        if self.snapshot is None or self.snapshot.version <= read.version:
            self._show(read)

    def _set_timer(self, due_ms: int | None) -> None:
        """Set a timer in this process for the deadline, because a round trip to a worker takes
        twice as long.  The worker meets deadlines that no room met in time."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        if due_ms is not None:
            wait_ms = max(0, due_ms - clock.now_ms()) + 1  # not just before it
            self.timer = asyncio.get_running_loop().call_later(wait_ms / 1000, self._ring)

    def _ring(self) -> None:
        self.is_due = True
        self._go_on()

    async def _meet_deadline(self) -> None:
        self.is_due = False
        try:
            async with self.precedence.given(), self.turn:
                due_ms = await in_thread(meet_deadline, self.table_id, self.known())
        except Refused:  # the table is gone
            return
        except Exception:  # the live worker tries again
            log.exception("A deadline of table %s was not met", self.table_id)
            return
        if due_ms is not None:  # it was not yet due, or another process met it
            self._set_timer(due_ms)

    def _wake(self) -> None:
        """Wake the connections: players at once, spectators afterwards."""
        for connection in self.connections:
            if self.seated and connection.player_id in self.seated:
                connection.wake()
        if self.spectators:
            self.crowd_waits = True
            if self.crowd_work is None or self.crowd_work.done():
                self.crowd_work = asyncio.create_task(self._update_spectators())

    async def _update_spectators(self) -> None:
        """Update spectators after the players, a few at a time, so that many spectators do not
        delay a move.  The last spectators get only the newest state and skip the states before it.
        Players' acts run in threads that need the interpreter too, so spectators also wait for
        those."""
        while self.crowd_waits:
            self.crowd_waits = False
            crowd = [connection for connection in self.connections if self._watches(connection)]
            for i, connection in enumerate(crowd, 1):
                connection.wake()
                if i % CHUNK == 0:
                    await asyncio.sleep(PAUSE_S)
                    await self.acts.wait(LONGEST_WAIT_S)

    # Presence -------------------------------------------------------------------------------

    @property
    def watchers(self) -> int:
        return self.elsewhere + self.spectators

    def presence(self) -> Presence:
        """The report of the players connected here.  Players who connect to another process
        afterwards are new."""
        self.has_company = False
        return Presence(
            self._players(),
            self.spectators,
            self._returned_players(),
            self._new_round_trips(),
            hears=self.talk.chat is not None,
        )

    def looked_up(self, connected: Presence, look: Look) -> None:
        """Take over the stored version, and the connections to other processes."""
        self.elsewhere = max(0, look.others.watchers - connected.watchers)
        self.is_alone = look.others.is_alone and not self.has_company
        self.measured |= connected.measured
        self.hint(look.version)
        if connected.measured:  # stored without a move
            self.refresh()
        if look.has_lines:  # a hint may have been lost, or a reader has blocked somebody
            self.talk.refresh()

    def _readers(self) -> set[int] | None:
        """The players who read the chat; None if no connection does."""
        wanted = {c.player_id for c in self.connections if c.hearing is not None}
        return {pk for pk in wanted if pk is not None} if wanted else None

    async def shut_out_strangers(self) -> None:
        """Close the connections of everyone who has left the table's circle."""
        if self.snapshot is None or self.snapshot.table.circle_id is None:
            return
        players = {connection.player_id for connection in self.connections}
        viewers = await in_thread(commands.viewers_among, players, self.table_id)
        for connection in list(self.connections):
            if connection.player_id in players - viewers:
                connection.shut_out()

    def _players(self) -> set[int]:
        return {c.player_id for c in self.connections if c.player_id is not None}

    def _watches(self, connection: Connection) -> bool:
        return self.seated is not None and connection.player_id not in self.seated

    def _returned_players(self) -> list[Player]:
        """Players marked away who are connected."""
        connected = self._players()
        away = [seat.player_id for seat in self._seats() if seat.away_ms is not None]
        if self.snapshot is None:
            return []
        return [self.snapshot.players[pk] for pk in away if pk in connected]

    def _new_round_trips(self) -> dict[Player, int]:
        """The round trips (ms) that differ enough from the stored ones."""
        news: dict[Player, int] = {}
        for seat in self._seats():
            trips = [c.rtt_ms for c in self.connections if c.player_id == seat.player_id]
            ms = min((ms for ms in trips if ms is not None), default=None)
            player = self.snapshot.players[seat.player_id] if self.snapshot else seat.player
            if ms is not None and differs(self.measured.get(player), ms):
                news[player] = ms
        return news

    def _seats(self) -> tuple[Seat, ...]:
        return self.snapshot.seats if self.snapshot else ()
