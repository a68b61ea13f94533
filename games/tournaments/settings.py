"""The settings of a stage: those that a director may choose, and the defaults of the others.

Sections 1.2, 2.4, 2.5, 3.1, 4.1, 5, 7.1-7.3 and 7.8; as plain JSON in 14.2.  `checks` and the
format verify that the settings fit each other, the game and the field."""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from games.rules.phrases import gettext_noop as _
from games.tournaments import formats
from games.tournaments.declared import (
    Amount,
    Choice,
    Flag,
    Setting,
    Text,
    Unreadable,
    Whole,
    need,
    read_all,
)

if TYPE_CHECKING:
    from games.tournaments.formats.base import Format

MOST_SEATS = 8
TIEBREAKS = {
    "direct": _("Direct encounter"),
    "buchholz": _("Buchholz"),
    "buchholz1": _("Buchholz without the lowest"),
    "oms": _("Opponents’ mean score"),
    "sonneborn": _("Sonneborn-Berger"),
    "wins": _("Wins"),
    "games": _("Games won"),
    "cards": _("Share of cards"),
    "seed": _("Seed"),
    "lot": _("Lot"),
}
SEEDINGS = {"random": _("by lot"), "rating": _("by rating"), "manual": _("by hand"), "standing": ""}
DEALS = {"own": _("Different at each table"), "duplicate": _("The same at every table")}
SAME_CARDS = _(
    "With the same cards everybody talks about the same hands. It does not find the best sooner."
)
Points = dict[int, tuple[Fraction, ...]]


class FormatKey(Setting):
    """A format of the registry, by its key."""

    def convert(self, value: Any) -> "Format":
        if value not in formats.ENTRIES:
            raise Unreadable(_("Choose one of {choices}."), choices=", ".join(formats.ENTRIES))
        return formats.find(value)

    def write(self, value: "Format") -> str:
        return value.key


class PointLists(Setting):
    """Points by place: `winner`, or a list for each size of table: `{"4": ["3", "2", "1",
    "0"]}`."""

    def convert(self, value: Any) -> Points:
        if value == "winner":
            value = {size: ["1"] + ["0"] * (size - 1) for size in range(2, MOST_SEATS + 1)}
        if not isinstance(value, Mapping):
            raise Unreadable(_("Give a list of points for each size of table."))
        return {int(size): self.places(int(size), points) for size, points in value.items()}

    def places(self, size: int, points: Any) -> tuple[Fraction, ...]:
        own = tuple(map(Amount().convert, points))
        if len(own) != size or list(own) != sorted(own, reverse=True) or own[0] == own[-1]:
            text = _("A table of {size} needs {size} numbers that fall from the first place on.")
            raise Unreadable(text, size=size)
        return own

    def write(self, value: Points) -> dict[str, list[str]]:
        return {str(size): list(map(str, points)) for size, points in value.items()}


class Tiebreaks(Setting):
    """The tie-breaks, in order."""

    def convert(self, value: Any) -> tuple[str, ...]:
        keys = tuple(value)
        if not TIEBREAKS.keys() >= {*keys} or len(set(keys)) < len(keys):
            text = _("Choose from these, each at most once: {keys}.")
            raise Unreadable(text, keys=", ".join(sorted(TIEBREAKS)))
        return keys


class Pairs(Setting):
    """Pairs of entrants."""

    def convert(self, value: Any) -> tuple[tuple[int, int], ...]:
        pairs = {tuple(sorted(map(int, pair))) for pair in value}
        if any(len(set(pair)) != 2 or len(pair) != 2 for pair in pairs):
            raise Unreadable(_("A pair is two different entrants."))
        return tuple((a, b) for a, b in sorted(pairs))

    def write(self, value: tuple[tuple[int, int], ...]) -> list[list[int]]:
        return [list(pair) for pair in value]


DUTCH_EDITION = _(
    "A Swiss of two is paired by the FIDE Dutch system, C.04.3 valid until 31 January 2026."
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Settings:
    """All settings of a stage.  None: the format does not use the setting, or its value is known
    only at the start.  A setting without a default in this class gets one that depends on other
    settings."""

    game: Annotated[str, Text(heading=_("Format"), kept=True)] = ""  # its key
    options: Annotated[str, Text(kept=True)] = ""  # house rules, as in game records
    format: Annotated["Format", FormatKey(_("Format"), DUTCH_EDITION, kept=True)]
    # Seats aimed at.
    size: Annotated[int, Whole(2, MOST_SEATS, _("Players at a table"), kept=True)] = 2
    deals: Annotated[str, Choice(DEALS, _("Cards"), hint=SAME_CARDS, kept=True)] = "own"
    least: Annotated[int, Whole(2, MOST_SEATS)]  # fewest seats of a table
    most: Annotated[int, Whole(2, MOST_SEATS)]
    rounds: Annotated[
        int | None,  # None: as many as the format takes
        Whole(1, 200, _("Rounds"), optional=True, late=True),
    ] = None
    minutes: Annotated[
        int | None,
        Whole(5, 1440, _("Length (minutes)"), optional=True),
    ] = None
    games: Annotated[int, Whole(1, 7, _("Games of a match"), kept=True)] = 1
    seeding: Annotated[str, Choice(SEEDINGS, _("Seeds"), kept=True)]
    # Entrants from the stage before.
    take: Annotated[int | None, Whole(2, 2000, optional=True, kept=True)] = None
    third: Annotated[bool, Flag(_("Play for third place"), kept=True)] = False
    cycles: Annotated[int, Whole(1, 2)] = 1  # cycles of a round robin of two
    advance: Annotated[int, Whole(1, MOST_SEATS - 1)]  # how many of each table go on
    reset: Annotated[bool, Flag()] = True  # a second final if an unbeaten finalist loses the first
    flow: Annotated[bool, Flag()] = False  # tables start when their entrants are known; not offered
    # Rounds of a Swiss; None: by the number of entrants.
    engine: Annotated[str | None, Choice({"dutch": "", "cost": "", "": ""}, optional=True)] = ""
    # First seat of the best seed in round 1 of a Dutch Swiss, by lot.
    first_seat: Annotated[int | None, Whole(1, 2, optional=True)] = None
    repeats: Annotated[str, Choice({"strict": "", "weighed": ""})] = "strict"
    points: Annotated[Points, PointLists()]  # points of each place, by the size of the table
    draw: Annotated[Fraction | None, Amount(optional=True)] = None  # None: the average
    bye: Annotated[Fraction, Amount()]
    half: Annotated[Fraction, Amount()]  # H of 7.3
    halves: Annotated[int, Whole(0, 200)] = 1  # announced absences that give `half`
    late: Annotated[str, Choice({"half-first": "", "half": "", "zero": ""})] = "half-first"
    tiebreaks: Annotated[tuple[str, ...], Tiebreaks()] = ()
    forbidden: Annotated[tuple[tuple[int, int], ...], Pairs()] = ()  # never drawn together
    streaks: Annotated[bool, Flag()] = False
    patience: Annotated[int, Whole(1, 3600)] = 30  # s to wait for a new opponent in an arena
    # min before the end of an arena; None: a quarter of a table's limit
    last_start: Annotated[int | None, Whole(0, 1440, optional=True)] = None

    @property
    def two(self) -> bool:
        """Whether two play at every table."""
        return self.most == 2

    @property
    def duplicate(self) -> bool:
        """Whether all tables of a round play the same cards."""
        return self.deals == "duplicate"

    @property
    def win(self) -> Fraction:
        """W: the points of a first place at a full table (7.1)."""
        return self.points[self.size][0]


USUAL = {field.name: field.default for field in fields(Settings) if field.default is not MISSING}


def resolve(given: Mapping[str, Any], game_least: int = 2) -> Settings:
    """The settings given as plain JSON, with the defaults of the rest.  `game_least`: the smallest
    number of players of the game.

    Raises:
        BadSettings: see `read_all`.
    """
    chosen = read_all({"format": formats.DEFAULT, **given}, Settings)
    return Settings(**_with_defaults(chosen, game_least))


HALF = Fraction(1, 2)
# A round of duplicate gives between 0 and 1, and nothing in the mean of those who are compared.
DUPLICATE = {"points": PointLists().convert("winner"), "bye": HALF, "half": HALF}


def _with_defaults(chosen: dict[str, Any], game_least: int) -> dict[str, Any]:
    """The chosen settings, and the defaults of the others.  Defaults that depend on other settings
    are computed last."""
    size = chosen.get("size", USUAL["size"])
    least = chosen.get("least", max(game_least, -(-6 * size // 10)))
    most = chosen.get("most", size)
    need(least <= size, "least", _("This cannot be more than the usual size."))
    need(most >= size, "most", _("This cannot be less than the usual size."))
    s: dict[str, Any] = USUAL | {"least": least, "most": most}
    s |= chosen["format"].defaults(most == 2)
    s |= (DUPLICATE if chosen.get("deals") == "duplicate" else {}) | chosen
    s.setdefault("advance", max(1, min(size // 2, least - 1)))
    best = Fraction(s.pop("best", size - 1))
    s["points"] = _all_points(s.get("points", {}), size, most, best)
    full = s["points"][size]
    mean = sum(full, Fraction(0)) / len(full)
    s.setdefault("bye", full[0])
    s.setdefault("half", s["draw"] if most == 2 and s["draw"] is not None else mean)
    s.setdefault("seeding", "random" if s["take"] is None else "standing")
    return s


def _all_points(own: Points, size: int, most: int, best: Fraction) -> Points:
    """The points of every size of table up to `most` (7.2).

    A size without a list of its own gets points that fall evenly from the first to the last place
    of a full table, by default from `best` to 0: best, worst and mean are the same for all
    sizes."""
    full = own.get(size, (best, Fraction(0)))
    step = full[0] - full[-1]
    return {
        s: own.get(s) or tuple(full[0] - step * place / (s - 1) for place in range(s))
        for s in range(2, most + 1)
    }
