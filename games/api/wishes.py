"""Wishes to be matched: other players' wishes, and the player's own."""

from typing import Annotated, Any, Literal

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import Field, Router, Schema

from games.accounts.models import Player
from games.accounts.tokens import Scope
from games.api import links
from games.api.auth import BY_TOKEN, verify_token
from games.api.problems import BadQuestion, Problem
from games.api.rule_sets import CHOICE, options_of
from games.lobby import wishes
from games.lobby.models import CONFIRMED_MS, Wish
from games.lobby.rows import wishes_of
from games.lobby.wishes import MOST_KINDS, WishedGame
from games.relations.reading import blocked_by

router = Router()
PROBLEMS = {401: Problem, 403: Problem, 429: Problem}


class Kind(Schema):
    game: str = Field(description="war, ww3 or ultimate")
    preset: str = Field("", max_length=40, description=CHOICE)
    options: str = Field("", max_length=400, description="house rules, as key=value;key=value")
    seats: Annotated[list[int], Field(min_length=2, max_length=2)] | None = Field(
        None, description="the fewest and the most players; without it, as usual"
    )


class WishRequest(Schema):
    kinds: list[Kind] = Field(min_length=1, max_length=MOST_KINDS)
    rated: bool = False
    bots: Literal["never"] | Literal[10, 30] = Field(
        "never", description="seconds after which bots of the site fill the table"
    )
    outside_bots: bool = Field(False, description="may bots of programs play? Yours may")


class WishOut(Schema):
    player: str = Field(alias="player.name")
    kinds: list[dict[str, Any]] = Field(description="as asked, with `low` and `high` players")
    rated: bool
    outside_bots: bool
    since: int = Field(alias="made_ms", description="epoch ms")
    until: int = Field(description="when it ends unless it is sent again (epoch ms)")
    end: str = Field(description="why it has ended, or empty")
    table: str | None = Field(description="code of the table, after a match")

    @staticmethod
    def resolve_until(wish: Wish) -> int:
        return wish.confirmed_ms + CONFIRMED_MS

    @staticmethod
    def resolve_table(wish: Wish) -> str | None:
        return wish.table.code if wish.table else None


@router.get(
    "",
    response={200: list[WishOut], 422: Problem, **PROBLEMS},
    summary="Players who are looking",
    openapi_extra=BY_TOKEN,
)
def looking(
    request: HttpRequest,
    response: HttpResponse,
    limit: links.Limit = links.SIZE,
    before: links.Number = None,
    after: links.Number = None,
) -> Any:
    """Other players' wishes; a changed wish keeps its place.  The header Link has the URLs of the
    neighbouring pages."""
    player = verify_token(request, Scope.PLAY).player
    wishes = Wish.objects.standing().apart_from(blocked_by(player)).exclude(player=player)
    wishes = wishes.select_related("player")
    page = links.newest_first(request, response, wishes, limit=limit, before=before, after=after)
    return page


@router.get(
    "/mine",
    response={200: WishOut, 404: Problem, **PROBLEMS},
    summary="My last wish",
    openapi_extra=BY_TOKEN,
)
def mine(request: HttpRequest) -> Any:
    """The player's own wish, until a day after the wish has ended."""
    return own(verify_token(request, Scope.PLAY).player)


@router.put(
    "/mine",
    response={200: WishOut, 409: Problem, 422: Problem, **PROBLEMS},
    summary="Look for players",
    openapi_extra=BY_TOKEN,
)
def wish(request: HttpRequest, body: WishRequest) -> Any:
    """Replace the player's wish; an equal wish keeps the present one alive.  You are matched only
    while `/me/stream` or the websocket is open, which then names the table."""
    player = verify_token(request, Scope.PLAY).player
    wishes.make(
        player=player,
        choices=[choice(kind) for kind in body.kinds],
        rated=body.rated,
        bots_after_s=None if body.bots == "never" else body.bots,
        outside_bots=body.outside_bots,
    )
    return own(player)


def choice(kind: Kind) -> WishedGame:
    """Read a kind of game in the request.  Raises BadQuestion."""
    if kind.preset and kind.options:
        raise BadQuestion({"options": [_("Choose a preset or options, not both.")]})
    seats = None if kind.seats is None else (kind.seats[0], kind.seats[1])
    options = options_of(kind.game, kind.preset, kind.options)
    return WishedGame(kind.game, options=options, seats=seats)


@router.delete(
    "/mine",
    response={200: WishOut, 404: Problem, **PROBLEMS},
    summary="Stop looking",
    openapi_extra=BY_TOKEN,
)
def cancel(request: HttpRequest) -> Any:
    player = verify_token(request, Scope.PLAY).player
    wishes.cancel(player=player)
    return own(player)


def own(player: Player) -> Wish:
    """Find the player's own wish.  Raises Http404."""
    stored = wishes_of({player.pk})
    if not stored:
        raise Http404
    return stored[player.pk]
