"""The types of views (docs/protocol.md), as far as all games share them.

They are the only description of a view: mypy checks the functions that make it, and the JSON
Schemas, OpenAPI and the types of the scripts are written from them (`games/schemas`).  A field with
TEXT or OWN_TEXT is no part of the view itself: it stands in `words.view`, under the same keys."""

from collections.abc import Callable, Iterable
from enum import IntEnum
from typing import Annotated, Any, NotRequired

from typing_extensions import TypedDict

JsonSchema = dict[str, Any]


class Keywords:
    """Keywords for the JSON Schema of a value."""

    def __init__(self, **keywords: Any) -> None:
        self.keywords = keywords

    def __get_pydantic_json_schema__(
        self, schema: Any, handler: Callable[[Any], JsonSchema]
    ) -> JsonSchema:
        """The JSON Schema that Pydantic makes of the value, with the keywords."""
        return handler(schema) | self.keywords


def words(members: Iterable[IntEnum]) -> Keywords:
    """The names of these members in lower case, as the only possible values."""
    return Keywords(enum=[member.name.lower() for member in members])


TEXT = Keywords(**{"x-text": "always"})
OWN_TEXT = Keywords(**{"x-text": "sometimes"})
Card = Annotated[str, Keywords(format="card")]
"""`Kd`; `X1` a joker, `??` a card that the viewer may not see."""


class Caption(TypedDict):
    title: str
    detail: str


class Hint(TypedDict):
    """A sentence that helps a newcomer now."""

    key: str
    text: str


class Result(TypedDict):
    """The result of a game that is over."""

    end: str
    """code, such as `all` or `cap`"""
    winners: list[int]
    """seats"""
    places: list[int]
    """of all seats; 1 is best, and places may be shared"""
    text: NotRequired[Annotated[str, TEXT]]


class Choice(TypedDict):
    """A button: an act with its arguments."""

    act: str
    label: str
    args: dict[str, Any]


class GameView(TypedDict):
    """The fields of a view that all games have.  Seats count from 1; times are ms of the game."""

    you: int | None
    """your seat; null for a spectator"""
    number: int
    """of the battle, the round or the fight"""
    wars: int
    """so far"""
    turn: int
    """changes whenever a new decision opens"""
    since: int
    """when that was"""
    until: int | None
    """when the table goes on by itself"""
    result: Result | None
    call: NotRequired[Annotated[Caption, TEXT]]
    """what happens now"""
    own: NotRequired[Annotated[Caption, OWN_TEXT]]
    """how it went for your seat; empty while it plays"""
    hints: NotRequired[Annotated[list[Hint], OWN_TEXT]]


class SeatView(TypedDict):
    """The fields of a seat that all games have."""

    seat: int
    ready: bool
    """has done what was asked"""
    out: bool
    place: int | None
    """once the game is over"""
    won: bool


class Asks(TypedDict):
    """What your seat may do now."""

    acts: list[str]
    """the main one first"""
    until: int | None
    """when the table acts for you"""
    label: NotRequired[Annotated[str, TEXT]]
    """of the main act"""
    silence: NotRequired[Annotated[str, TEXT]]
    """what happens if you do nothing"""


class Reveal(TypedDict):
    """The last cards that were turned face up."""

    id: int
    show_at: int
    """when everybody sees them"""
    open: bool
    """whether reactions still count"""
    ends: int | None
    """when they no longer count"""
