"""Public facts about players: their ratings, the ledger of rated games, and the boards.

A rating is always given with its margin."""

from datetime import datetime
from typing import Annotated, Any

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from ninja import Field, Query, Router, Schema

from games.accounts.models import Player
from games.api.links import SIZE, Limit, link_pages
from games.api.problems import Problem
from games.ratings import reading
from games.ratings.models import RatingChange
from games.ratings.skill import Skill
from games.table.rated import POOLS
from games.table.reading.pagination import key_page

router, boards = Router(), Router()
PROBLEMS = dict.fromkeys((404, 422, 429), Problem)
Number = Annotated[int | None, Query(ge=0, lt=2**31)]
Place = Annotated[str | None, Query(pattern=reading.POSITION)]


class RatingOut(Schema):
    """The points of a rating, and the margin of these points."""

    points: int
    margin: int
    unsure: bool = Field(description="too few games so far")


class PoolRatingOut(RatingOut):
    pool: str
    games: int


class PlayerOut(Schema):
    name: str
    bot: bool
    owner: str | None = Field(description="whose bot it is")
    guest: bool
    joined: datetime
    ratings: list[PoolRatingOut]
    address: str


class ChangeOut(Schema):
    """A rated game of this player."""

    number: int = Field(description="in the ledger of the pool")
    table: str
    ended: datetime
    place: int
    counted: bool
    note: str = Field(description="why it is not counted: together, siblings, idle or void")
    before: RatingOut
    after: RatingOut


class BoardRowOut(RatingOut):
    place: int
    name: str
    bot: bool
    owner: str | None = Field(description="whose bot it is")
    games: int
    address: str


class BoardOut(Schema):
    pool: str
    name: str
    rows: list[BoardRowOut]


def rating_values(skill: Skill) -> dict[str, Any]:
    return {"points": skill.points, "margin": skill.margin, "unsure": skill.is_unsure}


def find_player(slug: str) -> Player:
    """Find the player with the name in this address.  Raises Http404."""
    player = Player.objects.named(slug).filter(erased=False).select_related("owner").first()
    if player is None:
        raise Http404
    return player


@router.get("/{slug}", response={200: PlayerOut, **PROBLEMS}, summary="A player")
def player(request: HttpRequest, slug: str) -> Any:
    """A player, found by the name in the address of their page."""
    named = find_player(slug)
    return PlayerOut(
        name=named.name,
        bot=named.is_bot,
        owner=named.owner_name,
        guest=named.is_guest,
        joined=named.date_joined,
        ratings=[
            PoolRatingOut(pool=pool.key, games=games, **rating_values(skill))
            for pool, skill, games in reading.pools_of(named, timezone.now())
        ],
        address=address_of(named),
    )


def address_of(player: Player) -> str:
    return reverse("player", args=[player.slug])


@router.get(
    "/{slug}/ratings/{pool}",
    response={200: list[ChangeOut], **PROBLEMS},
    summary="Every rated game of a player in a pool",
)
def ledger(
    request: HttpRequest,
    response: HttpResponse,
    slug: str,
    pool: str,
    before: Number = None,
    after: Number = None,
    limit: Limit = SIZE,
) -> Any:
    """The rated games of a player, newest first.  `before` and `after` are numbers in the ledger;
    the header Link has the URLs of the neighbouring pages."""
    rating = reading.of_player(find_player(slug)).filter(pool__key=pool).first()
    if rating is None or pool not in POOLS:
        raise Http404
    rows = reading.changes_of(rating).select_related("table").only(*LEDGER)
    below = None if before is None else Q(number__lt=before)
    above = None if after is None else Q(number__gt=after)
    page = key_page(rows, limit, below=below, above=above)
    link_pages(
        request,
        response,
        next_page={"before": str(page.rows[-1].number) if page.has_next else None},
        previous={"after": str(page.rows[0].number) if page.has_previous else None},
    )
    return [change_out(change) for change in page.rows]


LEDGER = (
    *("number", "table", "table__code", "place", "at", "note"),
    *("mu_before", "sigma_before", "mu", "sigma"),
)


def change_out(change: RatingChange) -> ChangeOut:
    return ChangeOut(
        number=change.number,
        table=change.table.code,
        ended=change.at,
        place=change.place,
        counted=not change.note,
        note=change.note,
        before=RatingOut(**rating_values(change.before)),
        after=RatingOut(**rating_values(change.skill)),
    )


@boards.get("/{pool}", response={200: BoardOut, **PROBLEMS}, summary="A board")
def board(
    request: HttpRequest,
    response: HttpResponse,
    pool: str,
    before: Place = None,
    after: Place = None,
    limit: Limit = SIZE,
) -> Any:
    """A board, the best first, as on the page.  The header Link has the URLs of the neighbouring
    pages."""
    if pool not in POOLS:
        raise Http404
    now = timezone.now()
    listed = reading.board(pool, now)
    below = None if after is None else reading.read_position(after)
    above = None if before is None else reading.read_position(before, up=True)
    page = key_page(listed, limit, below=below, above=above)
    link_pages(
        request,
        response,
        next_page={"after": reading.position(page.rows[-1]) if page.has_next else None},
        previous={"before": reading.position(page.rows[0]) if page.has_previous else None},
    )
    return BoardOut(
        pool=pool,
        name=_(POOLS[pool].name),
        rows=[
            BoardRowOut(
                place=place,
                name=row.player.name,
                bot=row.player.is_bot,
                owner=row.player.owner_name,
                games=row.games,
                address=address_of(row.player),
                **rating_values(reading.skill_of(row, now)),
            )
            for place, row in enumerate(page.rows, reading.first_place(listed, page.rows))
        ],
    )
