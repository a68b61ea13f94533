"""The house rules."""

from typing import Annotated, NamedTuple

from games.rules.options import Choice, Number, Option, Preset, Schema
from games.rules.phrases import gettext_noop as _


class Options(NamedTuple):
    """One table's house rules."""

    players: Annotated[
        int,
        Option(
            _("Players"),
            _("Two play."),
            Choice("2", _("two")),
            key="players",
            phrase=_("two players"),
        ),
    ] = 2
    cap: Annotated[
        int,
        Number(
            _("Most heaps"),
            _("After this many heaps whoever has most cards wins."),
            Choice("100", "100"),
            low=2,
            high=1000,
            unit=_("heaps"),
            main=True,
            phrase=_("at most {value} heaps"),
        ),
    ] = 100


SCHEMA = Schema(Options)
PRESETS = (
    Preset("standard", _("Beggar-my-neighbour"), _("Court cards make the other pay."), "", 5),
    Preset("short", _("Short"), _("Over after five heaps."), "cap=5", 1, True),
)
