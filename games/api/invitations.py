"""A player's invitations, and answering them."""

from typing import Any, Literal

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from ninja import Field, Router, Schema

from games.accounts.tokens import Scope
from games.api import links
from games.api.auth import BY_TOKEN, verify_token
from games.api.problems import Problem
from games.lobby import invitations
from games.lobby.models import LASTS_MS, Invitation
from games.table.clock import now_ms

router = Router()
PROBLEMS = {401: Problem, 403: Problem, 429: Problem}
ANSWERING = PROBLEMS | dict.fromkeys((404, 409, 422), Problem)


class InvitationOut(Schema):
    id: int
    by: str = Field(description="name of who asks")
    table: str = Field(description="code of the table")
    until: int = Field(description="when it ends (epoch ms), if not before")


class DeclineRequest(Schema):
    reason: Literal["", "later", "busy", "other", "no"] = ""


class Answered(Schema):
    table: str


@router.get(
    "",
    response={200: list[InvitationOut], 422: Problem, **PROBLEMS},
    summary="Invitations I can accept",
    openapi_extra=BY_TOKEN,
)
def waiting(
    request: HttpRequest,
    response: HttpResponse,
    limit: links.Limit = links.SIZE,
    before: links.Number = None,
    after: links.Number = None,
) -> Any:
    """The player's invitations, newest first.  The header Link has the URLs of the neighbouring
    pages."""
    player = verify_token(request, Scope.PLAY).player
    rows = player.invitations.standing(at=now_ms()).listed()
    page = links.newest_first(request, response, rows, limit=limit, before=before, after=after)
    return [
        InvitationOut(
            id=invitation.pk,
            by=invitation.inviter.name,
            table=invitation.table.code,
            until=invitation.made_ms + LASTS_MS,
        )
        for invitation in page
    ]


@router.post(
    "/{int:number}/accept",
    response={200: Answered, **ANSWERING},
    summary="Accept: sit down",
    openapi_extra=BY_TOKEN,
)
def accept(request: HttpRequest, number: int) -> Any:
    """Accept an invitation.  A bot of a program may sit where it is invited.  The refusals are the
    same as for `sit`."""
    invitation = mine(request, number)
    invitations.accept(invitation=invitation)
    return {"table": invitation.table.code}


@router.post(
    "/{int:number}/decline",
    response={200: Answered, **ANSWERING},
    summary="Decline",
    openapi_extra=BY_TOKEN,
)
def decline(request: HttpRequest, number: int, body: DeclineRequest | None = None) -> Any:
    invitation = mine(request, number)
    invitations.decline(invitation=invitation, reason=body.reason if body else "")
    return {"table": invitation.table.code}


@router.delete(
    "/{int:number}",
    response={200: Answered, **ANSWERING},
    summary="Withdraw one I sent",
    openapi_extra=BY_TOKEN,
)
def withdraw(request: HttpRequest, number: int) -> Any:
    player = verify_token(request, Scope.PLAY).player
    invitation = get_object_or_404(player.sent_invitations.listed(), pk=number)
    invitations.withdraw(invitation=invitation)
    return {"table": invitation.table.code}


def mine(request: HttpRequest, number: int) -> Invitation:
    """Find an invitation of this player.  Raises Http404."""
    player = verify_token(request, Scope.PLAY).player
    return get_object_or_404(player.invitations.listed(), pk=number)
