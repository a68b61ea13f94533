"""Websockets of programs: the token of the handshake says whose they are."""

import asyncio
import re
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

from django.core.handlers.asgi import ASGIRequest
from django.http import Http404, HttpResponse
from django.utils import translation
from django.utils.translation import gettext_noop as _

from games.accounts.limits import Unavailable, verify_counting
from games.accounts.tokens import Scope, Token
from games.api.api import api
from games.api.auth import verify_token
from games.api.middleware import COMMANDS, bearer, in_address, rate_of, refusal, token_of
from games.api.problems import Denied
from games.api.streams import claim_me, find_table
from games.bus.db_thread import in_thread
from games.bus.open_connections import Place
from games.live import commands, limits, protocol, sessions
from games.live.consumer import TableConsumer, language_of
from games.live.personal.line import PersonalConsumer
from games.live.protocol import Close, Command, Message
from games.live.room import Room
from games.live.routing import refuse

if TYPE_CHECKING:
    from asgiref.typing import WebSocketDisconnectEvent

ME = "/ws/me/"
PATH = re.compile(r"/ws/table/([-\w]+)/", re.ASCII)


class TokenConsumer(TableConsumer):
    """A table's socket for programs: the token says who plays and what they may do."""

    tells_me = False  # a token is for this table

    async def connect(self) -> None:
        await self.accept()
        self.language = language_of(self.scope)
        scope: Any = self.scope
        self.token: Token = scope["token"]
        self.player_id = self.token.player_id
        sessions.watch(sessions.valid_tokens).add(self, self.token.digest)
        self.follow(scope["table"])

    async def disconnect(self, code: int) -> None:
        sessions.watch(sessions.valid_tokens).discard(self)
        await super().disconnect(code)

    async def answer(self, room: Room, message: Message) -> None:
        if not isinstance(message, Command):
            await super().answer(room, message)
        elif Scope.PLAY not in self.token.scopes:
            text = self.translate(_("This token may not play."))
            version = self.following.since or 0
            await self._send(protocol.reject(message.id, "SCOPE", text, version))
        elif await in_thread(COMMANDS.left, self.token.caller) < 0:
            await self.slow_down(message)
        elif (refusal := await in_thread(unavailable, room, message, self.language)) is not None:
            await self._send(refusal)
        else:
            await super().answer(room, message)

    def sign_out(self) -> None:
        """The token has been revoked, or has expired."""
        self.closed = True
        text = _("The token has been revoked, or has expired.")
        self.ending = asyncio.create_task(self.end(Close.SIGNED_OUT, "REVOKED", text))


def unavailable(room: Room, message: Command, language: str) -> str | None:
    """The reject of a command where only running games go on; as by HTTP."""
    if room.snapshot is not None and room.snapshot.table.status == "running":
        return None
    try:
        with translation.override(language):
            verify_counting()
    except Unavailable as error:
        reply = commands.unavailable(room.table_id, message, "UNAVAILABLE", error.sentence)
        return reply.text
    return None


class TokenPersonalConsumer(PersonalConsumer):
    """The personal socket for programs: the token says who listens."""

    async def connect(self) -> None:
        await self.accept()
        scope: Any = self.scope
        token: Token = scope["token"]
        self.begin(token.player_id)
        sessions.watch(sessions.valid_tokens).add(self, token.digest)

    async def websocket_disconnect(self, message: "WebSocketDisconnectEvent") -> None:
        sessions.watch(sessions.valid_tokens).discard(self)
        await super().websocket_disconnect(message)

    def sign_out(self) -> None:
        """The token has been revoked, or has expired."""
        self.ending = asyncio.create_task(self.end(Close.SIGNED_OUT, "REVOKED"))


class Admitted(NamedTuple):
    token: Token
    table: int | None  # None: to what concerns the player

    async def claim(self) -> Place:
        """Raises TooManyOpen."""
        if self.table is None:
            return await claim_me(self.token)
        return await limits.claim(self.token.caller)


class ByToken:
    """Takes websockets whose handshake has a token, whatever their origin and cookies.  All others
    are for `browsers`."""

    def __init__(self, browsers: Any) -> None:
        self.browsers = browsers
        self.table, self.me = TokenConsumer.as_asgi(), TokenPersonalConsumer.as_asgi()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        # The request is not kept: it would be a tenth of the memory of a connection that lasts.
        serve = self.serve_program if has_token(request_of(scope)) else self.browsers
        await serve(scope, receive, send)

    async def serve_program(self, scope: Any, receive: Any, send: Any) -> None:
        request, language = request_of(scope), language_of(scope)
        admitted = await in_thread(admit, request, language)
        if isinstance(admitted, HttpResponse):
            await refuse(admitted, receive, send)
            return
        try:
            place = await admitted.claim()
        except limits.TooManyOpen as error:
            with translation.override(language):
                await refuse(api.on_exception(request, error), receive, send)
            return
        consumer = self.me if admitted.table is None else self.table
        async with limits.opened(place):
            await consumer(scope | admitted._asdict(), receive, send)


def request_of(scope: Any) -> ASGIRequest:
    return ASGIRequest(scope | {"method": "GET"}, BytesIO())


def has_token(request: ASGIRequest) -> bool:
    return bearer(request) is not None or in_address(request)


def admit(request: ASGIRequest, language: str) -> Admitted | HttpResponse:
    """The token and its table, or why not; the same as for a request, in a thread."""
    with translation.override(language):
        token = token_of(request)
        rate = rate_of(request, token)
        answer = refusal(request, token, rate)
        if answer is None:
            try:
                return find(request)
            except (Http404, Denied) as error:
                answer = api.on_exception(request, error)
        rate.tell(answer)
        return answer


def find(request: ASGIRequest) -> Admitted:
    """Raises Http404, Denied."""
    if request.path == ME:
        return Admitted(verify_token(request, Scope.ME), None)
    token, path = verify_token(request, Scope.TABLES), PATH.fullmatch(request.path)
    if path is None:
        raise Http404
    table, _token = find_table(request, path[1])
    return Admitted(token, table.pk)
