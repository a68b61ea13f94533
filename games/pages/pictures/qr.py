"""The QR code of a page of this site."""

from urllib.parse import urlsplit

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.templatetags.qr import drawn
from warsite.addresses import address_for_others

LONGEST = 500  # characters of a path; a code of so many takes 9 ms


@require_safe
def qr(request: HttpRequest) -> HttpResponse:
    """The QR code of the address in `?of=`, of which only path and query are used.  Raises
    Http404."""
    try:
        asked = urlsplit(request.GET.get("of", ""))
    except ValueError:
        raise Http404 from None
    path = f"{asked.path}?{asked.query}" if asked.query else asked.path
    if not path.startswith("/") or len(path) > LONGEST:
        raise Http404
    code = drawn(address_for_others(request, path))
    answer = HttpResponse(code, content_type="image/svg+xml")
    answer["Cache-Control"] = "private, max-age=3600"
    return answer
