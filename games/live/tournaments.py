"""News of tournaments for open pages: the calls to a player, and the version of the tournament.

News is read for all connections of an event loop together, because one act may change the calls of
1,000 players.  One thread at a time does this, which leaves the other threads for moves."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from django.template.loader import render_to_string
from django.utils import translation

from games.accounts.models import Player
from games.bus.db_thread import in_thread
from games.live.hints import Hints
from games.table import clock
from games.tournaments.models import Tournament
from games.tournaments.reading.calls import calls_for
from games.tournaments.reading.public import find
from games.untrusted import encode

if TYPE_CHECKING:
    from games.live.feeds import Feed

log = logging.getLogger(__name__)
BEAT_S = 5.0  # a lost hint costs one
AT_MOST_EVERY_S = 0.5
AGAIN_MS = 2000  # after a failure
PAGE_MS = 40  # the time a page takes, and so the gap between many readers
LEAST_MS = 2000
AT_ONCE = 100  # players whose calls are read together


def group_of(tournament_id: int) -> str:
    return f"tournament.{tournament_id}"


def find_tournament(code: str, player_id: int | None) -> int | None:
    """Find the key of a tournament, if this player may see the tournament."""
    player = Player.objects.filter(pk=player_id).first() if player_id else None
    tournament = find(code, player)
    return tournament.pk if tournament else None


def versions_of(tournaments: Collection[int]) -> dict[int, int]:
    rows = Tournament.objects.filter(pk__in=tournaments)
    return dict(rows.values_list("pk", "version"))


class Request(NamedTuple):
    """A request for a player's calls, in a language."""

    player_id: int
    language: str


class Rendered(NamedTuple):
    """The calls to a player as a part of their page, the time (epoch ms) at which these calls
    change without an act, and the tournaments that may change them."""

    html: str
    changes_ms: int | None
    tournaments: set[int]


def render(requests: Collection[Request], now: int) -> dict[Request, Rendered]:
    """Render the calls for these requests; to be called in a thread."""
    calls = calls_for({request.player_id for request in requests}, now)
    rendered = {}
    for request in requests:
        own = calls[request.player_id]
        with translation.override(request.language):
            html = render_to_string("tournaments/_calls.html", {"calls": own.calls})
        rendered[request] = Rendered(html, own.changes_ms, own.tournaments)
    return rendered


class TournamentNews:
    """The tournaments that the connections of one event loop follow."""

    def __init__(self, hints: Hints) -> None:
        self.hints = hints
        self.followers: dict[int, set[Feed]] = defaultdict(set)  # by tournament
        self.callers: set[Feed] = set()  # feeds that want calls
        self.versions: dict[int, int] = {}
        self.check_ms = 0  # when the versions are read again
        self.news = asyncio.Event()
        self.task: asyncio.Task[None] | None = None

    async def add(self, feed: "Feed") -> None:
        if feed.wants_calls:
            self.callers.add(feed)
            feed.calls_due_ms = 0
        if feed.tournament is not None:
            await self._follow(feed, feed.tournament)
        if self.task is None:
            self.task = asyncio.create_task(self._tell())
        self.news.set()

    async def discard(self, feed: "Feed") -> None:
        self.callers.discard(feed)
        for tournament, feeds in tuple(self.followers.items()):
            feeds.discard(feed)
            if not feeds:
                del self.followers[tournament]
                self.versions.pop(tournament, None)
                await self.hints.leave(group_of(tournament))
        if self.task is not None and not self.callers and not self.followers:
            self.task.cancel()
            self.task = None

    async def _follow(self, feed: "Feed", tournament: int) -> None:
        is_new = tournament not in self.followers
        self.followers[tournament].add(feed)
        if is_new:
            await self.hints.join(group_of(tournament))

    def hear(self, hint: Mapping[str, Any]) -> None:
        self._change(hint["tournament"], hint["version"], hint["players"])
        self.news.set()

    def catch_up(self) -> None:
        """Read all versions and calls again, because hints may have been missed."""
        self.check_ms = 0
        self.news.set()

    def _change(self, tournament: int, version: int, players: Collection[int] | None) -> None:
        """Note that the tournament has this version, and that the change concerns these players;
        None: all players."""
        self.versions[tournament] = max(version, self.versions.get(tournament, 0))
        for feed in self.followers.get(tournament, ()):
            if feed in self.callers and (players is None or feed.player_id in players):
                feed.calls_due_ms = 0

    async def _tell(self) -> None:
        """Send new versions and calls, at most twice a second."""
        while True:
            try:
                async with asyncio.timeout(self._rest_s()):
                    await self.news.wait()
            except TimeoutError:
                pass  # calls change by the clock, and hints get lost
            self.news.clear()
            try:
                await self._check_versions()
            except Exception:  # most likely the database; the next beat tries again
                log.exception("The versions of tournaments could not be read")
            self._send_versions()
            now = clock.now_ms()
            due = [feed for feed in self.callers if is_due(feed, now)]
            for start in range(0, len(due), AT_ONCE):
                await self._send_calls(due[start : start + AT_ONCE])
            await asyncio.sleep(AT_MOST_EVERY_S)

    def _rest_s(self) -> float:
        """The seconds to wait before the next check, unless there is news."""
        times = [feed.calls_due_ms for feed in self.callers if feed.calls_due_ms is not None]
        return min(BEAT_S, max(0.0, (min(times, default=2**53) - clock.now_ms()) / 1000))

    async def _check_versions(self) -> None:
        now = clock.now_ms()
        if now < self.check_ms and self.followers.keys() <= self.versions.keys():
            return
        self.check_ms = now + int(BEAT_S * 1000)
        for tournament, version in (await in_thread(versions_of, list(self.followers))).items():
            known = self.versions.get(tournament)
            if known is None:
                self.versions[tournament] = version
            elif known < version:  # a hint was lost
                self._change(tournament, version, None)

    def _send_versions(self) -> None:
        """Send the version, which makes each page load itself again, spread over more time if there
        are more pages."""
        for tournament, feeds in self.followers.items():
            version = self.versions.get(tournament, -1)
            pages = [feed for feed in feeds if feed.tournament == tournament]
            within = max(LEAST_MS, PAGE_MS * len(pages))
            for feed in pages:
                if feed.version < version:
                    feed.version = version
                    feed.put(encode({"version": version, "within": within}), "version")

    async def _send_calls(self, feeds: Collection["Feed"]) -> None:
        requests = {feed: Request(feed.player_id or 0, feed.language) for feed in feeds}
        for feed in feeds:
            feed.calls_due_ms = None  # from now on a hint asks for another reading
        now = clock.now_ms()
        try:
            rendered = await in_thread(render, set(requests.values()), now)
        except Exception:  # most likely the database
            log.exception("The calls of %s players could not be read", len(feeds))
            for feed in feeds:
                feed.calls_due_ms = now + AGAIN_MS
            return
        for feed, request in requests.items():
            calls = rendered[request]
            if feed not in self.callers:  # it has gone
                continue
            if feed.calls_due_ms is None:
                feed.calls_due_ms = calls.changes_ms
            if calls.html != feed.calls:
                feed.calls = calls.html
                feed.put(encode({"calls": calls.html, "now": clock.now_ms()}), "calls")
            for tournament in calls.tournaments:
                if feed in self.callers:
                    await self._follow(feed, tournament)


def is_due(feed: "Feed", now: int) -> bool:
    return feed.calls_due_ms is not None and feed.calls_due_ms <= now
