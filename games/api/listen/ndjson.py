"""Long answers, line by line: each line is an object of JSON."""

from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

from django.http import HttpRequest, StreamingHttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.accounts.limits import network_of
from games.accounts.tokens import Token
from games.api.listen.stream import NDJSON
from games.api.problems import Denied

open_now: Counter[str] = Counter()  # in this process


def verify_free(key: str, most: int) -> None:
    """Raises Denied."""
    if open_now[key] >= most:
        words = _("You have too many streams open. Close one first.")
        raise Denied("TOO_MANY_STREAMS", words, 429)


@contextmanager
def counted(key: str) -> Iterator[None]:
    """While a stream is open."""
    open_now[key] += 1
    try:
        yield
    finally:
        open_now[key] -= 1
        if not open_now[key]:
            del open_now[key]


def caller_of(request: HttpRequest) -> str:
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
