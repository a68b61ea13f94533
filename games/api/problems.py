"""Problems: the bodies of responses to failed requests (RFC 9457)."""

from http import HTTPStatus
from typing import Any

from django.http import JsonResponse
from django.utils.translation import gettext as _
from ninja import Field, Schema

PROBLEM_JSON = "application/problem+json"


class Problem(Schema):
    """A problem, with a code for programs and a sentence for people."""

    type: str = Field(description="address of this code in the documentation")
    title: str
    status: int
    code: str
    detail: str = Field(description="a sentence, in the language you ask for")
    fields: dict[str, list[str]] | None = Field(None, description="wrong values, and why")
    v: int | None = Field(None, description="version of the table")
    retry_after_s: int | None = None


def problem(status: int, code: str, detail: str, **more: Any) -> JsonResponse:
    content = {
        "type": f"/api/#{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "code": code,
        "detail": detail,
    }
    answer = JsonResponse(content | more, status=status, content_type=PROBLEM_JSON)
    if "retry_after_s" in more:
        answer["Retry-After"] = str(more["retry_after_s"])
    if status == HTTPStatus.UNAUTHORIZED:
        answer["WWW-Authenticate"] = "Bearer"
    return answer


def not_found() -> JsonResponse:
    return problem(404, "NOT_FOUND", _("There is nothing public at this address."))


class BadQuestion(Exception):
    """The parameters of a request are invalid; `fields` gives the reason for each invalid one."""

    def __init__(self, fields: dict[str, list[str]]) -> None:
        super().__init__("bad question")
        self.fields = fields


class Denied(Exception):
    """Raised if the caller is not allowed to do this."""

    def __init__(self, code: str, sentence: str, status: int = 403) -> None:
        super().__init__(sentence)
        self.code, self.sentence, self.status = code, sentence, status
