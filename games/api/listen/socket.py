"""A table's websocket for programs: the token of its handshake says who plays."""

import asyncio
import re
from io import BytesIO
from typing import Any, NamedTuple

from django.core.handlers.asgi import ASGIRequest
from django.http import Http404, HttpResponse
from django.utils import translation
from django.utils.translation import gettext_noop as _

from games.accounts.tokens import Scope, Token
from games.api.api import api
from games.api.door import COMMANDS, bearer, in_address, rate_of, refusal, token_of
from games.api.listen.stream import find_table
from games.api.may import verify_token
from games.api.problems import Denied
from games.bus.db_thread import in_thread
from games.live import limits, protocol, sessions
from games.live.consumer import TableConsumer, language_of
from games.live.protocol import Close, Command, Message
from games.live.room import Room

PATH = re.compile(r"/ws/table/([^/]+)/")


class TokenConsumer(TableConsumer):
    """As in a browser, but the token says who plays and what they may do."""

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

    async def answer(self, here: Room, message: Message) -> None:
        if not isinstance(message, Command):
            await super().answer(here, message)
        elif Scope.PLAY not in self.token.scopes:
            text = self.translate(_("This token may not play."))
            version = self.following.since or 0
            await self._send(protocol.reject(message.id, "SCOPE", text, version))
        elif await in_thread(COMMANDS.left, self.token.caller) < 0:
            await self.slow_down(message)
        else:
            await super().answer(here, message)

    def sign_out(self) -> None:
        """The token has been revoked, or has expired."""
        self.closed = True
        text = _("The token has been revoked, or has expired.")
        self.ending = asyncio.create_task(self.end(Close.SIGNED_OUT, "REVOKED", text))


class Admitted(NamedTuple):
    token: Token
    table: int


class ByToken:
    """Takes websockets whose handshake has a token, whatever their origin and cookies.  All others
    are for `browsers`."""

    def __init__(self, browsers: Any) -> None:
        self.browsers = browsers
        self.table = TokenConsumer.as_asgi()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        request = ASGIRequest(scope | {"method": "GET"}, BytesIO())
        if bearer(request) is None and not in_address(request):
            await self.browsers(scope, receive, send)
            return
        language = language_of(scope)
        admitted = await in_thread(admit, request, language)
        if isinstance(admitted, HttpResponse):
            await refuse(admitted, receive, send)
            return
        try:
            limits.verify_may_open(admitted.token.caller)
        except limits.TooManyOpen as error:
            with translation.override(language):
                await refuse(api.on_exception(request, error), receive, send)
            return
        with limits.opened(admitted.token.caller):
            await self.table(scope | admitted._asdict(), receive, send)


def admit(request: ASGIRequest, language: str) -> Admitted | HttpResponse:
    """Who comes to which table, or why not; the same as for a request, in a thread."""
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
    token, path = verify_token(request, Scope.TABLES), PATH.fullmatch(request.path)
    if path is None:
        raise Http404
    table, _token = find_table(request, path[1])
    return Admitted(token, table.pk)


async def refuse(answer: HttpResponse, receive: Any, send: Any) -> None:
    """Before a websocket is opened."""
    await receive()  # that they want to connect
    headers = [(name.lower().encode(), value.encode()) for name, value in answer.items()]
    start = {"type": "websocket.http.response.start", "status": answer.status_code}
    await send(start | {"headers": headers})
    await send({"type": "websocket.http.response.body", "body": answer.content})
