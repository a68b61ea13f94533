"""The chat of a table in one process, and the part of the chat sent to each connection.

The chat is sent after the views and never changes them.  Each hint reads the lines again, together
with blocks and mutes, so that a block takes effect from the next line on."""

import logging
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from games.accounts.preferences import Preferences
from games.bus.db_thread import in_thread
from games.chat.models import Line, Room
from games.chat.permissions import readable
from games.relations.reading import Silence, silence_between
from games.table.models import Table
from games.untrusted import encode

log = logging.getLogger(__name__)
KEPT = 100  # lines of a room
NOBODY: frozenset[int] = frozenset()
Known = Mapping[Room, int]  # the last line of each room


class Said(NamedTuple):
    """A line of chat with its writer's name, reduced to the fields that are sent."""

    said_ms: int
    version: int
    text: str
    quick: str
    player_id: int
    name: str


@dataclass(frozen=True, eq=False)
class Chat:
    """The last lines of a chat, and the writers whom each reader has blocked or muted.  `number`:
    how many times the chat has been loaded."""

    number: int
    lines: dict[Room, list[Said]]
    silence: Silence
    quiet: frozenset[int]  # readers who see no text
    encoded: dict[tuple[Any, ...], str | None] = field(default_factory=dict)

    def last(self, room: Room) -> int:
        return self.lines[room][-1].said_ms if self.lines[room] else 0

    def text(self, room: Room, start: int, reader: int | None) -> str | None:
        """The lines after line `start`, as sent; None if this reader sees none of them."""
        silent = self.silence.all.get(reader, NOBODY) if reader else NOBODY
        key = (room, start, silent, reader in self.quiet)
        if key not in self.encoded:
            visible = [
                as_sent(line)
                for line in self.lines[room]
                if line.said_ms > start
                and line.player_id not in silent
                and not (line.text and reader in self.quiet)
            ]
            frame = {"room": room, "from": start, "lines": visible}
            self.encoded[key] = encode({"chat": frame}) if visible or not start else None
        return self.encoded[key]


def as_sent(line: Said) -> dict[str, Any]:
    words = {"text": line.text} if line.text else {"quick": line.quick}
    return {"c": line.said_ms, "v": line.version, "who": line.name, **words}


def load(number: int, table_id: int, readers: Collection[int]) -> Chat:
    """Read the chat; to be called in a thread."""
    lines = {room: last_lines(table_id, room) for room in Room}
    writers = {line.player_id for found in lines.values() for line in found}
    silence = silence_between(readers, writers) if writers else Silence({}, {})
    quiet = Preferences.objects.filter(player__in=readers, chosen__quiet=True)
    return Chat(number, lines, silence, frozenset(quiet.values_list("player", flat=True)))


def last_lines(table_id: int, room: Room) -> list[Said]:
    stored = Line.objects.filter(table=table_id, room=room).order_by("-said_ms")
    rows = stored.values_list("said_ms", "version", "text", "quick", "player", "player__name")
    return [Said(*row) for row in rows[:KEPT]][::-1]


class Talk:
    """A reader of the chat that loads the chat when there is news, for the connections that want
    it."""

    def __init__(self, table_id: int, go_on: Callable[[], None]) -> None:
        """Create the reader; `go_on` makes the room read everything that is outdated."""
        self.table_id, self.go_on = table_id, go_on
        self.chat: Chat | None = None
        self.loadings = 0  # begun so far
        self.is_stale = False

    def refresh(self) -> None:
        self.is_stale = True
        self.go_on()

    def add(self, reader: int | None, known: Known) -> "Hearing":
        """Add a connection that wants the chat from now on."""
        self.refresh()
        return Hearing(reader, known, self.loadings + 1)

    def hint(self, room: str, number: int) -> None:
        """Note that this room of the chat has a line with this number."""
        if self.chat is None or self.chat.last(Room(room)) < number:
            self.refresh()

    async def read(self, readers: set[int] | None) -> None:
        """Read the chat for `readers`; None if no connection wants the chat."""
        self.is_stale = False
        if readers is None:
            return
        self.loadings += 1
        try:
            self.chat = await in_thread(load, self.loadings, self.table_id, readers)
        except Exception:  # most likely the database; the next beat tries again
            log.exception("The chat of table %s could not be loaded", self.table_id)


class Hearing:
    """The part of the chat sent to one connection.  Loads before number `first` are ignored,
    because they did not take into account this reader's blocks and mutes."""

    def __init__(self, reader: int | None, known: Known, first: int) -> None:
        self.reader, self.first = reader, first
        self.known = dict(known)
        self.sent: set[Room] = set()
        self.wanted: tuple[frozenset[int], bool] | None = None

    def missed(self, chat: Chat | None, table: Table, *, seated: bool) -> Iterator[str]:
        """The lines of each room that were not sent yet, or all lines if the reader has blocked,
        muted or unmuted somebody since the last call.  Nothing shows a player that they are
        blocked."""
        if chat is None or chat.number < self.first:
            return
        reader = self.reader or 0
        wanted = (chat.silence.wanted.get(reader, NOBODY), reader in chat.quiet)
        if self.wanted not in (wanted, None):
            self.known.clear()
            self.sent.clear()
        self.wanted = wanted
        for room in readable(table, seated=seated):
            start, last = self.known.get(room, 0), chat.last(room)
            if last <= start and room in self.sent:
                continue
            text = chat.text(room, start, self.reader)
            self.known[room] = max(start, last)
            if text is not None or room not in self.sent:
                yield text or encode({"chat": {"room": room, "from": start, "lines": []}})
            self.sent.add(room)
