"""The types of a view of Ultimate War (sections 0.4, 2.9).  A code is the code of a refusal, empty
for an act that is allowed."""

from typing import Annotated, Any, Literal, NotRequired

from typing_extensions import TypedDict

from games.rules.ultimate.state import Force, Zone
from games.rules.view_types import TEXT, Asks, Card, GameView, SeatView, words

AnyZone = Annotated[str, words(Zone)]
Hidden = Annotated[str, words((Zone.STACK, Zone.HAND))]
Codes = dict[str, str]


class OwnHand(TypedDict, total=False):
    """The field of a seat that only its player sees in this form."""

    hand: Card | None


class FieldCard(TypedDict):
    card: Card
    since: int
    """when it was put down"""
    locked: bool
    """bound by a challenge or a call"""
    pledged: bool
    """at stake in a challenge of its own player"""


class UltimateSeat(SeatView):
    stack: int
    """number of cards"""
    hand: Card | None
    field: list[FieldCard]
    """the oldest first"""
    locked: list[Hidden]
    """zones that are bound by a challenge or a call"""
    total: int
    """number of cards"""
    war_at: int | None
    """from when on a war may be called on the seat"""
    cards: NotRequired[list[Card]]
    """of the stack, once everything may be seen"""


class Source(TypedDict):
    """A card that fights: its zone, and the card if it is open."""

    zone: AnyZone
    card: Card | None


class Proposal(Source):
    """Another card, offered by the player who was challenged."""

    until: int
    gone: bool
    """somebody has captured it since"""


class Challenge(TypedDict):
    id: int
    seat: int
    source: Source
    target: int
    zone: Hidden
    options: list[Card]
    """field cards at stake"""
    opened: int
    until: int
    proposed: bool
    """another card was offered, which is possible once"""
    proposal: Proposal | None


class TableAnswer(TypedDict):
    """The answer of a seat to a call of the table; a seat that passes has no zone and no card."""

    seat: int
    act: Literal["join", "pass"]
    zone: AnyZone | None
    card: Card | None


class TableCall(TypedDict):
    """A call of the whole table."""

    seat: int
    force: Annotated[str, words(Force)]
    """the field card that players who pass put in"""
    opened: int
    until: int
    answers: list[TableAnswer]


class Clocks(TypedDict):
    """When the game ends, and the next muster and pulse; null: never."""

    end: int
    muster: int | None
    pulse: int | None


class OpenCard(TypedDict):
    seat: int
    card: Card


class FightWin(TypedDict):
    """The last fight that was won."""

    winner: int
    size: int
    """number of cards"""
    cards: list[OpenCard]
    """that decided it"""


class HandedAct(TypedDict):
    """The act that you have handed in for the next pulse."""

    act: str
    args: dict[str, Any]


class Target(TypedDict):
    """The codes of acts against a seat."""

    seat: int
    field: str
    stack: str
    hand: str
    war: str


class AnswerCodes(TypedDict):
    """The codes of answers to a challenge, by source."""

    id: int
    option: Codes
    """to fight a card at stake"""
    change: Codes
    """to offer another card"""


class May(TypedDict):
    """What your seat may do, apart from pauses: codes by move, by source and by target.  A source
    is `stack`, `hand` or a field card."""

    moves: Codes
    sources: Codes
    offers: Codes
    """field cards that can be put at stake"""
    targets: list[Target]
    answer: AnswerCodes | None
    ready_at: int
    """the end of the pause between attacks"""
    call_at: int | None
    """from when on the table may be called"""
    why: NotRequired[Annotated[Codes, TEXT]]
    """the sentence of each code"""
    short: NotRequired[Annotated[Codes, TEXT]]
    """the same in two words, for some of the codes"""


class Answer(TypedDict):
    """A button under a question."""

    action: str
    label: str
    look: str


class Question(TypedDict):
    """What is asked of you, or what you wait for."""

    kind: Literal["answer", "waits", "consent", "join", "table", "call"]
    key: str
    id: int
    """of the challenge"""
    title: str
    detail: str
    since: NotRequired[int]
    until: int | None
    options: list[Card]
    answers: list[Answer]


class UltimateView(GameView):
    """A game of Ultimate War as a viewer sees it."""

    game: Literal["ultimate"]
    phase: Literal["running", "multi", "over"]
    pot: int
    """number of cards in the centre"""
    center: int
    touched: int | None
    """when your seat last fought"""
    seats: list[UltimateSeat]
    challenges: list[Challenge]
    multi: TableCall | None
    clocks: Clocks
    last: FightWin | None
    plan: HandedAct | None
    may: May | None
    asks: Asks | None
    center_cards: NotRequired[list[Card]]
    """once everything may be seen"""
    questions: NotRequired[Annotated[list[Question], TEXT]]
