"""The export as it is read: every key of section 14 with its type, and what is wrong with it."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, PlainValidator


class Fault(NamedTuple):
    """Something that is not as the rules say, and where."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


Faults = Iterator[Fault]


def compare(where: str, what: str, recorded: object, right: object) -> Faults:
    """A fault unless both are equal."""
    if recorded != right:
        yield Fault(where, f"{what} is {recorded}, should be {right}")


def exact(value: object) -> Fraction:
    """A number written as text, a reduced fraction."""
    if not isinstance(value, str) or str(Fraction(value)) != value:
        raise ValueError("is no reduced fraction")
    return Fraction(value)


Number = Annotated[Fraction, PlainValidator(exact)]
Hash = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
Count = Annotated[int, Field(ge=0)]
Places = list[Annotated[int, Field(ge=1)] | None]
Status = Literal[
    "planned", "open", "played", "adjudicated", "walkover", "noshow", "ruled", "void", "lot",
    "annulled", "empty",
]  # fmt: skip
Kind = Literal[
    "half", "late", "absent", "withdrawn", "disqualified", "noshow", "bye", "full", "free"
]


class Part(BaseModel):
    """Types are exact, unknown keys are ignored."""

    model_config = ConfigDict(frozen=True, strict=True)


class Tournament(Part):
    code: str
    name: str
    status: str
    commitment: str
    secret: Hash | None
    key: Hash | None
    revision: Count
    created: Count
    started: Count | None
    ended: Count | None
    directors: list[int]


class Entrant(Part):
    no: int
    player: int
    name: str
    bot: bool
    rating: float | None
    entropy: Annotated[str, Field(pattern="^([0-9a-f]{32})?$")]
    entered: Count
    seed: int | None
    starter: bool
    status: Literal["entered", "waiting", "left", "dropped", "playing", "withdrawn", "disqualified"]


class Settings(Part):
    format: str  # with rules of its own, or the common ones alone
    game: str
    options: str
    size: int
    deals: Literal["own", "duplicate"] = "own"
    least: int
    most: int
    rounds: int | None
    games: int
    cycles: int
    advance: int
    third: bool
    reset: bool
    engine: Literal["dutch", "cost", ""]
    first_seat: Literal[1, 2] | None
    repeats: Literal["strict", "weighed"]
    points: dict[int, list[Number]]
    draw: Number | None
    bye: Number
    half: Number
    halves: int
    late: Literal["half-first", "half", "zero"]
    tiebreaks: list[str]
    forbidden: list[tuple[int, int]]
    seeding: Literal["random", "rating", "manual", "standing"]
    take: int | None
    minutes: int | None
    streaks: bool
    patience: int

    @property
    def two(self) -> bool:
        return self.most == 2

    @property
    def knockout(self) -> bool:
        return self.format in ("elimination", "double")

    @property
    def win(self) -> Fraction:
        """The points of a first place at a full table."""
        return self.points[self.size][0]


class Game(Part):
    no: int
    table: str
    seats: list[int]
    status: Literal["counted", "void"]
    end: str
    places: Places | None
    counts: list[int] | None
    started: Count | None
    ended: Count | None
    cause: (
        Literal["restart", "void", "rule", "noshow", "withdraw", "disqualify", "cancel", "undo"]
        | None
    ) = None


class Why(Part):
    points: list[Number] = []
    met: list[tuple[int, int, int]] = []


class Pairing(Part):
    no: int
    node: str | None
    seats: list[int]
    status: Status
    absent: list[int]
    places: Places | None
    points: list[Number] | None
    why: Why
    games: list[Game]


class Unpaired(Part):
    entrant: int
    kind: Kind
    points: Number
    node: str | None


class Cost(Part):
    rep: int
    short: int
    spread: Number


class Waiting(Part):
    entrant: int
    waited: Count


class Round(Part):
    """`pool`, `active` and `duel` are those of a wave of an arena."""

    no: int
    status: Literal["planned", "drawn", "published", "opening", "playing", "complete", "undone"]
    method: str
    present: list[int]
    paired: Count | None
    published: Count | None
    started: Count | None
    ended: Count | None
    pairings: list[Pairing]
    unpaired: list[Unpaired]
    cost: Cost | None
    deal: str | None = None  # of all its tables
    pool: list[Waiting] = []
    active: list[int] = []
    duel: bool = False


class Undone(Round):
    stage: int
    act: int


class Row(Part):
    entrant: int
    place: int | None
    points: Number
    ties: dict[str, Number | None]


class Standing(Part):
    after: int
    rows: list[Row]


class Stage(Part):
    no: int
    settings: Settings
    field: list[int]
    opened: Count
    plan: list[list[list[int]]]
    rounds: list[Round]
    standings: list[Standing]
    undone: list[Undone]

    @property
    def seeds(self) -> dict[int, int]:
        return {entrant: seed for seed, entrant in enumerate(self.field, 1)}


class By(Part):
    player: int | None
    role: Literal["director", "entrant", "system"]


class Act(Part):
    no: int
    at: Count
    by: By
    act: str
    args: dict[str, Any]
    reason: str
    hash: str


class Final(Part):
    entrant: int
    place: int | None


class File(Part):
    format: Literal["warsite-tournament"]
    version: Literal[1, 2]
    exported: Count
    tournament: Tournament
    entrants: list[Entrant]
    stages: list[Stage]
    acts: list[Act]
    final: list[Final] | None

    @property
    def tells_all_lots(self) -> bool:
        """Are lots told in every standing, not only in the last one of a stage (17.1)?"""
        return self.version > 1 and self.tournament.status == "finished"

    @property
    def has_rulings(self) -> bool:
        """Is it by the rulings of version 1.1 (17)?"""
        return self.version > 1

    @property
    def counts_series(self) -> bool:
        """Are points of an arena's tables doubled in a series (17.9)?"""
        return self.version > 1

    @property
    def is_over(self) -> bool:
        return self.tournament.status in ("finished", "cancelled")
