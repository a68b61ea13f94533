"""The types of a view of War (sections 0.4, 1.10)."""

from typing import Annotated, Literal, NotRequired

from typing_extensions import TypedDict

from games.rules.view_types import OWN_TEXT, Asks, Card, GameView, Reveal, SeatView, words
from games.rules.war.state import Phase, Reason

SHOWN = [phase for phase in Phase if phase not in (Phase.JUDGE, Phase.WIN)]


class WarSeat(SeatView):
    pile: int
    """number of cards"""
    lane: list[list[Card]]
    """cards on the table by stages: the battle card, then for each war those face down and the one
    face up"""
    fights: bool
    auto: bool
    """plays by itself"""
    locked: bool
    """may not slap until the battle is over"""
    cards: NotRequired[list[Card]]
    """of the pile, once everything may be seen"""


class WarReveal(Reveal):
    ranks: list[str]
    """that can be slapped"""


class WarWin(TypedDict):
    """The last battle that was won."""

    winner: int
    reason: Annotated[str, words(Reason)]
    size: int
    """number of cards"""


class Slap(TypedDict):
    ranks: str
    """what to slap"""
    off: str
    """why you cannot slap now; empty if you can"""


class WarView(GameView):
    """A game of War as a viewer sees it."""

    game: Literal["war"]
    phase: Annotated[str, words(SHOWN)]
    depth: int
    """wars of this battle"""
    pot: int
    """number of cards, with those in the centre"""
    center: int
    """number of cards left over from the deal and by players who resigned"""
    seats: list[WarSeat]
    reveal: WarReveal | None
    last: WarWin | None
    asks: Asks | None
    center_cards: NotRequired[list[Card]]
    """once everything may be seen"""
    slap: NotRequired[Annotated[Slap, OWN_TEXT]]
    """at tables with slaps"""
