"""What concerns a player, as one message, for every connection that asked for it.

The feeds of an event loop are read together: hints and beats say whose truth may be another, two
queries find those for whom it is, and only these are read.  One thread at a time works for them;
the others are for moves."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from typing import Any
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer
from redis.exceptions import RedisError

from games.bus import presence, valkey
from games.bus.db_thread import in_thread
from games.live import protocol
from games.live.personal.lobby import GROUP, Lobby
from games.live.personal.truth import Mark, Request, marks, truths
from games.table import clock

log = logging.getLogger(__name__)
BEAT_S = 5.0
SLOTS = 50  # beats are spread over the interval, because a burst of them holds up moves
LOOK_EVERY = 10  # slots: a query costs little more for many players than for a few
AT_MOST_EVERY_S = 0.25
SEND_TIMEOUT_S = 20.0
AT_ONCE = 200  # players
Send = Callable[[str], Awaitable[None]]


def group_of(player_id: int) -> str:
    return f"player.{player_id}"


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
        lobby: bool = False,
    ) -> None:
        self.player_id, self.language, self.send = player_id, language, send
        self.at, self.beats, self.lobby = at, beats, lobby
        self.mark: Mark | None = None  # of the truth that was sent
        self.listing = ""  # the lobby that was sent
        self.waiting: dict[str, str] = {}  # the newest of each kind
        self.sending: asyncio.Task[None] | None = None
        self.tab, self.visible, self.looked_ms = "", False, 0  # the browser's tab, if it said so

    def show(self, tab: str, visible: bool) -> None:
        """The tab is looked at from now on, or no longer."""
        self.tab, self.visible, self.looked_ms = tab, visible, clock.now_ms()

    @property
    def is_sending(self) -> bool:
        return self.sending is not None and not self.sending.done()

    def put(self, text: str, kind: str = "me") -> None:
        """Send this as soon as the client takes it, unless something newer of its kind comes."""
        self.waiting[kind] = text
        if not self.is_sending:
            self.sending = asyncio.create_task(self._send())

    async def _send(self) -> None:
        try:
            async with asyncio.timeout(SEND_TIMEOUT_S):
                while self.waiting:
                    await self.send(self.waiting.pop(next(iter(self.waiting))))
        except TimeoutError:  # a client that reads nothing; should it come back, a beat helps
            self.mark, self.listing = None, ""


class Feeds:
    """All of one event loop."""

    def __init__(self) -> None:
        self.of: dict[int, set[Feed]] = defaultdict(set)  # by player
        self.changed: set[int] = set()  # players who are to be read
        self.came: set[int] = set()  # players who are to be noted as here
        self.news = asyncio.Event()
        self.lobby = Lobby()
        self.channel: str | None = None
        self.tasks: list[asyncio.Task[None]] = []

    async def add(self, feed: Feed) -> None:
        self.of[feed.player_id].add(feed)
        if not self.tasks:
            work = (self._hear(), self._read(), self._beat())
            self.tasks = [asyncio.create_task(each) for each in work]
        self.came.add(feed.player_id)
        self.look([feed.player_id])
        if feed.lobby:
            self.lobby.add(feed)
        layer = get_channel_layer()
        with suppress(RedisError, OSError):  # beats make up for it
            if layer is not None and self.channel is not None:
                await layer.group_add(group_of(feed.player_id), self.channel)

    async def discard(self, feed: Feed) -> None:
        if feed.sending is not None:
            feed.sending.cancel()
        feeds, channel = self.of[feed.player_id], self.channel
        feeds.discard(feed)
        self.lobby.discard(feed)
        if feed.tab:
            with suppress(RedisError, OSError):
                await in_thread(note_closed, feed.player_id, feed.tab)
        if feeds:
            return
        del self.of[feed.player_id]
        groups = [group_of(feed.player_id)]
        if not self.of:
            groups.append(GROUP)
            for task in self.tasks:
                task.cancel()
            self.tasks, self.channel = [], None
        layer = get_channel_layer()
        with suppress(RedisError, OSError):
            if layer is not None and channel is not None:
                for group in groups:
                    await layer.group_discard(group, channel)

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
                for group in [GROUP, *map(group_of, self.of)]:
                    await layer.group_add(group, self.channel)
                self.look(self.of)
                self.lobby.look()
                while not task.cancelling():
                    self.hear(await layer.receive(self.channel))
            except (RedisError, OSError):
                await asyncio.sleep(1)

    def hear(self, hint: Mapping[str, Any]) -> None:
        if "lobby" in hint:
            self.lobby.look()
        else:
            self.look([hint["player"]])

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
            some = players[start : start + AT_ONCE]
            in_lobby = {pk for pk in some if any(feed.lobby for feed in self.of.get(pk, ()))}
            found = await in_thread(marks, some, in_lobby)
            behind = {
                feed: Request(player, mark.for_page(feed.at, lobby=feed.lobby), feed.language)
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
                        feed.put(beat, "beat")
            self.came.update(players)
            self.changed.update(players)
            slot = (slot + 1) % SLOTS
            if self.changed and slot % LOOK_EVERY == 0:
                self.news.set()


_feeds: WeakKeyDictionary[asyncio.AbstractEventLoop, Feeds] = WeakKeyDictionary()


def feeds() -> Feeds:
    """The feeds of this event loop."""
    return _feeds.setdefault(asyncio.get_running_loop(), Feeds())
