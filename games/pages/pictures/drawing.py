"""Drawing of pictures: a template becomes SVG, its symbols are inserted, and another process turns
the SVG into a PNG.  A picture is cached under the hash of its SVG, so it is drawn again exactly
when it changes."""

import hashlib
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from threading import Semaphore
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response

from games.accounts.callers import caller_of
from games.limits.declared import PICTURES, PICTURES_NOW
from games.pages.pictures.symbols import complete

KEPT_S = 6 * 3600
PATIENCE_S = 5
CHANGING, SETTLED = "public, max-age=60", "public, max-age=86400"
RENDERER = Path(__file__).with_name("renderer.py")
_turn = Semaphore()  # of this process


def svg_of(kind: str, context: Mapping[str, Any]) -> str:
    return complete(render_to_string(f"pictures/{kind}.svg", dict(context)))


def picture(
    request: HttpRequest, kind: str, context: Mapping[str, Any], *, lasting: str = SETTLED
) -> HttpResponse:
    """The response with the picture of a public page.  Raises TooMany."""
    svg = svg_of(kind, context)
    key = hashlib.sha256(svg.encode()).hexdigest()
    tag = f'"{key[:32]}"'
    answer = get_conditional_response(request, etag=tag)
    if answer is None:
        answer = HttpResponse(kept_or_drawn(request, svg, f"picture:{key}"), "image/png")
        answer["ETag"] = tag
    answer["Cache-Control"] = lasting
    return answer


def kept_or_drawn(request: HttpRequest, svg: str, key: str) -> bytes:
    png: bytes | None = caches["copies"].get(key)
    if png is None:
        verify_turn(request)
        png = drawn(svg)
        caches["copies"].set(key, png, KEPT_S)
    return png


def verify_turn(request: HttpRequest) -> None:
    """Count one more picture, for the visitor and for the site.  Raises TooMany."""
    caller_of(request).verify(PICTURES)
    if settings.LIMITS:
        PICTURES_NOW.verify("site")


def drawn(svg: str) -> bytes:
    """The picture as PNG.  Raises TooMany if this process, or the machine, is too busy."""
    if not _turn.acquire(timeout=PATIENCE_S):
        raise PICTURES_NOW.used_up(PATIENCE_S)
    try:
        program = [sys.executable, str(RENDERER)]
        done = subprocess.run(
            program, input=svg.encode(), capture_output=True, check=True, timeout=PATIENCE_S
        )
    except subprocess.TimeoutExpired:
        raise PICTURES_NOW.used_up(PATIENCE_S) from None
    finally:
        _turn.release()
    return done.stdout
