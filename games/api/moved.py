"""Addresses where the API is not: those it had before it had a version, and unknown ones."""

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from games.api.door import BASE
from games.api.problems import problem


class Moved(HttpResponsePermanentRedirect):
    """The same method at the new address."""

    status_code = 308


@csrf_exempt  # nothing is done here
def moved(request: HttpRequest, rest: str) -> HttpResponse:
    query = f"?{query}" if (query := request.META.get("QUERY_STRING")) else ""
    return Moved(f"{BASE}{rest}{query}")


@csrf_exempt
def unknown(request: HttpRequest, rest: str) -> HttpResponse:
    return problem(404, "NOT_FOUND", _("There is nothing public at this address."))
