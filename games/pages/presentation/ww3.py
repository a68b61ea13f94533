"""World War III on the pages."""

from typing import Any, NamedTuple

from django.utils.translation import gettext_noop as _

from games.pages.presentation.base import Presentation
from games.rules.ww3.options import Options
from games.templatetags.script_words import Words, ngettext_noop

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


def rules_context() -> dict[str, Any]:
    return {"rounds": ROUNDS}


SCRIPT_WORDS: Words = {
    "You": _("You"),
    "aims": _("aims"),
    "at-war": _("at war"),
    "auto": _("auto"),
    "board-at": _("Board after round {number}"),
    "captured": _("{count} captured"),
    "centre": _("Centre"),
    "centre-pile": _("centre"),
    "count-of-rank": _("{count} × {rank}"),
    "declines": ngettext_noop("decline", "declines"),
    "discard-pile": ngettext_noop("{count} discard", "{count} discards"),
    "discards": ngettext_noop("discard", "discards"),
    "discards-of": ngettext_noop("{name}: {count} discard", "{name}: {count} discards"),
    "empty": _("empty"),
    "highest": _("{card}, your highest card"),
    "holds": _("holds"),
    "laid-this-round": _("Cards laid this round"),
    "newest-first": _(
        "Newest first. {ranks}. Whoever beats this player in a war takes all of them."
    ),
    "newest-first-label": _("Newest first"),
    "no-discards": _("No cards laid since the last lost war."),
    "on-top": _("{card} on top"),
    "pick-up": _("pick-up"),
    "place": _("round {number}"),
    "ready": _("ready"),
    "rounds-of": ngettext_noop("{number} of {count} round", "{number} of {count} rounds"),
    "score": _("score {score}"),
    "show-all": _("Show all"),
    "stands": _("stands"),
    "step": _("Round {number}"),
    "step-of": _("Round {number} of {length}"),
    "the-round": _("The round"),
    "to-play": _("to play"),
    "units": ngettext_noop("{count} round", "{count} rounds"),
    "world-war": _("World War"),
    "your-hand": _("Your hand"),
}
presentation = Presentation(
    key="ww3",
    line=_("Beat the last card, or fight for a whole pile: three draws, and one chance to hold."),
    tile=(("6c", "Qd", "??"), ("9d", "8s", "??")),
    more_options=_("times, jokers, second holds, empty piles, fallen players"),
    length=rounds,
    guided=True,
    practice="cap=10;seats=2",
    minutes=minutes,
    held="pickup",
    loose="centre",
    board="games/js/boards/ww3/board.js",
    script_words=SCRIPT_WORDS,
    stylesheet="games/css/ww3.css",
    rules_context=rules_context,
)
