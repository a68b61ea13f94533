"""One room per table and process: it hears of changes, loads the table once, wakes connections.

Everything here runs on the event loop; only loading and storing happen in threads.
"""

import asyncio
import logging
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple, Protocol
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer
from redis.exceptions import RedisError

from games.accounts.models import Player
from games.bus import presence, valkey
from games.bus.db_thread import in_thread
from games.live import commands, projection
from games.table import clock
from games.table.models import Seat, Table
from games.table.refusals import Refused
from games.table.signals import Written
from games.table.writer import play

log = logging.getLogger(__name__)
BEAT_S = 5.0
SLOTS = 20  # beats are spread over the interval, so that a big crowd is no burst
CHUNK = 5  # spectators woken before others get their turn, and for how long these have it
BREATH_S = 0.0012
HUSH_S = 0.05  # the longest that each portion waits for an act
PROCESS = uuid.uuid4().hex[:12]


def group_of(table_id: int) -> str:
    return f"table.{table_id}"


class Connection(Protocol):
    """What a room knows of a connection."""

    @property
    def player_id(self) -> int | None: ...
    @property
    def rtt_ms(self) -> int | None: ...
    def wake(self, *, beat: bool = False) -> None: ...
    def owe(self) -> None: ...


class Room:
    """A table that somebody on this process looks at."""

    def __init__(self, table_id: int) -> None:
        self.table_id = table_id
        self.connections: set[Connection] = set()
        self.sheet: projection.Sheet | None = None
        self.wanted = 0
        self.elsewhere = 0  # watchers whom other processes serve
        self.spectators = 0  # those served here
        self.seated: frozenset[int] | None = None  # players at the table; None: not read yet
        self.measured: dict[Player, int] = {}  # -> round trip as stored
        self.unsure = False  # the sheet may be old though nobody said so
        self.strangers = False  # somebody at the table is not who he was
        self.news = asyncio.Event()
        self.crowd_news = asyncio.Event()
        self.acts = 0  # of players, being carried out
        self.quiet = asyncio.Event()  # there are none
        self.quiet.set()
        self.look_again()
        self.moved_in = asyncio.Event()  # somebody came or left
        self.tasks = [
            asyncio.create_task(task())
            for task in (self._listen, self._follow, self._tell_crowd, self._beat)
        ]

    def enter(self, connection: Connection) -> None:
        self.connections.add(connection)
        self.spectators += self._watches(connection)
        self.moved_in.set()

    def leave(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self.spectators -= self._watches(connection)
        self.moved_in.set()

    @contextmanager
    def acting(self, connection: Connection) -> Iterator[None]:
        """While somebody who sits here acts, the crowd waits."""
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
        """Somebody says the table is at this version."""
        self.wanted = max(self.wanted, version)
        if self.sheet is None or self.sheet.version < self.wanted:
            self.news.set()

    def look_again(self) -> None:
        """Read the table, whatever is known of it."""
        self.unsure = True
        self.news.set()

    def meet_again(self) -> None:
        """Somebody who sits here has another name, or may play no longer."""
        self.strangers = True
        commands.find_player.cache_clear()
        self.look_again()

    @property
    def watchers(self) -> int:
        return self.elsewhere + self.spectators

    def adopt(self, written: Written) -> None:
        """This process wrote the change itself: nothing needs to be read."""
        sheet = projection.grown(self.sheet, written) if self.sheet else None
        if sheet is None:
            self.hint(written.table.version)
        else:
            self.sheet = sheet
            self.news.set()

    def close(self) -> None:
        for task in self.tasks:
            task.cancel()

    async def _listen(self) -> None:
        """Hints of the channel layer, again and again if it fails."""
        layer, task = get_channel_layer(), asyncio.current_task()
        # The Redis client may swallow a cancellation while it connects; the task remembers it.
        while layer is not None and task is not None and not task.cancelling():
            channel = ""
            try:
                channel = await layer.new_channel()
                await layer.group_add(group_of(self.table_id), channel)
                self.meet_again()  # whatever happened while nobody listened
                while not task.cancelling():
                    message = await layer.receive(channel)
                    if "player" in message:
                        self.meet_again()
                    self.hint(message["version"])
            except (RedisError, OSError):
                await asyncio.sleep(1)
            finally:
                await self._unsubscribe(channel)

    async def _unsubscribe(self, channel: str) -> None:
        layer = get_channel_layer()
        try:
            if layer is not None and channel:
                await layer.group_discard(group_of(self.table_id), channel)
        except (RedisError, OSError):
            pass  # the subscription died with the server

    async def _follow(self) -> None:
        """Load what was hinted at and wake those who have not seen it."""
        while True:
            await self.news.wait()
            self.news.clear()
            try:
                if self.sheet is None or self.sheet.version < self.wanted or self.unsure:
                    self.unsure = False
                    await self._read()
            except Exception:  # most likely the database; whatever it is, a room goes on
                log.exception("Table %s could not be loaded", self.table_id)
                await asyncio.sleep(0.5)
                self.look_again()
                continue
            if self.sheet is None:
                continue
            self.wanted = max(self.wanted, self.sheet.version)
            seated = frozenset(seat.player_id for seat in self.sheet.seats)
            if seated != self.seated:
                self.seated = seated
                self.spectators = sum(map(self._watches, self.connections))
            for connection in self.connections:
                if connection.player_id in seated:
                    connection.wake()
            if self.spectators:
                self.crowd_news.set()

    async def _read(self) -> None:
        """The table as it is stored.  A new name is not a move: with one everybody is owed the
        table though its version is the same."""
        before = self.sheet
        anew, self.strangers = self.strangers, False
        try:
            read = await in_thread(projection.load, self.table_id, None if anew else self.sheet)
        except Exception:
            self.strangers |= anew
            raise
        if self.sheet is None or self.sheet.version <= read.version:
            self.sheet = read
        if before and any(
            player.name != before.players[pk].name
            for pk, player in read.players.items()
            if pk in before.players
        ):
            for connection in self.connections:
                connection.owe()

    async def _tell_crowd(self) -> None:
        """Spectators come after the players, in portions: a big crowd must not delay a move.
        Whoever is reached last is shown the newest state, not every one in between.  They wait for
        acts: these are carried out in threads, which need the interpreter as well."""
        while True:
            await self.crowd_news.wait()
            self.crowd_news.clear()
            crowd = [connection for connection in self.connections if self._watches(connection)]
            for i, connection in enumerate(crowd, 1):
                connection.wake()
                if i % CHUNK == 0:
                    await asyncio.sleep(BREATH_S)
                    with suppress(TimeoutError):
                        async with asyncio.timeout(HUSH_S):
                            await self.quiet.wait()

    async def _beat(self) -> None:
        """Every few seconds each client is told where the table stands, and is measured.  Rooms
        that were opened in the same moment, after a restart, look around one after the other."""
        slot = 0
        while True:
            if self.sheet and (slot == self.table_id % SLOTS or self.moved_in.is_set()):
                self.moved_in.clear()
                await self._look_around()
            for connection in list(self.connections):
                if id(connection) // 64 % SLOTS == slot:
                    connection.wake(beat=True)
            slot = (slot + 1) % SLOTS
            await asyncio.sleep(BEAT_S / SLOTS)

    async def _look_around(self) -> None:
        """Compare with what is stored, say who is here, learn who else is."""
        here = Here(self._players(), self.spectators, self._returned(), self._news())
        try:
            version, crowd = await in_thread(look_around, self.table_id, here)
        except Exception:
            log.exception("Table %s could not be looked up", self.table_id)
            return
        self.elsewhere = max(0, crowd - here.watchers)
        self.measured |= here.measured
        self.hint(version)

    def _players(self) -> set[int]:
        return {c.player_id for c in self.connections if c.player_id is not None}

    def _watches(self, connection: Connection) -> bool:
        return self.seated is not None and connection.player_id not in self.seated

    def _returned(self) -> list[Player]:
        """Players who were marked away, and are here."""
        here = self._players()
        away = [seat.player_id for seat in self._seats() if seat.away_ms is not None]
        return [self.sheet.players[pk] for pk in away if pk in here] if self.sheet else []

    def _news(self) -> dict[Player, int]:
        """Round trips of players that differ enough from those stored."""
        news: dict[Player, int] = {}
        for seat in self._seats():
            trips = [c.rtt_ms for c in self.connections if c.player_id == seat.player_id]
            ms = min((ms for ms in trips if ms is not None), default=None)
            player = self.sheet.players[seat.player_id] if self.sheet else seat.player
            if ms is not None and differs(self.measured.get(player), ms):
                news[player] = ms
        return news

    def _seats(self) -> tuple[Seat, ...]:
        return self.sheet.seats if self.sheet else ()


class Here(NamedTuple):
    """Whom this process serves at a table, and what is to be stored about them."""

    players: set[int]
    watchers: int
    returned: list[Player]
    measured: dict[Player, int]


def differs(stored: int | None, ms: int) -> bool:
    """Is a round trip worth storing again?"""
    return stored is None or abs(ms - stored) > max(5, stored // 5)


def look_around(table_id: int, here: Here) -> tuple[int, int]:
    """In a thread: the stored version and how many watch; tells who is here."""
    now = clock.now_ms()
    for player, rtt_ms in here.measured.items():
        play.note_rtt(table=table_id, player=player, rtt_ms=rtt_ms)
    for player in here.returned:
        with suppress(Refused):  # gave the seat up meanwhile
            play.mark_back(table=table_id, player=player, now=now)
    version = Table.objects.values_list("version", flat=True).get(pk=table_id)
    return version, tell(table_id, here, now)


def tell(table_id: int, here: Here, now: int) -> int:
    """Presence is a courtesy: without Valkey everybody counts his own watchers."""
    try:
        if valkey.has_server():
            crowd = presence.tell(
                valkey.client(), table_id, PROCESS, here.players, here.watchers, now
            )
            return crowd.watchers
    except (RedisError, OSError):
        pass
    return here.watchers


NOBODY = Here(set(), 0, [], {})
_rooms: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[int, Room]] = WeakKeyDictionary()


def enter(table_id: int, connection: Connection) -> Room:
    """The room of a table, opened for its first visitor."""
    rooms = _rooms.setdefault(asyncio.get_running_loop(), {})
    room = rooms.get(table_id)
    if room is None:
        room = rooms[table_id] = Room(table_id)
    room.enter(connection)
    return room


async def leave(room: Room, connection: Connection) -> None:
    """Out of the room; the last one puts out the light."""
    room.leave(connection)
    if not room.connections:
        _rooms.get(asyncio.get_running_loop(), {}).pop(room.table_id, None)
        room.close()
        await in_thread(tell, room.table_id, NOBODY, clock.now_ms())


def tell_rooms(written: Written) -> None:
    """From the thread that committed a change, to the rooms of this process."""
    for loop, rooms in list(_rooms.items()):
        room = rooms.get(written.table.pk)
        if room is not None and loop.is_running():
            loop.call_soon_threadsafe(room.adopt, written)
