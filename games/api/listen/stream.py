"""A table as a stream of lines, for programs that cannot or will not open a websocket."""

from typing import Annotated, Any

from asgiref.sync import sync_to_async
from django.http import HttpRequest, StreamingHttpResponse
from django.utils.translation import get_language
from ninja import Query

from games.accounts.tokens import Scope, Token
from games.api.auth import BY_TOKEN, verify_token
from games.api.listen.ndjson import LINES, caller_of, streamed
from games.api.problems import Problem
from games.api.tables import public, router, seated_at
from games.live import limits
from games.live.lines import TableLines
from games.live.room import Following
from games.table.models import Table
from games.table.refusals import Refused

__all__ = ["router"]  # that of tables: an address has all its methods in one place
SECURITY: dict[str, Any] = {"security": [*BY_TOKEN["security"], {}]}


@router.get(
    "/{code}/stream",
    response=dict.fromkeys((401, 403, 404, 422, 429), Problem),
    summary="A table, line by line",
    openapi_extra=LINES | SECURITY,
)
async def stream(
    request: HttpRequest, code: str, since: Annotated[int, Query(ge=0, lt=2**53)] = 0
) -> StreamingHttpResponse:
    """First the truth after version `since`, then each change, and a beat every five seconds.  With
    a token that has `tables:read`, as your seat sees it.  The last line is a `bye`; a stream that
    ends without one was cut: come back with the last `v`."""
    table, token = await sync_to_async(find_table)(request, code)
    following = Following(token.player_id if token else None, get_language() or "en", since)
    digest = token.digest if token else ""
    place = await limits.claim(caller_of(request))
    return streamed(TableLines(table.pk, following, place, digest).lines())


def find_table(request: HttpRequest, code: str) -> tuple[Table, Token | None]:
    """The table, and the token of a seat.  Raises Http404, Denied."""
    if getattr(request, "token", None) is None:
        return public(code), None
    token = verify_token(request, Scope.TABLES)
    try:
        return seated_at(request, code, token.player), token
    except Refused:
        return public(code), token
