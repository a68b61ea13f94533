"""What concerns a token's player as a stream of lines."""

from asgiref.sync import sync_to_async
from django.http import HttpRequest, StreamingHttpResponse
from django.utils.translation import get_language

from games.accounts.tokens import Scope, Token
from games.api.auth import BY_TOKEN, verify_token
from games.api.listen.ndjson import LINES, streamed
from games.api.me import router
from games.api.problems import Problem
from games.bus.open_connections import Place
from games.live import limits
from games.live.lines import PersonalLines

__all__ = ["router"]  # that of the other addresses


@router.get(
    "/stream",
    response=dict.fromkeys((401, 403, 429), Problem),
    summary="What concerns me, line by line",
    openapi_extra=LINES | BY_TOKEN,
)
async def stream(request: HttpRequest) -> StreamingHttpResponse:
    """The same as `me` of the websocket `/ws/me/`: the whole truth at first and whenever it
    changes, and a beat after five seconds without one.  The last line is a `bye`."""
    token = await sync_to_async(verify_token)(request, Scope.ME)
    place = await claim_me(token)
    language = get_language() or "en"
    return streamed(PersonalLines(token.player_id, language, place, token.digest).lines())


async def claim_me(token: Token) -> Place:
    """A place among the streams and sockets of what concerns a player.  Raises TooManyOpen."""
    return await limits.claim(f"me of {token.caller}", limits.MOST_ME)
