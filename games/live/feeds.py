"""The news of open pages: changes that concern their player, and other subscriptions.

The feeds of an event loop are read together.  Hints and beats name the players whose `me` message
may have changed, a few queries find the changed ones, and only these are built.  Feeds use one
thread at a time, which leaves the other threads for moves."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from typing import Any
from weakref import WeakKeyDictionary

from redis.exceptions import RedisError

from games.bus import presence, valkey
from games.bus.db_thread import in_thread
from games.live import lobby
from games.live.hints import Hints
from games.live.lobby import Lobby
from games.live.messages import Fingerprint, Request, fingerprints, messages
from games.live.protocol import Subscription
from games.live.tournaments import TournamentNews
from games.table import clock
from games.untrusted import encode

log = logging.getLogger(__name__)
BEAT_S = 5.0
SLOTS = 50  # beats are spread over the interval, because a burst of them holds up moves
LOOK_EVERY = 10  # slots: a query costs little more for many players than for a few
AT_MOST_EVERY_S = 0.25
SEND_TIMEOUT_S = 20.0
AT_ONCE = 200  # players
ME_ALONE = Subscription()
Send = Callable[[str], Awaitable[None]]
Tabs = dict[int, dict[str, int]]  # by player, when each of their tabs was last looked at


def group_of(player_id: int) -> str:
    return f"player.{player_id}"


def note_here(
    players: Collection[int], tabs: Tabs, visitors: Mapping[int, Collection[int]]
) -> None:
    """Report that these players have a page open, with these tabs, and which of them have a page of
    a tournament open (`visitors`, by tournament)."""
    if valkey.has_server():
        redis, now = valkey.client(), clock.now_ms()
        presence.see(redis, players, now)
        presence.see_tabs(redis, tabs, now)
        for tournament, visiting in visitors.items():
            presence.visit(redis, tournament, visiting, now)


def note_closed(player: int, tab: str) -> None:
    if valkey.has_server():
        presence.close_tab(valkey.client(), player, tab)


class Feed:
    """The news of one connection.  Newer messages replace unsent older ones.  A visitor without a
    player gets only the news of a tournament.  The connection of a table has its own beats, and its
    `me` message leaves out this table."""

    def __init__(
        self,
        player_id: int | None,
        language: str,
        send: Send,
        wants: Subscription = ME_ALONE,
        *,
        tournament: int | None = None,
        table: int | None = None,
        beats: bool = True,
    ) -> None:
        self.player_id, self.language, self.send = player_id, language, send
        self.wants_lobby = wants.lobby and player_id is not None
        self.wants_calls = wants.calls and player_id is not None
        self.tournament, self.table, self.beats = tournament, table, beats
        self.waiting: dict[str, str] = {}  # the newest message of each kind
        self.sending: asyncio.Task[None] | None = None
        self.tab, self.visible, self.looked_ms = "", False, 0  # the browser's tab, if it said so
        self.calls_due_ms: int | None = None  # when the calls are to be read
        self.forget()

    def forget(self) -> None:
        """Treat all messages as unsent."""
        self.fingerprint: Fingerprint | None = None
        self.lobby = ""
        self.calls: str | None = None
        self.version = -1  # version of the tournament

    def show(self, tab: str, visible: bool) -> None:
        """Store whether the tab is visible."""
        self.tab, self.visible, self.looked_ms = tab, visible, clock.now_ms()

    @property
    def slot(self) -> int:
        return (self.player_id or id(self) // 64) % SLOTS

    @property
    def is_sending(self) -> bool:
        return self.sending is not None and not self.sending.done()

    def put(self, text: str, kind: str = "me") -> None:
        """Send this text when the client can take it, unless a newer text of the same kind replaces
        it first."""
        self.waiting[kind] = text
        if not self.is_sending:
            self.sending = asyncio.create_task(self._send())

    async def _send(self) -> None:
        try:
            async with asyncio.timeout(SEND_TIMEOUT_S):
                while self.waiting:
                    await self.send(self.waiting.pop(next(iter(self.waiting))))
        except TimeoutError:  # a client that reads nothing; a beat helps if it comes back
            self.forget()


class Feeds:
    """All feeds of one event loop."""

    def __init__(self) -> None:
        self.all: set[Feed] = set()
        self.of: dict[int, set[Feed]] = defaultdict(set)  # by player
        self.changed: set[int] = set()  # players whose message may have changed
        self.came: set[int] = set()  # players who are to be noted as here
        self.news = asyncio.Event()
        self.hints = Hints(self.hear, self.catch_up, [lobby.GROUP])
        self.lobby = Lobby()
        self.tournaments = TournamentNews(self.hints)
        self.tasks: list[asyncio.Task[None]] = []

    async def add(self, feed: Feed) -> None:
        self.all.add(feed)
        if not self.tasks:
            work = (self.hints.listen(), self._read(), self._beat())
            self.tasks = [asyncio.create_task(each) for each in work]
        if feed.player_id is not None:
            self.of[feed.player_id].add(feed)
            self.came.add(feed.player_id)
            self.refresh([feed.player_id])
        if feed.wants_lobby:
            self.lobby.add(feed)
        if feed.wants_calls or feed.tournament is not None:
            await self.tournaments.add(feed)
        if feed.player_id is not None:
            await self.hints.join(group_of(feed.player_id))

    async def discard(self, feed: Feed) -> None:
        if feed.sending is not None:
            feed.sending.cancel()
        self.all.discard(feed)
        self.lobby.discard(feed)
        await self.tournaments.discard(feed)
        if feed.player_id is not None:
            await self._discard_player(feed.player_id, feed)
        if not self.all:
            for task in self.tasks:
                task.cancel()
            self.tasks = []

    async def _discard_player(self, player: int, feed: Feed) -> None:
        self.of[player].discard(feed)
        if not self.of[player]:
            del self.of[player]
            await self.hints.leave(group_of(player))
        if feed.tab:
            with suppress(RedisError, OSError):
                await in_thread(note_closed, player, feed.tab)

    def refresh(self, players: Collection[int]) -> None:
        """Note that the `me` message of these players may have changed."""
        self.changed.update(players)
        self.news.set()

    def hear(self, hint: Mapping[str, Any]) -> None:
        if "lobby" in hint:
            self.lobby.refresh()
        elif "tournament" in hint:
            self.tournaments.hear(hint)
        else:
            self.refresh([hint["player"]])

    def catch_up(self) -> None:
        self.refresh(self.of)
        self.lobby.refresh()
        self.tournaments.catch_up()

    async def _read(self) -> None:
        """Send the `me` messages that have changed, at most four times a second."""
        while True:
            await self.news.wait()
            self.news.clear()
            changed, self.changed = self.changed, set()
            waiting, self.came = self.came, set()
            await self._note(waiting)
            try:
                await self._update([player for player in changed if player in self.of])
            except Exception:  # most likely the database; a beat tries again
                log.exception("What concerns players could not be read")
            await asyncio.sleep(AT_MOST_EVERY_S)

    async def _update(self, players: list[int]) -> None:
        for start in range(0, len(players), AT_ONCE):
            some = players[start : start + AT_ONCE]
            in_lobby = {pk for pk in some if any(feed.wants_lobby for feed in self.of.get(pk, ()))}
            read = await in_thread(fingerprints, some, in_lobby)
            requests = {
                feed: Request(
                    player, print_.for_page(feed.table, lobby=feed.wants_lobby), feed.language
                )
                for player, print_ in read.items()
                for feed in self.of.get(player, ())
            }
            behind = {
                feed: request
                for feed, request in requests.items()
                if feed.fingerprint != request.fingerprint
            }
            texts = await in_thread(messages, set(behind.values())) if behind else {}
            for feed, request in behind.items():
                feed.fingerprint = request.fingerprint
                feed.put(texts[request])

    def came_to(self, feed: Feed) -> None:
        """Note that a tab was shown or hidden, so that its player's presence is reported."""
        if feed.player_id is not None:
            self.came.add(feed.player_id)
            self.news.set()

    async def _note(self, players: Collection[int]) -> None:
        """Report the presence, tabs and visited tournaments of these players."""
        now = clock.now_ms()
        tabs: Tabs = defaultdict(dict)
        visitors: dict[int, set[int]] = defaultdict(set)
        for player in players:
            for feed in self.of.get(player, ()):
                if feed.tab:
                    tabs[player][feed.tab] = now if feed.visible else feed.looked_ms
                if feed.tournament is not None:
                    visitors[feed.tournament].add(player)
        if players:
            with suppress(RedisError, OSError):  # the next beat tries again
                await in_thread(note_here, players, tabs, visitors)

    async def _beat(self) -> None:
        """Send each client a beat every few seconds, and look for missed changes."""
        slot = 0
        while True:
            await asyncio.sleep(BEAT_S / SLOTS)
            beat = encode({"beat": {"now": clock.now_ms()}})
            for feed in tuple(self.all):
                if feed.slot == slot:
                    if feed.beats and not feed.is_sending:
                        feed.put(beat, "beat")
                    if feed.player_id is not None:
                        self.came.add(feed.player_id)
                        self.changed.add(feed.player_id)
            slot = (slot + 1) % SLOTS
            if self.changed and slot % LOOK_EVERY == 0:
                self.news.set()


_feeds: WeakKeyDictionary[asyncio.AbstractEventLoop, Feeds] = WeakKeyDictionary()


def feeds() -> Feeds:
    """The feeds of this event loop."""
    return _feeds.setdefault(asyncio.get_running_loop(), Feeds())
