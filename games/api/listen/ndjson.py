"""Answers that are streams: lines of JSON."""

from collections.abc import AsyncIterator
from typing import Any

from django.http import HttpRequest, StreamingHttpResponse
from django.utils import timezone

from games.accounts.limits import network_of
from games.accounts.tokens import Token

NDJSON = "application/x-ndjson"
LINES: dict[str, Any] = {
    "responses": {200: {"description": "Lines of JSON", "content": {NDJSON: {}}}}
}


def caller_of(request: HttpRequest) -> str:
    """Under which the open streams of this caller are counted."""
    token = getattr(request, "token", None)
    return token.caller if token else network_of(request)


def may_hear(token: Token | None) -> bool:
    """Has the token not been revoked meanwhile?"""
    if token is None:
        return True
    return Token.objects.valid(at=timezone.now()).filter(pk=token.pk).exists()


def streamed(lines: AsyncIterator[str]) -> StreamingHttpResponse:
    answer = StreamingHttpResponse(lines, content_type=NDJSON)
    answer["Cache-Control"] = "no-store"
    answer["X-Accel-Buffering"] = "no"
    return answer
