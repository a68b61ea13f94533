"""The personal socket, which sends a page the news of its player and the page's other
subscriptions.  This socket writes nothing."""

import re
from typing import NamedTuple

from django.utils.translation import gettext_noop as _

from games.bus.open_connections import Place
from games.live import limits, protocol
from games.live.feeds import feeds
from games.live.limits import Allowance
from games.live.protocol import BadMessage, Close, Ping, Subscription
from games.sockets.base import Socket
from games.table import clock
from games.untrusted import encode

MESSAGES_PER_S, BURST = 4.0, 20.0
MESSAGE_BYTES = 2048
TAB = re.compile(r"[0-9a-z-]{8,36}", re.ASCII)


class Tab(NamedTuple):
    """The name of a browser tab, and whether the tab is visible."""

    name: str
    visible: bool


def read_message(text: str | None) -> Subscription | Ping | Tab:
    """Read a message.  Raises BadMessage."""
    match protocol.read_object(text, MESSAGE_BYTES):
        case {"hello": wants}:
            return protocol.read_subscription(wants)
        case {"ping": int(number)} if abs(number) < 2**53:
            return Ping(number)
        case {"tab": str(name), "visible": bool(visible)} if TAB.fullmatch(name):
            return Tab(name, visible)
    raise BadMessage("BAD_MESSAGE", _("A message must have a hello, a ping or a tab."))


class PersonalSocket(Socket[Subscription | Ping | Tab]):
    """The socket /ws/me/, for accounts and guests; other visitors may follow a tournament."""

    tab: Tab | None = None

    async def claim(self) -> Place | None:
        return await limits.claim_personal(self.scope)

    async def begin(self) -> None:
        """Do nothing until the client sends its hello."""

    def new_allowance(self, now: float) -> Allowance:
        return Allowance(now, MESSAGES_PER_S, BURST, patience=0)

    def read(self, text: str | None) -> Subscription | Ping | Tab:
        return read_message(text)

    async def answer(self, message: Subscription | Ping | Tab) -> None:
        match message:
            case Ping(n):
                await self.say(encode({"pong": n}))
            case Tab():
                self.tab = message
                self.show_tab()
            case Subscription() if self.feed is None:
                await self.greet(message)

    async def greet(self, wants: Subscription) -> None:
        if self.player_id is None and (wants.calls or not wants.tournament):
            await self.end(Close.SIGNED_OUT, "SIGNED_OUT", _("Sign in, or play as a guest."))
        elif not await self.subscribe(wants):
            text = _("This tournament does not exist.")
            await self.end(Close.NOT_FOUND, "NO_SUCH_TOURNAMENT", text)
        else:
            self.show_tab()

    def show_tab(self) -> None:
        if self.feed is not None and self.tab is not None:
            self.feed.show(*self.tab)
            feeds().came_to(self.feed)


class FormerTournamentSocket(PersonalSocket):
    """The socket /ws/tournaments/ for pages of the previous release: its address subscribes, and
    every message includes `now`.  To be removed after the next release."""

    async def begin(self) -> None:
        code = self.scope["url_route"]["kwargs"].get("code", "")
        if self.player_id is None and not code:
            return
        await self.greet(Subscription(calls=self.player_id is not None, tournament=code))

    async def say(self, text: str) -> None:
        await super().say(f'{text[:-1]},"now":{clock.now_ms()}}}')
