"""The house rules."""

from typing import Annotated, NamedTuple

from games.rules.options import Choice, Number, Option, Preset, Schema


class Options(NamedTuple):
    """One table's house rules."""

    players: Annotated[
        int, Option("Players", "Two play.", Choice("2", "two"), key="players", phrase="two players")
    ] = 2
    cap: Annotated[
        int,
        Number(
            "Most heaps",
            "After this many heaps whoever has most cards wins.",
            Choice("100", "100"),
            low=2,
            high=1000,
            unit="heaps",
            main=True,
            phrase="at most {} heaps",
        ),
    ] = 100


SCHEMA = Schema(Options)
PRESETS = (
    Preset("standard", "Beggar-my-neighbour", "Court cards make the other pay.", "", 5),
    Preset("short", "Short", "Over after five heaps.", "cap=5", 1, True),
)
