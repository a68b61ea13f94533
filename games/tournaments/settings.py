"""The settings of a stage: what a director may choose, and the defaults of the rest.

Sections 1.2, 2.4, 2.5, 3.1, 4.1, 5, 7.1-7.3 and 7.8; as plain JSON in 14.2.  Whether they fit each
other, the game and the field is asked in `checks`."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from games.rules.phrases import Phrase
from games.rules.phrases import gettext_noop as _
from games.tournaments import formats
from games.tournaments.readers import (
    BadSettings,
    Reader,
    Unreadable,
    amount,
    choice,
    flag,
    or_none,
    read_all,
    text,
    whole,
)

if TYPE_CHECKING:
    from games.tournaments.formats.base import Format

MOST_SEATS = 8
KEYS = frozenset(
    {"direct", "buchholz", "buchholz1", "oms", "sonneborn"} | {"wins", "games", "cards"}
    | {"seed", "lot"}
)  # fmt: skip

# Of formats that say nothing else.
OF_FORMATS: dict[str, Any] = {
    "rounds": None, "engine": "", "tiebreaks": (), "minutes": None, "streaks": False
}  # fmt: skip

Points = dict[int, tuple[Fraction, ...]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Settings:
    """All settings of a stage.  None: the format has no such thing, or it is known at the start."""

    format: "Format"
    game: str  # its key
    options: str  # its house rules
    size: int  # seats aimed at
    least: int  # of a table
    most: int
    rounds: int | None  # None: as many as the format takes
    games: int  # of a match of two
    cycles: int  # of a round robin of two
    advance: int  # how many of each table go on
    third: bool  # is third place played for?
    reset: bool  # a second final, when the first is lost by who had not lost before
    flow: bool  # a table starts as soon as its entrants are known (5.3.4); not yet offered
    engine: str | None  # of a Swiss: dutch, cost; None: by the number of entrants
    first_seat: int | None  # of the best seed in round 1 of a Dutch Swiss, by lot
    repeats: str  # strict, weighed
    points: Points  # of each place, by the size of the table
    draw: Fraction | None  # of two who share a game; None: the average
    bye: Fraction
    half: Fraction  # H of 7.3
    halves: int  # announced absences that give `half`
    late: str  # half-first, half, zero
    tiebreaks: tuple[str, ...]
    forbidden: tuple[tuple[int, int], ...]  # pairs of entrants that are never drawn
    seeding: str  # random, rating, manual, standing
    take: int | None  # how many come from the stage before
    minutes: int | None  # of an arena
    streaks: bool
    patience: int  # s to wait for a new opponent in an arena
    last_start: int | None  # min before the end of an arena; None: a quarter of a table's limit

    @property
    def two(self) -> bool:
        """Do two play at every table?"""
        return self.most == 2

    @property
    def win(self) -> Fraction:
        """W: the points of a first place at a full table (7.1)."""
        return self.points[self.size][0]


# Reading ---------------------------------------------------------------------------------


def _format(value: Any) -> "Format":
    if value not in formats.ENTRIES:
        raise Unreadable(_("Choose one of {choices}."), choices=", ".join(formats.ENTRIES))
    return formats.find(value)


def _lists(value: Any) -> Points:
    """`winner`, or a list for each size: `{"4": ["3", "2", "1", "0"]}`."""
    if value == "winner":
        lists = {s: ["1"] + ["0"] * (s - 1) for s in range(2, MOST_SEATS + 1)}
        return {size: tuple(map(amount, places)) for size, places in lists.items()}
    if not isinstance(value, Mapping):
        raise Unreadable(_("Give a list of points for each size of table."))
    return {int(size): _list(int(size), places) for size, places in value.items()}


def _list(size: int, places: Any) -> tuple[Fraction, ...]:
    own = tuple(map(amount, places))
    if len(own) != size or list(own) != sorted(own, reverse=True) or own[0] == own[-1]:
        raise Unreadable(
            _("A table of {size} needs {size} numbers that fall from the first place on."),
            size=size,
        )
    return own


def _tiebreaks(value: Any) -> tuple[str, ...]:
    keys = tuple(value)
    if not KEYS.issuperset(keys) or len(set(keys)) < len(keys):
        raise Unreadable(
            _("Choose from these, each at most once: {keys}."), keys=", ".join(sorted(KEYS))
        )
    return keys


def _pairs(value: Any) -> tuple[tuple[int, int], ...]:
    pairs = {tuple(sorted(map(int, pair))) for pair in value}
    if any(len(set(pair)) != 2 or len(pair) != 2 for pair in pairs):
        raise Unreadable(_("A pair is two different entrants."))
    return tuple((a, b) for a, b in sorted(pairs))


READERS: dict[str, Reader] = {
    "format": _format,
    "game": text,
    "options": text,
    "size": whole(2, MOST_SEATS),
    "least": whole(2, MOST_SEATS),
    "most": whole(2, MOST_SEATS),
    "rounds": or_none(whole(1, 200)),
    "games": whole(1, 7),
    "cycles": whole(1, 2),
    "advance": whole(1, MOST_SEATS - 1),
    "third": flag,
    "reset": flag,
    "flow": flag,
    "engine": or_none(choice("dutch", "cost", "")),
    "first_seat": or_none(whole(1, 2)),
    "repeats": choice("strict", "weighed"),
    "points": _lists,
    "draw": or_none(amount),
    "bye": amount,
    "half": amount,
    "halves": whole(0, 200),
    "late": choice("half-first", "half", "zero"),
    "tiebreaks": _tiebreaks,
    "forbidden": _pairs,
    "seeding": choice("random", "rating", "manual", "standing"),
    "take": or_none(whole(2, 2000)),
    "minutes": or_none(whole(5, 1440)),
    "streaks": flag,
    "patience": whole(1, 3600),
    "last_start": or_none(whole(0, 1440)),
}


def resolve(given: Mapping[str, Any], game_least: int = 2) -> Settings:
    """The settings given as plain JSON, with the defaults of what is left out.  `game_least`: how
    few can play the game.

    Raises:
        BadSettings: see `read_all`.
    """
    chosen = read_all(given, READERS)
    return Settings(**_with_defaults(chosen, game_least))


def to_json(settings: Settings) -> dict[str, Any]:
    """Plain JSON that `resolve` reads back: exact numbers as text (14.2)."""
    told = {field.name: _plain(getattr(settings, field.name)) for field in fields(settings)}
    return told | {"format": settings.format.key}


def _plain(value: Any) -> Any:
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, dict):
        return {str(key): _plain(one) for key, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, tuple) else value


# Defaults --------------------------------------------------------------------------------


def _with_defaults(chosen: dict[str, Any], game_least: int) -> dict[str, Any]:
    """Every setting, those that depend on others after them."""
    s = _plain_defaults() | chosen
    s.setdefault("least", max(game_least, -(-6 * s["size"] // 10)))
    s.setdefault("most", s["size"])
    if s["least"] > s["size"]:
        raise BadSettings("least", Phrase(_("This cannot be more than the usual size.")))
    if s["most"] < s["size"]:
        raise BadSettings("most", Phrase(_("This cannot be less than the usual size.")))
    two = s["most"] == 2
    usual: dict[str, Any] = s["format"].defaults(two)
    s.setdefault("advance", max(1, min(s["size"] // 2, s["least"] - 1)))
    best = Fraction(usual.pop("best", s["size"] - 1))
    s["points"] = _all_points(s.get("points", {}), s["size"], s["most"], best)
    full = s["points"][s["size"]]
    mean = sum(full, Fraction(0)) / len(full)
    s.setdefault("bye", full[0])
    s.setdefault("half", s["draw"] if two and s["draw"] is not None else mean)
    s.setdefault("seeding", "random" if s["take"] is None else "standing")
    return OF_FORMATS | usual | s


def _plain_defaults() -> dict[str, Any]:
    """Those that depend on nothing."""
    return {
        "format": formats.find(formats.DEFAULT), "game": "", "options": "", "size": 2,
        "games": 1, "cycles": 1, "third": False, "reset": True, "flow": False,
        "first_seat": None, "repeats": "strict", "draw": None, "halves": 1, "late": "half-first",
        "forbidden": (), "take": None, "patience": 30, "last_start": None,
    }  # fmt: skip


def _all_points(own: Points, size: int, most: int, best: Fraction) -> Points:
    """The points of every size of table up to `most` (7.2).

    A size without a list of its own falls evenly from the first to the last place of a full
    table, by default from `best` to 0: best, worst and mean stay the same."""
    full = own.get(size, (best, Fraction(0)))
    step = full[0] - full[-1]
    return {
        s: own.get(s) or tuple(full[0] - step * place / (s - 1) for place in range(s))
        for s in range(2, most + 1)
    }
