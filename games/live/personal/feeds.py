"""What concerns a player, as one message, for every connection that asked for it.

The feeds of an event loop are read together: hints and beats say whose truth may be another, two
queries find those for whom it is, and only these are read.  One thread at a time works for them;
the others are for moves."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any, NamedTuple, Self
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer
from django.db.models import Count, Max, Q
from django.utils import translation
from redis.exceptions import RedisError

from games.accounts.models import Player
from games.accounts.sanctions.models import Sanction
from games.bus import presence, valkey
from games.bus.db_thread import in_thread
from games.live import protocol
from games.live.personal.here import followed_here, people_rows
from games.live.personal.wishes import WishMark, way, wish_marks, wish_row, wishes_of
from games.live.personal.words import Line, in_words, names_in, newest
from games.live.snapshot import load
from games.notices.models import Notice
from games.table import clock
from games.table.models import Seat, Status, Table
from games.table.words import title

log = logging.getLogger(__name__)
BEAT_S = 5.0
SLOTS = 10  # beats are spread over the interval
AT_MOST_EVERY_S = 0.25
SEND_TIMEOUT_S = 20.0
MOST_TABLES = 20
AT_ONCE = 100  # players
Send = Callable[[str], Awaitable[None]]


def group_of(player_id: int) -> str:
    return f"player.{player_id}"


class SeatMark(NamedTuple):
    """A seat at a table that is not over."""

    table_id: int
    version: int
    away_ms: int | None


class Mark(NamedTuple):
    """Differs when the truth does, and is cheap to read for many players at once."""

    name: str
    unread: int
    newest: datetime | None
    seats: tuple[SeatMark, ...]
    here: tuple[int, ...] = ()  # players they follow
    wish: WishMark | None = None

    def elsewhere(self, table_id: int | None) -> Self:
        """Without this table."""
        return self._replace(seats=tuple(s for s in self.seats if s.table_id != table_id))


def marks(players: Collection[int]) -> dict[int, Mark]:
    """Read them in a thread, with a few queries."""
    seats: dict[int, list[SeatMark]] = defaultdict(list)
    unfinished = Seat.objects.filter(player__in=players, ended_at=None, bot=False)
    unfinished = unfinished.filter(table__status__in=("open", "running")).order_by("-table")
    rows = unfinished.values_list("player", "table", "table__version", "away_ms")
    for player, table, version, away_ms in rows:
        seats[player].append(SeatMark(table, version, away_ms))
    people = Player.objects.filter(pk__in=players).annotate(
        unread=Count("notices", Q(notices__seen=None)), newest=Max("notices__made")
    )
    here, wishes = followed_here(players), wish_marks(players)
    return {
        pk: Mark(name, unread, made, tuple(seats[pk]), here[pk], wishes.get(pk))
        for pk, name, unread, made in people.values_list("pk", "name", "unread", "newest")
    }


class Request(NamedTuple):
    """For the truth of a player, in a language."""

    player_id: int
    mark: Mark
    language: str


def truths(requests: Collection[Request]) -> dict[Request, str]:
    """Encoded; read them in a thread, with a few queries however many they are.  No card is in
    them."""
    notices: dict[int, list[Notice]] = defaultdict(list)
    for notice in newest({one.player_id for one in requests}):
        notices[notice.player_id].append(notice)
    names = names_in([notice for each in notices.values() for notice in each])
    sanctions = sanctions_of({one.player_id for one in requests})
    ids = {seat.table_id for one in requests for seat in one.mark.seats[:MOST_TABLES]}
    online = {pk for one in requests for pk in one.mark.here}
    followed = Player.objects.in_bulk(online) if online else {}
    tables = Table.objects.defer("state", "secret", "deal", "front").in_bulk(ids)
    wishes = wishes_of({one.player_id for one in requests if one.mark.wish})
    found = {}
    for one in requests:
        with translation.override(one.language):
            rows = [
                table_row(tables[seat.table_id], one.player_id, seat)
                for seat in one.mark.seats[:MOST_TABLES]
            ]
            wish = wishes.get(one.player_id)
            me = {
                "name": one.mark.name,
                "unread": one.mark.unread,
                "notices": [notice_row(line) for line in in_words(notices[one.player_id], names)],
                "tables": rows,
                "here": people_rows([followed[pk] for pk in one.mark.here if pk in followed]),
                "sanctions": [sanction_row(each) for each in sanctions[one.player_id]],
                "wish": wish and wish_row(wish),
                "go": wish and way(wish),
            }
        found[one] = protocol.encode({"me": me})
    return found


def sanctions_of(players: Collection[int]) -> dict[int, list[Sanction]]:
    """Those in force."""
    found: dict[int, list[Sanction]] = defaultdict(list)
    standing = Sanction.objects.filter(player__in=players)
    for sanction in standing.standing(at=clock.moment(clock.now_ms())).order_by("since"):
        found[sanction.player_id].append(sanction)
    return found


def notice_row(line: Line) -> dict[str, Any]:
    notice = line.notice
    return {
        "id": notice.pk,
        "kind": notice.kind,
        "text": line.text,
        "url": line.address,
        "at": int(notice.made.timestamp() * 1000),
        "count": notice.count,
        "seen": notice.seen is not None,
    }


def sanction_row(sanction: Sanction) -> dict[str, Any]:
    """It ends by itself; no message says so.  `until` is null for good."""
    until = sanction.until and int(sanction.until.timestamp() * 1000)
    return {"kind": sanction.kind, "rule": sanction.rule, "until": until}


def table_row(table: Table, player_id: int, seat: SeatMark) -> dict[str, Any]:
    """`asks`: whether the game waits for this player."""
    asks = None
    if table.status == Status.RUNNING:
        snapshot = load(table.pk)
        view = snapshot.view(snapshot.seat_of(player_id))
        asks = view and view["asks"]
    return {
        "code": table.code,
        "title": title(table),
        "status": table.status,
        "asks": bool(asks and asks["until"] is not None),
        "away": seat.away_ms is not None,
    }


def note_here(players: Collection[int], tabs: Mapping[int, Mapping[str, int]]) -> None:
    """They have a page open; by player, the tabs that said their name, and when each was last
    looked at."""
    if valkey.has_server():
        presence.see(valkey.client(), players, clock.now_ms())
        presence.see_tabs(valkey.client(), tabs, clock.now_ms())


def note_closed(player: int, tab: str) -> None:
    if valkey.has_server():
        presence.close_tab(valkey.client(), player, tab)


class Feed:
    """One connection's.  What is sent last is always the newest.  At a table the connection tells
    its own truth, and has beats of its own."""

    def __init__(
        self,
        player_id: int,
        language: str,
        send: Send,
        *,
        at: int | None = None,
        beats: bool = True,
    ) -> None:
        self.player_id, self.language, self.send = player_id, language, send
        self.at, self.beats = at, beats
        self.mark: Mark | None = None  # of the truth that was sent
        self.waiting: str | None = None
        self.sending: asyncio.Task[None] | None = None
        self.tab, self.visible, self.looked_ms = "", False, 0  # the browser's tab, if it said so

    def show(self, tab: str, visible: bool) -> None:
        """The tab is looked at from now on, or no longer."""
        self.tab, self.visible, self.looked_ms = tab, visible, clock.now_ms()

    @property
    def is_sending(self) -> bool:
        return self.sending is not None and not self.sending.done()

    def put(self, text: str) -> None:
        """Send this as soon as the client takes it, unless something newer comes."""
        self.waiting = text
        if not self.is_sending:
            self.sending = asyncio.create_task(self._send())

    async def _send(self) -> None:
        try:
            async with asyncio.timeout(SEND_TIMEOUT_S):
                while self.waiting is not None:
                    text, self.waiting = self.waiting, None
                    await self.send(text)
        except TimeoutError:  # a client that reads nothing; should it come back, a beat helps
            self.mark = None


class Feeds:
    """All of one event loop."""

    def __init__(self) -> None:
        self.of: dict[int, set[Feed]] = defaultdict(set)  # by player
        self.changed: set[int] = set()  # players who are to be read
        self.came: set[int] = set()  # players who are to be noted as here
        self.news = asyncio.Event()
        self.channel: str | None = None
        self.tasks: list[asyncio.Task[None]] = []

    async def add(self, feed: Feed) -> None:
        self.of[feed.player_id].add(feed)
        if not self.tasks:
            work = (self._hear(), self._read(), self._beat())
            self.tasks = [asyncio.create_task(each) for each in work]
        self.came.add(feed.player_id)
        self.look([feed.player_id])
        layer = get_channel_layer()
        with suppress(RedisError, OSError):  # beats make up for it
            if layer is not None and self.channel is not None:
                await layer.group_add(group_of(feed.player_id), self.channel)

    async def discard(self, feed: Feed) -> None:
        if feed.sending is not None:
            feed.sending.cancel()
        feeds, channel = self.of[feed.player_id], self.channel
        feeds.discard(feed)
        if feed.tab:
            with suppress(RedisError, OSError):
                await in_thread(note_closed, feed.player_id, feed.tab)
        if feeds:
            return
        del self.of[feed.player_id]
        if not self.of:
            for task in self.tasks:
                task.cancel()
            self.tasks, self.channel = [], None
        layer = get_channel_layer()
        with suppress(RedisError, OSError):
            if layer is not None and channel is not None:
                await layer.group_discard(group_of(feed.player_id), channel)

    def look(self, players: Collection[int]) -> None:
        """The truth of these players may be another."""
        self.changed.update(players)
        self.news.set()

    async def _hear(self) -> None:
        """Receive hints from the channel layer; start over if it fails."""
        layer, task = get_channel_layer(), asyncio.current_task()
        # The Redis client may swallow a cancellation while it connects; the task remembers it.
        while layer is not None and task is not None and not task.cancelling():
            try:
                self.channel = await layer.new_channel()
                for player in list(self.of):
                    await layer.group_add(group_of(player), self.channel)
                self.look(self.of)
                while not task.cancelling():
                    self.look([(await layer.receive(self.channel))["player"]])
            except (RedisError, OSError):
                await asyncio.sleep(1)

    async def _read(self) -> None:
        """Send the truth to those for whom it has changed, to each at most four times a second."""
        while True:
            await self.news.wait()
            self.news.clear()
            changed, self.changed = self.changed, set()
            came, self.came = self.came, set()
            await self.note(came)
            try:
                await self._update([player for player in changed if player in self.of])
            except Exception:  # most likely the database; a beat tries again
                log.exception("What concerns players could not be read")
            await asyncio.sleep(AT_MOST_EVERY_S)

    async def _update(self, players: list[int]) -> None:
        for start in range(0, len(players), AT_ONCE):
            found = await in_thread(marks, players[start : start + AT_ONCE])
            behind = {
                feed: Request(player, mark.elsewhere(feed.at), feed.language)
                for player, mark in found.items()
                for feed in self.of.get(player, ())
            }
            behind = {feed: one for feed, one in behind.items() if feed.mark != one.mark}
            texts = await in_thread(truths, set(behind.values())) if behind else {}
            for feed, one in behind.items():
                feed.mark = one.mark
                feed.put(texts[one])

    def came_to(self, feed: Feed) -> None:
        """A tab has said that it is looked at, or not."""
        self.came.add(feed.player_id)
        self.news.set()

    async def note(self, players: Collection[int]) -> None:
        """These players are here, with these tabs."""
        now = clock.now_ms()
        tabs = {
            player: {
                feed.tab: now if feed.visible else feed.looked_ms
                for feed in self.of.get(player, ())
                if feed.tab
            }
            for player in players
        }
        if players:
            with suppress(RedisError, OSError):  # the next beat tries again
                await in_thread(note_here, players, {p: each for p, each in tabs.items() if each})

    async def _beat(self) -> None:
        """Every few seconds: tell each client that the connection lives, and look for what was
        missed."""
        slot = 0
        while True:
            await asyncio.sleep(BEAT_S / SLOTS)
            players = [player for player in self.of if player % SLOTS == slot]
            beat = protocol.encode({"beat": {"now": clock.now_ms()}})
            for player in players:
                for feed in list(self.of.get(player, ())):
                    if feed.beats and not feed.is_sending:
                        feed.put(beat)
            if players:
                self.look(players)
                await self.note(players)
            slot = (slot + 1) % SLOTS


_feeds: WeakKeyDictionary[asyncio.AbstractEventLoop, Feeds] = WeakKeyDictionary()


def feeds() -> Feeds:
    """Those of this loop."""
    return _feeds.setdefault(asyncio.get_running_loop(), Feeds())
