"""What the tests know of each game, besides what is in the registry."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from games.rules.catalogue import ENTRIES, find
from tests.conformance import toy_twins, ultimate_twins, war_twins, ww3_twins
from tests.conformance.twins import Walk
from tests.rules.live import SERVER, LiveTable, play_bots

ULTIMATE_RULES = [
    "",
    "change=on;multi=on;seats=5",
    "seats=3;order=winner",
    "pace=pulse;seats=6;change=on;multi=on",
    "seats=8;leftover=seats",
]
WW3_RULES = [*(p.options for p in ww3_twins.GAME.presets), "seats=2", "seats=4", "seats=6"]


NAMES = ("Alice", "Bob", "Charlie", "Dora")
LEVELS = ("sergeant", "recruit", "general")
PERSONAS = ("hunter", "bully", "decoy", "martyr")
MINUTE_MS = 60_000


class Recording(NamedTuple):
    """How the golden transcripts of a game are made."""

    seed: int  # of the first preset's pack; those of the others follow
    play: Callable[[LiveTable], Sequence[str]]  # to the end; returns the names of the seats
    lines: int  # of its words, besides the last three


def play_all(live: LiveTable) -> Sequence[str]:
    play_bots(live, LEVELS[: live.o.players], seed=7)
    return NAMES[: live.o.players]


def play_ww3(live: LiveTable) -> Sequence[str]:
    """Alone against the house if the preset says so."""
    if live.o.solo:
        play_bots(live, (LEVELS[2], "house"), seed=7)
        return NAMES[0], "bot:house"
    return play_all(live)


def play_ultimate(live: LiveTable) -> Sequence[str]:
    """For three minutes, then finish by agreement."""
    play_bots(live, PERSONAS, seed=7, most_ms=3 * MINUTE_MS)
    live.act(SERVER, "stop", end="agreed")
    return NAMES


class Subject(NamedTuple):
    """One game under test."""

    walk: Walk  # how games and their twins are played
    quick: str  # house rules for a short game, also in a tournament
    options: tuple[str, ...]  # ... under which bots are watched
    hidden: frozenset[str] = frozenset()  # events that hide something: the twins must have had them
    late: frozenset[str] = frozenset()  # why an act of a bot may be refused: others were faster
    recording: Recording | None = None  # each game needs one; `test_golden.py` says so


SUBJECTS: Mapping[str, Subject] = {
    "war": Subject(
        Walk(war_twins.Game, [preset.options for preset in war_twins.GAME.presets], seed=20),
        "cap=20;pace=auto",
        ("slap=5", "auto=2;players=3;slap=5;underdog=6", "slap=5;spoils=shown"),
        hidden=frozenset({"lay", "take"}),
        late=frozenset({"FALSE_SLAP", "TOO_LATE"}),
        recording=Recording(1000, play_all, 80),
    ),
    "ww3": Subject(
        Walk(ww3_twins.Game, WW3_RULES, seed=33, looks=5, steps=40),
        "cap=10",
        ("", "hold=secret;seats=5", "seats=1", "failcard=play;seats=6"),
        hidden=frozenset({"refill", "play", "decline", "war_draw", "hold"}),
        recording=Recording(3000, play_ww3, 90),
    ),
    "ultimate": Subject(
        Walk(ultimate_twins.Game, ULTIMATE_RULES, seed=41, looks=6, steps=50),
        "clock=300000",
        ("", "change=on;multi=on;seats=6", "change=on;pace=pulse;multi=on"),
        hidden=frozenset({"draw", "lay", "take", "challenge", "option", "handed", "join"}),
        recording=Recording(2000, play_ultimate, 120),
    ),
    "toy": Subject(
        Walk(toy_twins.Game, ["", "cap=20"], seed=8),
        "cap=5",
        ("", "cap=20"),
        recording=Recording(4000, play_all, 60),
    ),
}
KEYS = [*ENTRIES, "toy"]


def table_of(key: str) -> type[LiveTable]:
    """A live table of a game, whose seats count from 0."""
    return type("Live", (LiveTable,), {"game": toy_twins.game if key == "toy" else find(key)})
