"""Error handlers that choose between pages and the API when Django itself refuses a request or a
view fails."""

from types import ModuleType

from django.http import HttpRequest, HttpResponse

from games.api import middleware as api
from games.pages.about import errors


def door_of(request: HttpRequest) -> ModuleType:
    return api if request.path.startswith(api.ALL) else errors


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    answer: HttpResponse = door_of(request).bad_request(request, exception)
    return answer


def server_error(request: HttpRequest) -> HttpResponse:
    answer: HttpResponse = door_of(request).server_error(request)
    return answer
