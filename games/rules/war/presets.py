"""Ready-made house rules of War."""

from games.rules.options import Preset
from games.rules.phrases import gettext_noop as _

PRESETS = (
    Preset("classic", _("Classic War"), _("The higher card wins; a tie is a war."), "", 5),
    Preset(
        "peace", _("Peace"), _("The lower card wins, and a tie costs five cards."), "mode=peace", 3
    ),
    Preset(
        "three", _("Three-player War"), _("Three piles; the two highest fight."), "players=3", 5
    ),
    Preset("auto", _("Automatic War"), _("Every 2 starts a war at once."), "auto=2", 2),
    Preset("threes", _("Threes beat Faces"), _("A 3 beats jacks, queens and kings."), "faces=3", 5),
    Preset(
        "fours",
        _("Fours beat Aces"),
        _("A 3 beats the faces, a 4 beats the ace."),
        "ace=4;faces=3",
        5,
    ),
    Preset(
        "underdog",
        _("Underdog"),
        _("A 6 among the loser's cards turns the war around."),
        "underdog=6",
        5,
    ),
    Preset("slap", _("Slap War"), _("Slap a 5 first and take everything."), "slap=5", 5),
    Preset(
        "arsenal",
        _("Arsenal"),
        _("Everything: 2 starts wars, 3 beats faces, 4 beats aces, slap the 5, 6 is the underdog."),
        "ace=4;auto=2;faces=3;slap=5;underdog=6",
        2,
    ),
    Preset("quick", _("Quick War"), _("Classic, at most 100 battles."), "cap=100", 2, True),
    Preset("standard", _("Standard War"), _("Classic, at most 500 battles."), "cap=500", 4, True),
)
