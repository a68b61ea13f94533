"""Websockets of programs, identified by the token in the handshake."""

import re
from io import BytesIO
from typing import Any, NamedTuple

from django.core.handlers.asgi import ASGIRequest
from django.http import Http404, HttpResponse
from django.utils import translation
from django.utils.translation import gettext as _

from games.accounts.tokens import Scope, Token
from games.api.api import api
from games.api.auth import verify_token
from games.api.middleware import bearer, counted, in_address, rate_of, refusal, token_of
from games.api.problems import Denied
from games.api.streams import claim_me, find_table
from games.bus.db_thread import in_thread
from games.bus.open_connections import Place
from games.limits.counting import Unavailable, verify_counting
from games.limits.declared import COMMANDS
from games.live import limits
from games.live.protocol import language_of, refuse
from games.table.refusals import Refused

ME = "/ws/me/"
PATH = re.compile(r"/ws/table/([-\w]+)/", re.ASCII)


class Admitted(NamedTuple):
    token: Token
    table: int | None  # None: to what concerns the player

    async def claim(self) -> Place:
        """Claim a place for this socket.  Raises TooManyOpen."""
        if self.table is None:
            return await claim_me(self.token)
        return await limits.claim(self.token.caller)

    def verify(self, *, running: bool, language: str) -> None:
        """Check that the program may act at its table now.  As over HTTP, only running games
        continue while nothing can be counted.  Raises Refused."""
        with translation.override(language):
            if Scope.PLAY not in self.token.scopes:
                raise Refused("SCOPE", _("This token may not play."))
            if counted(COMMANDS, self.token.caller).left < 0:
                text = _("Too many actions. Wait a moment and try again.")
                raise Refused("SLOW_DOWN", text)
            try:
                if not running:
                    verify_counting()
            except Unavailable as error:
                raise Refused("UNAVAILABLE", str(error.sentence)) from None


class ByToken:
    """A router that passes websockets with a token in the handshake to `sockets`, whatever their
    origin and cookies.  All other websockets go to `browsers`."""

    def __init__(self, sockets: Any, browsers: Any) -> None:
        self.sockets, self.browsers = sockets, browsers

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
        async with limits.opened(place):
            of_program = admitted._asdict() | {"verify": admitted.verify}
            await self.sockets(scope | of_program, receive, send)


def request_of(scope: Any) -> ASGIRequest:
    return ASGIRequest(scope | {"method": "GET"}, BytesIO())


def has_token(request: ASGIRequest) -> bool:
    return bearer(request) is not None or in_address(request)


def admit(request: ASGIRequest, language: str) -> Admitted | HttpResponse:
    """Return the token and its table, or the response to a refused handshake, equal to the response
    to a refused request; to be called in a thread."""
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
    """Find the table in the address of a socket.  Raises Http404, Denied."""
    if request.path == ME:
        return Admitted(verify_token(request, Scope.ME), None)
    token, path = verify_token(request, Scope.TABLES), PATH.fullmatch(request.path)
    if path is None:
        raise Http404
    table, _token = find_table(request, path[1])
    return Admitted(token, table.pk)
