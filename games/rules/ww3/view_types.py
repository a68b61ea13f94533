"""The types of a view of World War III (sections 0.4, 3.2, 3.10)."""

from typing import Annotated, Literal, NotRequired

from typing_extensions import TypedDict

from games.rules.view_types import TEXT, Asks, Card, Choice, GameView, Reveal, SeatView, words
from games.rules.ww3.state import Cause, Phase, Why


class OwnHand(TypedDict, total=False):
    """The fields of a seat that only its player sees in this form."""

    hand: list[Card]
    must: int | None


class WorldWarThreeSeat(SeatView):
    pickup: int
    """number of cards to pick up"""
    hand: list[Card]
    """the highest card first"""
    must: int | None
    """the place in your hand of the card that must be laid"""
    discard: list[Card]
    shown: list[Card]
    """declared twos"""
    captured: int
    """number of cards"""
    fights: bool
    auto: bool
    """plays by itself"""
    cards: NotRequired[list[Card]]
    """to pick up, once everything may be seen"""


class Laid(TypedDict):
    seat: int
    card: Card


class Side(TypedDict):
    """A seat in a war."""

    seat: int
    card: Card | None
    """that counts"""
    holds: bool
    forced: bool
    """holds because it has no card to turn"""
    turned: list[Card]
    """in this war"""
    row: list[Card | None]
    """cards of this run by stages"""
    held: int | None
    """the stage whose card is held"""


class Stake(TypedDict):
    """Why they fight, who is ahead or what can be lost."""

    kind: str
    term: str
    text: str


class Duel(TypedDict):
    """The war that is fought, or that ended this round."""

    why: Annotated[str, words(Why)]
    stage: int
    sides: list[Side]
    joker: int | None
    """the seat whose joker resets the war unless the other side holds"""
    back: Annotated[str, words(Cause)] | None
    """why the run that is shown is void"""
    over: bool
    stakes: NotRequired[Annotated[list[Stake], TEXT]]


class DuelWin(TypedDict):
    """The last war that was won."""

    winner: int
    loser: int
    size: int
    """number of cards"""


class HouseRules(TypedDict):
    secret: bool
    cap: int
    solo: bool


class WorldWarThreeAsks(Asks):
    targets: NotRequired[list[int]]
    """seats of which a joker can choose one"""
    declines: NotRequired[list[Card]]
    """declared twos that can be given up"""
    choices: NotRequired[Annotated[list[Choice], TEXT]]


class WorldWarThreeView(GameView):
    """A game of World War III as a viewer sees it."""

    game: Literal["ww3"]
    phase: Annotated[str, words(Phase)]
    centre: int
    """number of cards"""
    removed: list[Card]
    """cards that have left the game"""
    leader: int | None
    at: int | None
    """the seat whose turn it is"""
    laid: list[Laid]
    """in this round, in order"""
    top: Laid | None
    """the card to beat"""
    seats: list[WorldWarThreeSeat]
    war: Duel | None
    reveal: Reveal | None
    last: DuelWin | None
    rules: HouseRules
    asks: WorldWarThreeAsks | None
    centre_cards: NotRequired[list[Card]]
    """once everything may be seen"""
