"""The schemas of responses, described in OpenAPI."""

from datetime import date, datetime
from typing import Annotated, Any

from ninja import Field, Schema

from games.api.links import MOST, SIZE
from games.schemas.messages import VIEW, typed

DEFINED = "#/components/schemas/"  # where OpenAPI has the types of messages (`games/schemas`)


def defined(name: str) -> dict[str, str]:
    """A reference to one of these types."""
    return {"$ref": DEFINED + name}


View = Annotated[dict[str, Any], VIEW]


class SeatOut(Schema):
    number: int
    name: str
    bot: bool
    owner: str | None = Field(None, description="whose bot it is, if a program plays it")
    place: int | None = None
    won: bool = False


class TableOut(Schema):
    """A table that is open or running."""

    code: str
    status: str
    game: str
    title: str
    options: str
    players: int
    rated: bool
    outside_bots: bool = Field(description="bots of programs may sit here")
    fast: bool = Field(description="for bots alone")
    seats: list[SeatOut]
    cards: list[int] = Field(description="cards of each seat; empty before the deal")
    length: int
    unit: str = Field(description="what the length is counted in: battle, round, fight")
    wars: int
    address: str


class GameOut(Schema):
    """A finished game."""

    code: str
    game: str
    title: str
    preset: str
    options: str
    seats: list[SeatOut]
    result: str = Field(description="winning seat, or =1+3 when shared or drawn")
    end: str
    length: int
    unit: str = Field(description="what the length is counted in: battle, round, fight")
    wars: int
    ended: datetime
    address: str


class GamesOut(Schema):
    games: list[GameOut]
    older: str | None = Field(description="value of `before` for the next page")
    newer: str | None = Field(description="value of `after` for the page above")


class Truth(Schema):
    """A table as the viewer may see it: the facts of the table, and the view of its game, both with
    their texts."""

    v: int = Field(description="version: the number of the last move")
    now: int = Field(description="ms since the deal")
    table: Annotated[dict[str, Any], typed("Table")]
    view: View | None


class Filter(Schema):
    """Filters for games, as on the history page."""

    game: str = ""
    preset: str = Field(
        "", description="`ww3.solo`, or `arsenal` if only one game has it, or `custom`"
    )
    player: str = Field("", description="a name")
    result: str = Field(
        "",
        description="won, lost (with a player), shared, all, cap, clock, all_out, deadlock, "
        "resign, agreed, abandoned, limit",
    )
    shortest: int | None = Field(None, description="length at least")
    longest: int | None = Field(None, description="length at most")
    since: date | None = Field(None, description="first day, UTC")
    until: date | None = Field(None, description="last day, UTC")
    bots: str = Field(
        "",
        description="games of programs' bots alone: `without`, `with` or `only` these; left out "
        "unless you ask for a player",
    )


class Find(Filter):
    """A page of games."""

    before: str = Field("", description="`older` of the page above")
    after: str = Field("", description="`newer` of the page below")
    limit: int = Field(SIZE, ge=1, le=MOST, description="games of a page")
