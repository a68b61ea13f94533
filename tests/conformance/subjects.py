"""What the tests know of each game, besides what is in the registry."""

from collections.abc import Mapping
from typing import NamedTuple

from games.rules.catalogue import ENTRIES, find
from tests.conformance import toy_twins, ultimate_twins, war_twins, ww3_twins
from tests.conformance.twins import Walk
from tests.rules.live import LiveTable

ULTIMATE_RULES = [
    "",
    "change=on;multi=on;seats=5",
    "seats=3;order=winner",
    "pace=pulse;seats=6;change=on;multi=on",
    "seats=8;leftover=seats",
]
WW3_RULES = [*(p.options for p in ww3_twins.GAME.presets), "seats=2", "seats=4", "seats=6"]


class Subject(NamedTuple):
    """One game under test."""

    walk: Walk  # how games and their twins are played
    quick: str  # house rules for a short game, also in a tournament
    options: tuple[str, ...]  # ... under which bots are watched
    hidden: frozenset[str] = frozenset()  # events that hide something: the twins must have had them


SUBJECTS: Mapping[str, Subject] = {
    "war": Subject(
        Walk(war_twins.Game, [preset.options for preset in war_twins.GAME.presets], seed=20),
        "cap=20;pace=auto",
        ("slap=5", "auto=2;players=3;slap=5;underdog=6", "slap=5;spoils=shown"),
        hidden=frozenset({"lay", "take"}),
    ),
    "ww3": Subject(
        Walk(ww3_twins.Game, WW3_RULES, seed=33, looks=5, steps=40),
        "cap=10",
        ("", "hold=secret;seats=5", "seats=1", "failcard=play;seats=6"),
        hidden=frozenset({"refill", "play", "decline", "war_draw", "hold"}),
    ),
    "ultimate": Subject(
        Walk(ultimate_twins.Game, ULTIMATE_RULES, seed=41, looks=6, steps=50),
        "clock=300000",
        ("", "change=on;multi=on;seats=6", "change=on;pace=pulse;multi=on"),
        hidden=frozenset({"draw", "lay", "take", "challenge", "option", "handed", "join"}),
    ),
    "toy": Subject(Walk(toy_twins.Game, ["", "cap=20"], seed=8), "cap=5", ("", "cap=20")),
}
KEYS = [*ENTRIES, "toy"]


def table_of(key: str) -> type[LiveTable]:
    """A live table of a game, whose seats count from 0."""
    return type("Live", (LiveTable,), {"game": toy_twins.game if key == "toy" else find(key)})
