"""Streams of JSON lines about a table or a player, for programs that cannot open a websocket."""

from collections.abc import AsyncIterator
from typing import Annotated, Any

from asgiref.sync import sync_to_async
from django.http import HttpRequest, StreamingHttpResponse
from django.utils import timezone
from django.utils.translation import get_language
from ninja import Query

from games.accounts.callers import client_address
from games.accounts.tokens import Scope, Token
from games.api.auth import BY_TOKEN, verify_token
from games.api.me import router as me
from games.api.problems import Problem
from games.api.tables import public, seated_at
from games.api.tables import router as tables
from games.bus.open_connections import Place
from games.limits.declared import PERSONAL
from games.limits.networks import network_of
from games.live import limits
from games.live.following import Following
from games.live.lines import PersonalLines, TableLines
from games.table.models import Table
from games.table.refusals import Refused

__all__ = ["me", "tables"]  # an address has all its methods in one router
NDJSON = "application/x-ndjson"
LINES: dict[str, Any] = {
    "responses": {200: {"description": "Lines of JSON", "content": {NDJSON: {}}}}
}
SECURITY: dict[str, Any] = {"security": [*BY_TOKEN["security"], {}]}


def caller_key(request: HttpRequest) -> str:
    """The key under which the open streams of this caller are counted."""
    token = getattr(request, "token", None)
    return token.caller if token else network_of(client_address(request))


def may_hear(token: Token | None) -> bool:
    """Whether the token is still valid."""
    if token is None:
        return True
    return Token.objects.valid(at=timezone.now()).filter(pk=token.pk).exists()


def streamed(lines: AsyncIterator[str]) -> StreamingHttpResponse:
    answer = StreamingHttpResponse(lines, content_type=NDJSON)
    answer["Cache-Control"] = "no-store"
    answer["X-Accel-Buffering"] = "no"
    return answer


@tables.get(
    "/{code}/stream",
    response=dict.fromkeys((401, 403, 404, 422, 429), Problem),
    summary="A table, line by line",
    openapi_extra=LINES | SECURITY,
)
async def table_stream(
    request: HttpRequest, code: str, since: Annotated[int, Query(ge=0, lt=2**53)] = 0
) -> StreamingHttpResponse:
    """First the table after version `since`, then each change, and a beat every five seconds.  With
    a token that has `tables:read`, the table is shown as your seat sees it.  The last line is a
    `bye`; a stream without this line was cut off: reconnect with the last `v`."""
    table, token = await sync_to_async(find_table)(request, code)
    following = Following(token.player_id if token else None, get_language() or "en", since)
    digest = token.digest if token else ""
    place = await limits.claim(caller_key(request))
    return streamed(TableLines(table.pk, following, place, digest).lines())


def find_table(request: HttpRequest, code: str) -> tuple[Table, Token | None]:
    """Find the table, and the token if its player has a seat there.  Raises Http404, Denied."""
    if getattr(request, "token", None) is None:
        return public(request, code), None
    token = verify_token(request, Scope.TABLES)
    try:
        return seated_at(request, code, token.player), token
    except Refused:
        return public(request, code), token


@me.get(
    "/stream",
    response=dict.fromkeys((401, 403, 429), Problem),
    summary="News of my tables, notices and tournaments, line by line",
    openapi_extra=LINES | BY_TOKEN,
)
async def my_stream(request: HttpRequest) -> StreamingHttpResponse:
    """The `me` messages of the websocket `/ws/me/`: a whole message at first and after each change,
    and a beat after five seconds without one.  The last line is a `bye`."""
    token = await sync_to_async(verify_token)(request, Scope.ME)
    place = await claim_me(token)
    language = get_language() or "en"
    return streamed(PersonalLines(token.player_id, language, place, token.digest).lines())


async def claim_me(token: Token) -> Place:
    """Claim a place among the player's streams and personal sockets.  Raises TooManyOpen."""
    return await limits.claim(f"me of {token.caller}", PERSONAL)
