"""The rooms of an event loop.  All rooms share one subscription to hints, and one clock for
beats."""

import asyncio
import logging
from collections.abc import Iterator
from typing import Any
from weakref import WeakKeyDictionary

from games.bus.db_thread import in_thread
from games.live.hints import Hints, send_hints
from games.live.presence import NO_ONE, PROCESS, look_up
from games.live.room import Connection, Precedence, Room
from games.table.signals import Written

log = logging.getLogger(__name__)
BEAT_S = 5.0
SLOTS = 20  # heartbeats are spread over the interval to avoid bursts


def group_of(table_id: int) -> str:
    return f"table.{table_id}"


def hint_table(table_id: int, version: int = 0, **news: Any) -> None:
    """Send a hint that a table has this version; `news`: other changes at the table."""
    send_hints({group_of(table_id): {"table": table_id, "version": version, **news}})


class Rooms:
    def __init__(self) -> None:
        self.open: dict[int, Room] = {}
        self.precedence = Precedence()
        self.hints = Hints(self._hear, self._catch_up)
        self.tasks: list[asyncio.Task[None]] = []
        self.joining: set[asyncio.Task[None]] = set()

    def enter(self, table_id: int, connection: Connection) -> Room:
        """Enter the room of a table; the first visitor opens it."""
        room = self.open.setdefault(table_id, Room(table_id, self.precedence))
        is_new = not room.connections
        room.enter(connection)
        if is_new:
            room.refresh()
            task = asyncio.create_task(self._join(room))
            self.joining.add(task)
            task.add_done_callback(self.joining.discard)
        if not self.tasks:
            work = (self.hints.listen(), self._beat(), self._look())
            self.tasks = [asyncio.create_task(each) for each in work]
        return room

    async def leave(self, room: Room, connection: Connection) -> None:
        """Leave the room; the last visitor closes it."""
        room.leave(connection)
        if room.connections:
            return
        room.close()
        if self.open.get(room.table_id) is room:
            del self.open[room.table_id]
        if not self.open:
            for task in self.tasks:
                task.cancel()
            self.tasks = []
        await in_thread(look_up, {room.table_id: NO_ONE})
        again = self.open.get(room.table_id)
        if again is None:
            await self.hints.leave(group_of(room.table_id))
        else:  # the report just removed may be the newer room's
            again.look_due, again.is_announced = 0, False

    async def _join(self, room: Room) -> None:
        await self.hints.join(group_of(room.table_id))
        room.refresh()  # somebody may have written meanwhile

    def _hear(self, hint: dict[str, Any]) -> None:
        room = self.open.get(hint.get("table", 0))
        if room is None:
            return
        room.hear(hint)
        if hint.get("here", PROCESS) != PROCESS:
            room.has_company = True
            if room.is_alone:  # what was not announced until now
                room.is_alone = False
                hint_table(room.table_id, room.announced_version)

    def _catch_up(self) -> None:
        for room in self.open.values():
            room.catch_up()

    async def _beat(self) -> None:
        """Send a heartbeat to each connection and measure its latency, every few seconds."""
        slot = 0
        while True:
            for room in tuple(self.open.values()):
                for connection in tuple(room.connections):
                    if id(connection) // 64 % SLOTS == slot:
                        connection.wake(beat=True)
            slot = (slot + 1) % SLOTS
            await asyncio.sleep(BEAT_S / SLOTS)

    async def _look(self) -> None:
        """Every few seconds, and when somebody connects or leaves, report the players connected
        here, count the other connections and check the stored versions.  A few queries for all
        rooms."""
        while True:
            await asyncio.sleep(BEAT_S / SLOTS)
            now = asyncio.get_running_loop().time()
            due = {
                table_id: (room, room.presence())
                for table_id, room in self.open.items()
                if room.look_due <= now and room.snapshot is not None
            }
            for room, _ in due.values():
                room.look_due = now + BEAT_S
            try:
                for room, _ in due.values():
                    await room.shut_out_strangers()
                reports = {table_id: presence for table_id, (_, presence) in due.items()}
                looks = await in_thread(look_up, reports) if due else {}
            except Exception:
                log.exception("%s tables could not be looked up", len(due))
                continue
            for table_id, look in looks.items():
                room, presence = due[table_id]
                if not room.is_announced:  # its report is stored, so other processes find it
                    room.is_announced = True
                    hint_table(table_id, look.version, here=PROCESS)
                room.looked_up(presence, look)


_rooms: WeakKeyDictionary[asyncio.AbstractEventLoop, Rooms] = WeakKeyDictionary()


def rooms() -> Rooms:
    """The rooms of the running event loop."""
    return _rooms.setdefault(asyncio.get_running_loop(), Rooms())


def rooms_of(table_id: int) -> Iterator[tuple[asyncio.AbstractEventLoop, Room]]:
    """The rooms of a table in all event loops of this process."""
    for loop, rooms in list(_rooms.items()):
        room = rooms.open.get(table_id)
        if room is not None and loop.is_running():
            yield loop, room


def is_open(table_id: int) -> bool:
    """Whether this process shows the table, and therefore meets its deadlines."""
    return any(True for _ in rooms_of(table_id))


def update_rooms(written: Written) -> bool:
    """Pass a committed change to the rooms of this process; called by the thread that committed.
    Return whether no other process shows the table."""
    is_alone = False
    for loop, room in rooms_of(written.table.pk):
        loop.call_soon_threadsafe(room.adopt, written)
        is_alone |= room.is_alone
    return is_alone


def update_talk(table_id: int, name: str, number: int) -> None:
    """Notify the rooms of a table in this process of a new line of chat."""
    for loop, room in rooms_of(table_id):
        loop.call_soon_threadsafe(room.talk.hint, name, number)
