"""The websocket of tournaments: tells players what concerns them, on any page, and the pages of a
tournament that it has changed."""

import asyncio
import json
import logging
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakKeyDictionary

from allauth.mfa.adapter import get_adapter
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.layers import get_channel_layer
from django.template.loader import render_to_string
from django.utils import translation
from redis.asyncio import Redis
from redis.exceptions import RedisError

from games.accounts.models import Player
from games.bus import presence, valkey
from games.bus.db_thread import in_thread
from games.bus.open_connections import Place
from games.bus.publisher import publish
from games.live import limits, sessions
from games.live.consumer import language_of
from games.live.personal.feeds import Feed, feeds
from games.live.personal.line import Hello, read_message
from games.live.protocol import BadMessage, Close
from games.table import clock
from games.tournaments.models import Tournament
from games.tournaments.reading.calls import calls_for
from games.tournaments.writer.ledger import is_director

if TYPE_CHECKING:
    from asgiref.typing import WebSocketDisconnectEvent

log = logging.getLogger(__name__)
BEAT_S = 10.0
AT_MOST_EVERY_S = 1.0
PAGE_MS = 40  # a page takes about so long: so far apart are those of many watchers
LEAST_MS = 2000
watchers: Counter[int] = Counter()  # pages of each tournament, connected to this process
AT_ONCE = 100  # players whose calls are read together


def group_of(tournament_id: int) -> str:
    return f"tournament.{tournament_id}"


class Reader(NamedTuple):
    """Somebody whose calls are read, and the language they are written in."""

    player_id: int
    language: str


class Found(NamedTuple):
    """The calls of a player as a part of their page, and which tournaments may change them."""

    html: str
    changes_ms: int | None
    tournaments: set[int]


def load(readers: Iterable[Reader], now: int) -> dict[Reader, Found]:
    """Read them in a thread."""
    wanted = set(readers)
    calls = calls_for({reader.player_id for reader in wanted}, now)
    found = {}
    for reader in wanted:
        own = calls[reader.player_id]
        with translation.override(reader.language):
            html = render_to_string("tournaments/_calls.html", {"calls": own.calls})
        found[reader] = Found(html, own.changes_ms, own.tournaments)
    return found


class Gathered:
    """Reads calls for many sockets together: after an act 1,000 may want theirs at once.  One
    thread at a time works for them; the others are for moves."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Reader, asyncio.Future[Found]]] = []
        self.work: asyncio.Task[None] | None = None

    async def read(self, reader: Reader) -> Found:
        """The calls of this player, from now on or a little later."""
        found: asyncio.Future[Found] = asyncio.get_running_loop().create_future()
        self.waiting.append((reader, found))
        if self.work is None or self.work.done():
            self.work = asyncio.create_task(self._read_all())
        return await found

    async def _read_all(self) -> None:
        while self.waiting:
            batch, self.waiting = self.waiting[:AT_ONCE], self.waiting[AT_ONCE:]
            readers = [reader for reader, _ in batch]
            try:
                found = await in_thread(load, readers, clock.now_ms())
            except Exception as problem:
                for _, future in batch:
                    if not future.done():
                        future.set_exception(problem)
                continue
            for reader, future in batch:
                if not future.done():  # the socket has gone
                    future.set_result(found[reader])


_gathered: WeakKeyDictionary[asyncio.AbstractEventLoop, Gathered] = WeakKeyDictionary()


def gathered() -> Gathered:
    """The gathering of this event loop."""
    return _gathered.setdefault(asyncio.get_running_loop(), Gathered())


def find_tournament(code: str, player_id: int | None) -> Tournament | None:
    """The tournament of a page; drafts exist for directors only."""
    found = Tournament.objects.filter(code=code.upper()).first()
    if found is None or found.state != "draft":
        return found
    player = Player.objects.filter(pk=player_id).first()
    directs = player and is_director(player) and get_adapter().is_mfa_enabled(player)
    return found if directs else None


def version_of(tournament_id: int) -> int:
    return Tournament.objects.values_list("version", flat=True).get(pk=tournament_id)


def visit(tournament_id: int, player_id: int) -> None:
    """This player is on the tournament's page, or at one of its tables."""
    if valkey.has_server():
        with suppress(RedisError, OSError):
            presence.visit(valkey.client(), tournament_id, [player_id], clock.now_ms())


class TournamentConsumer(AsyncWebsocketConsumer):
    """/ws/tournaments/, and /ws/tournaments/<code>/ on the pages of a tournament."""

    page: Tournament | None = None
    pump: asyncio.Task[None] | None = None
    player_id: int | None = None
    feed: Feed | None = None
    place: Place | None = None  # what the page takes of what its account or network may have
    ending: asyncio.Task[None] | None = None

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle one message like Channels, but without its single database thread."""
        await getattr(self, message["type"].replace(".", "_"))(message)

    # Socket events ------------------------------------------------------------------------

    async def connect(self) -> None:
        await self.accept()
        self.language = language_of(self.scope)
        user = self.scope["user"]
        if user and user.is_authenticated:
            self.player_id = user.pk
            sessions.watch().add(self, self.scope["session"].session_key or "")
        try:
            self.place = await limits.claim_page(self.scope)
        except limits.TooManyOpen:
            await self.close(code=Close.TOO_MANY, reason="TOO_MANY")
            return
        code = self.scope["url_route"]["kwargs"].get("code")
        if code is not None:
            self.page = await in_thread(find_tournament, code, self.player_id)
            if self.page is None:
                await self.close(code=Close.NO_SUCH_TABLE, reason="NO_SUCH_TOURNAMENT")
                return
            watchers[self.page.pk] += 1
            self.version = 0
        self.groups_joined: set[int] = set()
        self.sent_html: str | None = None
        self.sent_version = -1
        self.changes_ms: int | None = 0  # when the calls must be read again
        self.news = asyncio.Event()
        self.pump = asyncio.create_task(self._pump())

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Only a hello, once, of a page that also wants what else concerns its player."""
        if self.pump is None:
            return
        try:
            message = read_message(text_data)
        except BadMessage:
            message = None
        if not isinstance(message, Hello) or self.player_id is None or self.feed is not None:
            await self.close(code=Close.BAD_MESSAGE, reason="NOT_UNDERSTOOD")
            return
        self.feed = Feed(self.player_id, self.language, self.say, beats=False, lobby=message.lobby)
        await feeds().add(self.feed)

    async def websocket_disconnect(self, message: "WebSocketDisconnectEvent") -> None:
        sessions.watch().discard(self)
        if self.place is not None:
            await limits.release(self.place)
        if self.feed is not None:
            await feeds().discard(self.feed)
        if self.pump is not None:
            self.pump.cancel()
            if self.page is not None:
                watchers[self.page.pk] -= 1
            for tournament in self.groups_joined:
                await self.channel_layer.group_discard(group_of(tournament), self.channel_name)
        raise StopConsumer

    async def say(self, text: str) -> None:
        with suppress(OSError, RuntimeError):  # the client has gone
            await self.send(text_data=text)

    def sign_out(self) -> None:
        """The session has ended."""
        end = self.close(code=Close.SIGNED_OUT, reason="SIGNED_OUT")
        self.ending = asyncio.create_task(end)

    # Updates ------------------------------------------------------------------------------

    async def tournament_changed(self, message: dict[str, Any]) -> None:
        """A hint of the channel layer."""
        is_shown = self.page is not None and self.page.pk == message["tournament"]
        concerns_me = message["players"] is None or self.player_id in message["players"]
        if is_shown:
            self.version = max(self.version, message["version"])
        if concerns_me:
            self.changes_ms = 0
        if is_shown or concerns_me:
            self.news.set()

    async def _pump(self) -> None:
        try:
            await self._send_news()
        except Exception:
            log.exception("Calls of player %s could not be sent", self.player_id)
            await self.close(code=Close.BROKEN, reason="BROKEN")

    async def _send_news(self) -> None:
        """Send what is new, at most once a second, and a heartbeat."""
        if self.page is not None:
            await self._follow([self.page.pk])
            self.version = await in_thread(version_of, self.page.pk)
        while True:
            self.news.clear()
            message: dict[str, Any] = {"now": clock.now_ms()}
            await self._add_calls(message)
            self._add_version(message)
            await self.say(json.dumps(message))
            await asyncio.sleep(AT_MOST_EVERY_S)
            with suppress(TimeoutError):
                async with asyncio.timeout(self._rest_s()):
                    await self.news.wait()

    def _rest_s(self) -> float:
        """How long nothing is to be sent unless something happens."""
        if self.changes_ms is None:
            return BEAT_S
        return min(BEAT_S, max(0.0, (self.changes_ms - clock.now_ms()) / 1000))

    async def _add_calls(self, message: dict[str, Any]) -> None:
        if self.player_id is None:
            return
        if self.page is not None:
            await in_thread(visit, self.page.pk, self.player_id)
        if self.changes_ms is None or self.changes_ms > message["now"]:
            return
        found = await gathered().read(Reader(self.player_id, self.language))
        self.changes_ms = found.changes_ms
        await self._follow(found.tournaments - self.groups_joined)
        if found.html != self.sent_html:
            message["calls"] = self.sent_html = found.html

    def _add_version(self, message: dict[str, Any]) -> None:
        if self.page is not None and self.sent_version < self.version:
            within = max(LEAST_MS, PAGE_MS * watchers[self.page.pk])
            message |= {"version": self.version, "within": within}
            self.sent_version = self.version

    async def _follow(self, tournaments: Iterable[int]) -> None:
        for tournament in tournaments:
            await self.channel_layer.group_add(group_of(tournament), self.channel_name)
            self.groups_joined.add(tournament)


def on_tournament_changed(
    *, tournament_id: int, version: int, players: list[int] | None, **_: Any
) -> None:
    """Receives `tournament_changed`.  After a lost hint a page is old until the next one."""

    async def hint(_: Redis) -> None:
        layer = get_channel_layer()
        if layer is not None:
            message = {"type": "tournament.changed", "tournament": tournament_id}
            message |= {"version": version, "players": players}
            await layer.group_send(group_of(tournament_id), message)

    publish(hint)
