"""Error pages."""

import logging
import sys
from collections.abc import Callable, Iterable

from django.core.exceptions import BadRequest, PermissionDenied
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.translation import gettext as _
from redis.exceptions import RedisError

from games.bus.disk import NO_SPACE, is_full
from games.limits.counting import TooMany, Unavailable
from games.tournaments.refusals import Refused
from games.untrusted import BadJson, parse_json

Handler = Callable[[HttpRequest], HttpResponse]
AGAIN_S = 5
UNREACHABLE = (OperationalError, InterfaceError)
log = logging.getLogger(__name__)


def verify_text(request: HttpRequest) -> None:
    """Check that the address and the form contain no NUL character, which PostgreSQL cannot store.
    The API checks its own bodies.  Raises BadRequest."""
    if "\0" in request.path or "%00" in request.META.get("QUERY_STRING", ""):
        raise BadRequest
    form = () if request.path.startswith("/api/") else [*request.POST.lists()]
    if any("\0" in text for name, values in form for text in (name, *values)):
        raise BadRequest(_("Your text has a NUL character. Remove it and try again."))
    verify_passkey(form)


def verify_passkey(form: Iterable[tuple[str, list[str]]]) -> None:
    """Check the JSON of a passkey's answer, which allauth reads without limits.  Raises
    BadRequest."""
    for text in dict(form).get("credential", []):
        try:
            parse_json(text or "null")
        except BadJson:
            raise BadRequest from None


class RefusalMiddleware:
    """Middleware that shows why a request is refused: because of its characters, a limit
    (games/limits), or a server that does not answer."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        verify_text(request)
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, TooMany):
            return too_many(request, error.sentence, error.wait_s)
        if isinstance(error, (Unavailable, RedisError)):
            return unavailable(request, Unavailable().sentence)
        is_page = not request.path.startswith("/api/")  # there it is a problem, not a page
        if is_page and isinstance(error, UNREACHABLE) and not is_full(error):
            log.warning("The database is busy or away: %s", error)
            return busy()
        if isinstance(error, Refused) and error.code == "BUSY":  # a tournament is being written
            return unavailable(request, error.sentence)
        return None


def sentence_of(exception: Exception | None, kind: type[Exception]) -> str:
    """The sentence of an exception of this `kind`, if a view wrote it for people; otherwise ""."""
    text = str(exception.args[0]) if isinstance(exception, kind) and exception.args else ""
    return text if text.endswith(".") and "matches the given query" not in text else ""


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    reason = sentence_of(exception, BadRequest)
    return render(request, "errors/400.html", {"reason": reason}, status=400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    reason = sentence_of(exception, PermissionDenied)
    return render(request, "errors/403.html", {"reason": reason}, status=403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return render(request, "errors/403.html", {"csrf": True}, status=403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    reason = sentence_of(exception, Http404)
    return render(request, "errors/404.html", {"reason": reason}, status=404)


def too_many(request: HttpRequest, reason: str = "", wait_s: int = 60) -> HttpResponse:
    answer = render(request, "errors/429.html", {"reason": reason}, status=429)
    answer["Retry-After"] = str(wait_s)
    return answer


def unavailable(request: HttpRequest, reason: str) -> HttpResponse:
    answer = render(request, "errors/503.html", {"reason": reason}, status=503)
    answer["Retry-After"] = str(AGAIN_S)
    return answer


def server_error(request: HttpRequest) -> HttpResponse:
    error = sys.exc_info()[1]
    if is_full(error):
        return broken(503, str(NO_SPACE))
    if isinstance(error, UNREACHABLE):
        return busy()
    return broken(500)


def busy() -> HttpResponse:
    """The page shown when a row is locked for too long, or the database does not answer."""
    reason = _(
        "The site is busy, and we do not know if that worked."
        " Go back and load the page again to see, then try again."
    )
    answer = broken(503, reason)
    answer["Retry-After"] = str(AGAIN_S)
    return answer


def broken(status: int, reason: str = "") -> HttpResponse:
    """The page for an error of the site.  It needs no database, session or manifest of static
    files, because any of these may be broken."""
    context = {"style": address("games/css/error.css"), "icon": address("games/cards/icon.svg")}
    page = render_to_string("errors/500.html", context | {"reason": reason})
    return HttpResponse(page, status=status)


def address(file: str) -> str:
    """The address of a static file; "" if the manifest is broken."""
    try:
        return static(file)
    except Exception:
        return ""
