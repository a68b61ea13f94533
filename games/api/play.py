"""Playing: opening tables, and every act of a table's socket.  These operations are on the router
of tables, because all methods of an address must be on one router."""

import json
from http import HTTPStatus
from typing import Annotated, Any, Literal
from uuid import UUID

from django.core.handlers.asgi import ASGIRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from ninja import Field, Header, Schema, Status
from pydantic import BaseModel, ConfigDict

from games.accounts.answers import KeyReused, answer_once
from games.accounts.models import Player
from games.accounts.tokens import Scope
from games.api.auth import BY_TOKEN, verify_token
from games.api.problems import BadQuestion, Denied, Problem, problem
from games.api.rule_sets import CHOICE, options_of
from games.api.schemas import TableOut, defined
from games.api.tables import public, router, seated_at, table_out
from games.chat.models import Room
from games.limits.counting import verify_counting
from games.limits.declared import FAST_TABLES
from games.live import commands, protocol
from games.live.protocol import BadMessage, Command
from games.lobby.invitations import open_and_invite
from games.schemas.messages import Ack
from games.table.models import Table

PROBLEMS = dict.fromkeys((401, 403, 404, 409, 422, 429), Problem)
# Codes of refusals that are not about the state of the table.
STATUS = dict.fromkeys(
    (
        *("ACCOUNTS_INVITE", "ACCOUNTS_ONLY", "BANNED", "BOTS_ONLY", "MUTED", "NOT_ALLOWED"),
        *("NOT_YOUR_ROOM", "NO_OUTSIDE_BOTS", "PEOPLE_ONLY", "QUIET_MODE"),
    ),
    HTTPStatus.FORBIDDEN,
)
REPLAY = "Idempotent-Replay"
JSON = "application/json"
ACT: dict[str, Any] = {
    "requestBody": {"content": {JSON: {"schema": defined("Command")}}},
}
WRONG = (
    *("BAD_PARAM", "BAD_ENTROPY", "BAD_OPTIONS", "BAD_TEXT"),
    *("MIND_WORDS", "NO_LINKS", "NO_SUCH_SEAT", "UNKNOWN_QUICK"),
)
UNKNOWN = ("UNKNOWN_ACT", "UNKNOWN_GAME", "UNKNOWN_LEVEL", "UNKNOWN_OFFER", "UNKNOWN_TEMPO")
STATUS |= dict.fromkeys((*WRONG, *UNKNOWN), HTTPStatus.UNPROCESSABLE_ENTITY)
STATUS |= dict.fromkeys(("SLOW_DOWN", "TOO_OFTEN"), HTTPStatus.TOO_MANY_REQUESTS)
STATUS |= dict.fromkeys(("NO_SPACE", "TRY_AGAIN", "UNAVAILABLE"), HTTPStatus.SERVICE_UNAVAILABLE)


class OpenRequest(Schema):
    game: str = Field(description="war, ww3 or ultimate")
    preset: str = Field("", max_length=40, description=CHOICE)
    options: str | dict[str, str] = Field("", description="house rules, as key=value;key=value")
    private: bool = False
    rated: bool = Field(False, description="of people with accounts; never with bots")
    bots: list[str] = Field([], max_length=8, description="levels of bots that take seats")
    tempo: str = Field("", description="of the bots, where a game has tempos")
    outside_bots: bool = Field(False, description="may bots of programs sit here? Yours may")
    invite: list[str] = Field([], max_length=8, description="names of players to ask")
    chat: Literal["text", "quick", "off"] = Field("text", description="what people can send there")
    fast: bool = Field(False, description="for bots alone: the site's decide after 20 ms")


class CommandRequest(BaseModel):  # a schema of the API would drop the arguments
    """`act` and its arguments as in the protocol of the table; a repeated `id` counts once."""

    model_config = ConfigDict(extra="allow")
    id: str = Field(description="a UUID in lower case")
    act: str


def refused_status(code: str) -> int:
    return STATUS.get(code, HTTPStatus.CONFLICT)


@router.post(
    "", response={201: TableOut, **PROBLEMS}, summary="Open a table", openapi_extra=BY_TOKEN
)
def open_table(
    request: HttpRequest,
    response: HttpResponse,
    body: OpenRequest,
    idempotency_key: Annotated[UUID | None, Header(alias="Idempotency-Key")] = None,
) -> Any:
    """Open a table and take the first seat.  The game begins when all seats are taken and you are
    ready.  A repeated `Idempotency-Key` (a UUID) within a day opens no second table."""
    player = verify_token(request, Scope.PLAY).player
    if idempotency_key is None:
        return Status(201, opened_by(player, body))
    try:
        answer = answer_once(
            player=player,
            key=idempotency_key,
            request=body.model_dump(),
            now=timezone.now(),
            do=lambda: opened_by(player, body).model_dump(),
        )
    except KeyReused:
        words = _("This key belongs to another request. Make a new one for each.")
        raise Denied("KEY_REUSED", words, 422) from None
    if answer.again:
        response[REPLAY] = "true"
    return Status(201, answer.content)


def opened_by(player: Player, body: OpenRequest) -> TableOut:
    """Open the table that a request describes.  Raises Http404, Refused, TooMany."""
    if body.fast:
        FAST_TABLES.verify(player.pk)
    table = open_and_invite(
        by=player,
        invite=[player_named(name) for name in body.invite],
        game=body.game,
        options=options_of(body.game, body.preset, body.options),
        private=body.private,
        rated=body.rated,
        bots=body.bots,
        tempo=body.tempo,
        outside_bots=body.outside_bots,
        fast=body.fast,
        chat=body.chat,
    )
    return table_out(Table.objects.listed().get(pk=table.pk))


def player_named(name: str) -> Player:
    """Find the player with this name.  Raises Http404."""
    player = Player.objects.named(name).first()
    if player is None:
        raise Http404
    return player


@router.post(
    "/{code}/commands",
    response={200: Ack, 503: Problem, **PROBLEMS},
    summary="Act at a table",
    openapi_extra=BY_TOKEN | ACT,
)
def command(request: HttpRequest, response: HttpResponse, code: str, body: CommandRequest) -> Any:
    """Sit, be ready, play, answer, leave: all commands of a table's socket.  A repeated `id` gets
    the first answer again, with the header `Idempotent-Replay`."""
    player = verify_token(request, Scope.PLAY).player
    parsed = read_command(request, body)
    to_watchers = body.model_dump().get("room") == Room.WATCHERS
    is_seated = parsed.act != "sit" and not to_watchers
    table = seated_at(request, code, player) if is_seated else public(request, code)
    if table.status != "running":
        verify_counting()
    arrived_ms = request.scope.get("arrived_ms") if isinstance(request, ASGIRequest) else None
    reply = commands.execute(
        table.pk, player.pk, parsed, get_language() or "en", arrived_ms=arrived_ms
    )
    verdict = json.loads(reply.text)
    if "reject" in verdict:
        answer = refusal(verdict, reply.wait_s)
        if reply.again:
            answer[REPLAY] = "true"
        return answer
    if reply.again:
        response[REPLAY] = "true"
    return verdict


def read_command(request: HttpRequest, body: CommandRequest) -> Command:
    """Read the command in a request.  Raises BadQuestion."""
    if len(request.body) > protocol.MESSAGE_BYTES:
        raise BadQuestion({"body": [_("The message is too long.")]})
    try:
        return protocol.read_command(body.model_dump())
    except BadMessage as bad:
        raise BadQuestion({"id": [_(bad.text)]}) from bad


def refusal(answer: dict[str, Any], wait_s: int | None) -> HttpResponse:
    """The HTTP response for a socket's reject."""
    code, more = answer["code"], {} if wait_s is None else {"retry_after_s": wait_s}
    return problem(refused_status(code), code, answer["text"], v=answer["v"], **more)
