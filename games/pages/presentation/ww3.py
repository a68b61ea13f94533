"""The presentation of World War III on pages."""

from typing import Any, NamedTuple

from django.utils.translation import gettext_noop as _

from games.pages.presentation.base import Presentation, Shown, View
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
    Rounds(2, 32, 27, 64, 113, 209, 200),
    Rounds(3, 24, 20, 44, 74, 138, 200),
    Rounds(4, 234, 188, 448, 819, 1650, 100),
    Rounds(5, 195, 157, 374, 678, 1497, 100),
    Rounds(6, 158, 130, 295, 547, 1102, 100),
)
SOLO = 20  # half of the games against the General are over then


def own_end(o: Options) -> int:
    if o.solo:
        return SOLO
    (row,) = (row for row in ROUNDS if row.players == o.players)
    return row.median


def rounds(o: Options) -> int:
    return min(own_end(o), o.cap)


def is_cut(o: Options, median: int) -> bool:
    return median >= o.cap


def minutes(length: int, o: Options) -> float:
    return length * ROUND_MS / 60_000


def rules_context() -> dict[str, Any]:
    return {"rounds": ROUNDS}


def shown(view: View) -> list[Shown]:
    """The cards of a war in the order of its stages, or the cards laid in this round."""
    cards: dict[int, list[str]] = {seat["seat"]: [] for seat in view["seats"]}
    war = view["war"]
    if war:
        cards |= {side["seat"]: [card for card in side["row"] if card] for side in war["sides"]}
    else:
        for laid in view["laid"]:
            cards[laid["seat"]].append(laid["card"])
    winner = view["last"]["winner"] if war and war["over"] and view["last"] else None
    return [Shown(row, seat == winner) for seat, row in cards.items()]


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
    line=_("Beat the card before you, or fight for a whole pile."),
    tile=(("6c", "Qd", "??"), ("9d", "8s", "??")),
    more_options=_("times, jokers, second holds, empty piles, fallen players"),
    length=rounds,
    is_cut=is_cut,
    own_end=own_end,
    endless="full",
    guided=True,
    practice="cap=10;seats=2",
    minutes=minutes,
    held="pickup",
    shown=shown,
    loose="centre",
    board="games/js/boards/ww3/board.js",
    script_words=SCRIPT_WORDS,
    stylesheet="games/css/ww3.css",
    rules_context=rules_context,
)
