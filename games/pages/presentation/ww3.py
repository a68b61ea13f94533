"""World War III on the pages."""

from typing import Any, NamedTuple

from games.pages.presentation.base import Presentation
from games.rules.ww3.options import Options

ROUND_MS = 20_000  # for people; bots need half of that


class Rounds(NamedTuple):
    """Rounds of simulated games until one player was left; no limit (section 3.15)."""

    players: int
    mean: int
    median: int
    p90: int
    p99: int
    longest: int
    cap: int  # the limit at tables of this size


ROUNDS = (
    Rounds(2, 23, 18, 50, 91, 198, 200),
    Rounds(3, 19, 15, 37, 62, 109, 200),
    Rounds(4, 209, 167, 414, 776, 1688, 100),
    Rounds(5, 175, 136, 352, 656, 1151, 100),
    Rounds(6, 143, 114, 283, 542, 859, 100),
)


def rounds(o: Options) -> int:
    (row,) = (row for row in ROUNDS if row.players == o.players)
    return min(row.median, o.cap)


def minutes(length: int, o: Options) -> float:
    return length * ROUND_MS / 60_000


def skill(o: Options) -> str:
    return "when to hold" if o.secret else "when to hold, and quickly"


def rules_context() -> dict[str, Any]:
    return {"rounds": ROUNDS}


presentation = Presentation(
    key="ww3",
    line="Beat the last card, or fight for a whole pile: three draws, and one chance to hold.",
    tile=(("6c", "Qd", "??"), ("9d", "8s", "??")),
    more_options="times, jokers, second holds, empty piles, fallen players",
    skill=skill,
    length=rounds,
    minutes=minutes,
    held="pickup",
    loose="centre",
    board="games/js/boards/ww3/board.js",
    stylesheet="games/css/ww3.css",
    rules_context=rules_context,
)
