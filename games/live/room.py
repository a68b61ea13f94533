"""One room per table and process: it learns of changes, reads the table once, wakes connections.

Everything here runs on the event loop; database work runs in threads."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from games.accounts.models import Player
from games.bus.db_thread import in_thread
from games.live import commands
from games.live.hints import Hints
from games.live.presence import NO_ONE, Presence, differs, report_presence, sync_presence
from games.live.talk import Hearing, Talk
from games.table import clock
from games.table.models import Seat
from games.table.reading.snapshot import Snapshot, extended, load
from games.table.signals import Written

log = logging.getLogger(__name__)
BEAT_S = 5.0
SLOTS = 20  # heartbeats are spread over the interval to avoid bursts
CHUNK = 5  # spectators woken before the loop takes a pause
PAUSE_S = 0.0012
LONGEST_WAIT_S = 0.05  # for an act of a player, before each chunk


def group_of(table_id: int) -> str:
    return f"table.{table_id}"


class Connection(Protocol):
    """What a room needs of a connection."""

    @property
    def player_id(self) -> int | None: ...
    @property
    def rtt_ms(self) -> int | None: ...
    @property
    def hearing(self) -> Hearing | None: ...
    def wake(self, *, beat: bool = False) -> None: ...
    def force_resend(self) -> None: ...


class Room:
    """A table that is open on a connection of this process."""

    def __init__(self, table_id: int) -> None:
        self.table_id = table_id
        self.connections: set[Connection] = set()
        self.snapshot: Snapshot | None = None
        self.announced_version = 0
        self.elsewhere = 0  # spectators of other processes
        self.spectators = 0  # connected here
        self.seated: frozenset[int] | None = None  # player ids at the table; None: not read yet
        self.measured: dict[Player, int] = {}  # round trips as stored
        self.stale = False  # the snapshot may be old although no hint came
        self.players_changed = False  # a player at the table changed name or was banned
        self.news = asyncio.Event()
        self.spectator_news = asyncio.Event()
        self.turn = asyncio.Lock()  # acts wait for the table here, not each in a thread
        self.acts = 0  # of players, running now
        self.quiet = asyncio.Event()  # set while there are none
        self.quiet.set()
        self.refresh()
        self.visitors_changed = asyncio.Event()  # somebody connected or left
        self.talk = Talk(table_id)
        self.hints = Hints(self._hear, self._catch_up, [group_of(table_id)])
        self.tasks = [
            asyncio.create_task(task())
            for task in (self.hints.listen, self._follow, self._update_spectators, self._beat)
        ]
        self.tasks.append(asyncio.create_task(self.talk.follow(self._readers, self._wake)))

    def enter(self, connection: Connection) -> None:
        self.connections.add(connection)
        self.spectators += self._watches(connection)
        self.visitors_changed.set()

    def leave(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self.spectators -= self._watches(connection)
        self.visitors_changed.set()

    @contextmanager
    def acting(self, connection: Connection) -> Iterator[None]:
        """While a seated player acts, spectators wait."""
        if self._watches(connection):
            yield
            return
        self.acts += 1
        self.quiet.clear()
        try:
            yield
        finally:
            self.acts -= 1
            if not self.acts:
                self.quiet.set()

    def hint(self, version: int) -> None:
        """Note that the table is at this version."""
        self.announced_version = max(self.announced_version, version)
        if self._is_behind():
            self.news.set()

    def _is_behind(self) -> bool:
        return self.snapshot is None or self.snapshot.version < self.announced_version

    def refresh(self) -> None:
        """Read the table again."""
        self.stale = True
        self.news.set()

    def reload_players(self) -> None:
        """Read a player again who has a new name or was banned."""
        self.players_changed = True
        commands.find_player.cache_clear()
        self.refresh()

    @property
    def watchers(self) -> int:
        return self.elsewhere + self.spectators

    def adopt(self, written: Written) -> None:
        """Take over a change written by this process, without reading it."""
        snapshot = extended(self.snapshot, written) if self.snapshot else None
        if snapshot is None:
            self.hint(written.table.version)
        else:
            self.snapshot = snapshot
            self.news.set()

    def close(self) -> None:
        for task in self.tasks:
            task.cancel()

    def _hear(self, hint: dict[str, Any]) -> None:
        if "chat" in hint:
            self.talk.hint(*hint["chat"])
        if "player" in hint:
            self.reload_players()
        self.hint(hint["version"])

    def _catch_up(self) -> None:
        self.reload_players()
        self.talk.refresh()

    async def _follow(self) -> None:
        """Read the table when a newer version was announced, and wake its connections."""
        while True:
            await self.news.wait()
            self.news.clear()
            try:
                if self.stale or self._is_behind():
                    self.stale = False
                    await self._read()
            except Exception:  # most likely the database; the room must go on
                log.exception("Table %s could not be loaded", self.table_id)
                await asyncio.sleep(0.5)
                self.refresh()
                continue
            if self.snapshot is None:
                continue
            self.announced_version = max(self.announced_version, self.snapshot.version)
            seated = frozenset(seat.player_id for seat in self.snapshot.seats)
            if seated != self.seated:
                self.seated = seated
                self.spectators = sum(map(self._watches, self.connections))
            self._wake()

    def _wake(self) -> None:
        """There is something new: for players at once, for spectators after them."""
        for connection in self.connections:
            if self.seated and connection.player_id in self.seated:
                connection.wake()
        if self.spectators:
            self.spectator_news.set()

    def _readers(self) -> set[int] | None:
        """The players who want the chat; None: no connection does."""
        wanted = {c.player_id for c in self.connections if c.hearing is not None}
        return {pk for pk in wanted if pk is not None} if wanted else None

    async def _read(self) -> None:
        """Read the stored table.  A new name is not a move, so after one the table is sent again
        although its version is the same."""
        before = self.snapshot
        anew, self.players_changed = self.players_changed, False
        try:
            read = await in_thread(load, self.table_id, None if anew else self.snapshot)
        except Exception:
            self.players_changed |= anew
            raise
        if self.snapshot is None or self.snapshot.version <= read.version:
            self.snapshot = read
        if before and any(
            player.name != before.players[pk].name
            for pk, player in read.players.items()
            if pk in before.players
        ):
            for connection in self.connections:
                connection.force_resend()

    async def _update_spectators(self) -> None:
        """Update spectators after the players, a few at a time, so that a big crowd does not
        delay a move.  The last ones get the newest state, not every one in between.  Players'
        acts run in threads that need the interpreter too, so spectators also wait for them."""
        while True:
            await self.spectator_news.wait()
            self.spectator_news.clear()
            crowd = [connection for connection in self.connections if self._watches(connection)]
            for i, connection in enumerate(crowd, 1):
                connection.wake()
                if i % CHUNK == 0:
                    await asyncio.sleep(PAUSE_S)
                    with suppress(TimeoutError):
                        async with asyncio.timeout(LONGEST_WAIT_S):
                            await self.quiet.wait()

    async def _beat(self) -> None:
        """Every few seconds, send each client a heartbeat and measure its latency.  Rooms opened
        at the same moment (after a restart) check their presence one after the other."""
        slot = 0
        while True:
            if self.snapshot and (slot == self.table_id % SLOTS or self.visitors_changed.is_set()):
                self.visitors_changed.clear()
                await self._sync_presence()
            for connection in list(self.connections):
                if id(connection) // 64 % SLOTS == slot:
                    connection.wake(beat=True)
            slot = (slot + 1) % SLOTS
            await asyncio.sleep(BEAT_S / SLOTS)

    async def _sync_presence(self) -> None:
        """Report who is connected here, count the others, and check the stored version."""
        here = Presence(
            self._players(), self.spectators, self._returned_players(), self._new_round_trips()
        )
        try:
            version, crowd = await in_thread(sync_presence, self.table_id, here)
        except Exception:
            log.exception("Table %s could not be looked up", self.table_id)
            return
        self.elsewhere = max(0, crowd - here.watchers)
        self.measured |= here.measured
        self.hint(version)
        await self.talk.check()

    def _players(self) -> set[int]:
        return {c.player_id for c in self.connections if c.player_id is not None}

    def _watches(self, connection: Connection) -> bool:
        return self.seated is not None and connection.player_id not in self.seated

    def _returned_players(self) -> list[Player]:
        """Players marked away who are connected."""
        here = self._players()
        away = [seat.player_id for seat in self._seats() if seat.away_ms is not None]
        return [self.snapshot.players[pk] for pk in away if pk in here] if self.snapshot else []

    def _new_round_trips(self) -> dict[Player, int]:
        """Round trips that differ enough from the stored ones."""
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


class Following:
    """What one connection has been sent of its table; `since` is the version sent last, None:
    nothing is wanted yet."""

    def __init__(self, player_id: int | None, language: str, since: int | None = None) -> None:
        self.player_id, self.language, self.since = player_id, language, since
        self.answered = 0  # the last sealed move of this seat that was sent
        self.resend = since is not None

    def begin(self, since: int) -> None:
        """Send everything after this version."""
        self.since, self.resend = since, True

    def force_resend(self) -> None:
        """What was sent is outdated although the version is the same."""
        self.resend = self.since is not None

    def missed(self, here: Room) -> str | None:
        """The whole truth for this viewer, if they have not got it."""
        snapshot = here.snapshot
        if snapshot is None or self.since is None:
            return None
        viewer = snapshot.seat_of(self.player_id)
        shown, answered = snapshot.table.shown, snapshot.answered(viewer)
        if not (self.resend or self.since < shown or self.answered < answered):
            return None
        now = clock.now_ms()
        text = snapshot.text(viewer, self.since, self.language, now=now, watchers=here.watchers)
        self.since, self.answered, self.resend = shown, answered, False
        return text


_rooms: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[int, Room]] = WeakKeyDictionary()


def enter(table_id: int, connection: Connection) -> Room:
    """Enter the room of a table; the first visitor opens it."""
    rooms = _rooms.setdefault(asyncio.get_running_loop(), {})
    room = rooms.get(table_id)
    if room is None:
        room = rooms[table_id] = Room(table_id)
    room.enter(connection)
    return room


async def leave(room: Room, connection: Connection) -> None:
    """Leave the room; the last visitor closes it."""
    room.leave(connection)
    if not room.connections:
        _rooms.get(asyncio.get_running_loop(), {}).pop(room.table_id, None)
        room.close()
        await in_thread(report_presence, room.table_id, NO_ONE, clock.now_ms())


def update_rooms(written: Written) -> None:
    """Hand a committed change to the rooms of this process; called by the committing thread."""
    for loop, room in rooms_of(written.table.pk):
        loop.call_soon_threadsafe(room.adopt, written)


def update_talk(table_id: int, name: str, number: int) -> None:
    """The same for a line of chat."""
    for loop, room in rooms_of(table_id):
        loop.call_soon_threadsafe(room.talk.hint, name, number)


def rooms_of(table_id: int) -> Iterator[tuple[asyncio.AbstractEventLoop, Room]]:
    for loop, rooms in list(_rooms.items()):
        room = rooms.get(table_id)
        if room is not None and loop.is_running():
            yield loop, room
