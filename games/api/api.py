"""The HTTP API, described at /api/v1/openapi.json."""

import re
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError
from ninja.openapi.schema import OpenAPISchema
from ninja.parser import Parser

from games.api.auth import SCHEMES
from games.api.chances import router as games
from games.api.invitations import router as invitations
from games.api.lab import STATUS
from games.api.lab import router as lab
from games.api.middleware import BASE, unavailable
from games.api.play import refused_status
from games.api.problems import PROBLEM_JSON, BadQuestion, Denied, not_found, problem
from games.api.reading.export import router as export
from games.api.reading.players import boards
from games.api.reading.players import router as players
from games.api.reading.rules import router as rules
from games.api.rule_sets import router as rule_sets
from games.api.schemas import DEFINED
from games.api.streams import me, tables
from games.api.tournaments import router as tournaments
from games.api.train import router as train
from games.api.wishes import router as wishes
from games.bus.open_connections import LEASE_MS
from games.lab.counting.adapter import BadRun
from games.limits.counting import TooMany, Unavailable
from games.limits.declared import BY_ADDRESS, READING
from games.live.commands import schemas as acts_of_tables
from games.live.limits import TooManyOpen
from games.rules.catalogue import GAMES
from games.schemas.described import definitions, referring
from games.table import refusals as table_refusals
from games.tournaments.refusals import Refused
from games.untrusted import BadJson, parse_json

# Codes of refused acts of entrants that are not about the state of the tournament.
ENTRY_STATUS = dict.fromkeys(("NOT_ALLOWED", "BANNED"), 403) | {"BAD_ENTROPY": 422}


# What the middleware and the framework may answer to any call.
ANY = {
    400: "BAD_REQUEST, BAD_JSON or TOKEN_IN_ADDRESS",
    401: "BAD_TOKEN",
    403: "BANNED",
    429: "TOO_MANY",
    503: "NO_SPACE, TRY_AGAIN or UNAVAILABLE",
}
WRITING = {408: "TOO_SLOW", 413: "TOO_LARGE"}
WRONG = {422: "BAD_VALUE"}  # to calls with parameters
PROBLEM = {PROBLEM_JSON: {"schema": {"$ref": "#/components/schemas/Problem"}}}


class ObjectParser(Parser):
    """A parser of request bodies that are JSON objects, with numbers and texts that can be
    stored."""

    def parse_body(self, request: HttpRequest) -> Any:
        """Parse the body as JSON.  Raises BadJson."""
        body = parse_json(request.body)
        if not isinstance(body, dict):  # Ninja would read a list as an object without fields
            raise BadJson("not an object")
        return body


class Api(NinjaAPI):
    """The API as a whole.  Its OpenAPI description gives problems their own content type, lists
    what a call may need, and names each operation independently of its place in the code, because
    clients are generated from these names."""

    def get_openapi_schema(self, **kwargs: Any) -> OpenAPISchema:
        schema: OpenAPISchema = referring(super().get_openapi_schema(**kwargs), DEFINED)
        schema["components"]["securitySchemes"] = SCHEMES
        schema["components"]["schemas"] |= definitions(GAMES.values(), acts_of_tables(), DEFINED)
        for path, methods in schema["paths"].items():
            words = re.findall(r"\w+", path.removeprefix(BASE))
            for method, operation in methods.items():
                operation["operationId"] = "_".join([method, *words])
                operation["tags"] = words[:1]
                takes = operation.get("parameters") or "requestBody" in operation
                known = ANY | (WRONG if takes else {}) | ({} if method == "get" else WRITING)
                for status, codes in known.items():
                    answer = {"description": codes, "content": PROBLEM}
                    operation["responses"].setdefault(status, answer)
                for status, answer in operation["responses"].items():
                    if int(status) >= 400:
                        answer["content"] = PROBLEM
        return schema


api = Api(
    title="warsite",
    version="1.0.0",
    description="Read tables, finished games, tournaments and lab runs. With a token, open tables, "
    "play and follow them, enter tournaments and start lab runs. "
    "Private tables are shown only to those who have a seat. "
    f"At most {BY_ADDRESS.most} requests a minute, {READING.most} with a token.",
    docs_url=None,  # the library's page loads scripts from elsewhere
    urls_namespace="api",
    parser=ObjectParser(),
)
api.add_router("/rules", rules)
api.add_router("/rule-sets", rule_sets)
api.add_router("/players", players)
api.add_router("/boards", boards)
api.add_router("/tables", tables)
api.add_router("/games/export", export)  # before the codes of games
api.add_router("/games", games)
api.add_router("/lab", lab)
api.add_router("/me", me)
api.add_router("/invitations", invitations)
api.add_router("/wishes", wishes)
api.add_router("/tournaments", tournaments)
api.add_router("/train", train)


@api.exception_handler(Http404)
def missing(request: HttpRequest, error: Http404) -> HttpResponse:
    return not_found()


@api.exception_handler(Denied)
def denied(request: HttpRequest, error: Denied) -> HttpResponse:
    return problem(error.status, error.code, error.sentence)


@api.exception_handler(HttpError)
def refused(request: HttpRequest, error: HttpError) -> HttpResponse:
    """The response to a body that cannot be read."""
    words = _("The body must be a JSON object, without characters that cannot be stored.")
    return problem(error.status_code, "BAD_JSON", words)


@api.exception_handler(TooMany)
def too_many(request: HttpRequest, error: TooMany) -> HttpResponse:
    return problem(429, "TOO_MANY", error.sentence, retry_after_s=error.wait_s)


@api.exception_handler(Unavailable)
def uncounted(request: HttpRequest, error: Unavailable) -> HttpResponse:
    return unavailable(error)


@api.exception_handler(TooManyOpen)
def too_many_open(request: HttpRequest, error: TooManyOpen) -> HttpResponse:
    words = _("You have too many streams and websockets open. Close one first.")
    wait_s = LEASE_MS // 1000  # until those that have broken are forgotten
    return problem(429, "TOO_MANY_STREAMS", words, retry_after_s=wait_s)


@api.exception_handler(ValidationError)
def invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    return bad_values({str(row["loc"][-1]): [str(row["msg"])] for row in error.errors})


@api.exception_handler(BadQuestion)
def bad_question(request: HttpRequest, error: BadQuestion) -> HttpResponse:
    return bad_values(error.fields)


def bad_values(fields: dict[str, list[str]]) -> HttpResponse:
    return problem(422, "BAD_VALUE", _("Some values are not valid."), fields=fields)


@api.exception_handler(BadRun)
def bad_run(request: HttpRequest, error: BadRun) -> HttpResponse:
    return problem(STATUS.get(error.code, 422), error.code, error.sentence)


@api.exception_handler(table_refusals.Refused)
def refused_table(request: HttpRequest, error: table_refusals.Refused) -> HttpResponse:
    more: dict[str, Any] = {} if error.wait_s is None else {"retry_after_s": error.wait_s}
    if error.field:  # what was asked for is wrong, whatever the table is like
        more["fields"] = {error.field: [error.sentence]}
        return problem(422, error.code, error.sentence, **more)
    return problem(refused_status(error.code), error.code, error.sentence, **more)


@api.exception_handler(Refused)
def refused_act(request: HttpRequest, error: Refused) -> HttpResponse:
    return problem(ENTRY_STATUS.get(error.code, 409), error.code, error.sentence)
