"""The decorator for pages that other sites may put into a frame.  Only these pages may be framed,
and they neither read nor set a cookie."""

from collections.abc import Callable
from functools import wraps

from csp.constants import NONE
from csp.decorators import csp_replace
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

View = Callable[..., HttpResponseBase]


def framed(view: View) -> View:
    """A view whose page may be framed by any site, and has no forms."""

    @wraps(view)
    def answer(request: HttpRequest, *args: str, **more: str) -> HttpResponseBase:
        response = view(request, *args, **more)
        response.headers.setdefault("Cache-Control", "public, max-age=300")
        return response

    policy = {"frame-ancestors": ["*"], "form-action": [NONE]}
    replaced: View = xframe_options_exempt(csp_replace(policy)(require_safe(answer)))
    return replaced
