"""The caller, and the caller's permissions."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from ninja import Field, Router, Schema

from games.accounts.tokens import Scope
from games.api.auth import BY_TOKEN, verify_token
from games.api.problems import Problem

router = Router()
PROBLEMS = {401: Problem, 403: Problem, 429: Problem}


class MeOut(Schema):
    name: str
    bot: bool
    owner: str | None = Field(description="whose bot it is")
    address: str


class TokenOut(Schema):
    name: str
    prefix: str = Field(description="how it begins")
    scopes: list[str]
    expires: datetime | None


@router.get("", response={200: MeOut, **PROBLEMS}, summary="Who I am", openapi_extra=BY_TOKEN)
def me(request: HttpRequest) -> Any:
    player = verify_token(request, Scope.ME).player
    return {
        "name": player.name,
        "bot": player.is_bot,
        "owner": player.owner_name,
        "address": reverse("player", args=[player.slug]),
    }


@router.get(
    "/token", response={200: TokenOut, **PROBLEMS}, summary="This token", openapi_extra=BY_TOKEN
)
def token(request: HttpRequest) -> Any:
    stored = verify_token(request)
    return {
        "name": stored.name,
        "prefix": stored.prefix,
        "scopes": stored.scopes,
        "expires": stored.expires_at,
    }
