"""House rules of another version: what can still be played, and what has changed."""

from games.rules.catalogue import GAMES, find
from games.rules.mending import mend
from tests.each import each


@each(
    [
        ("auto=2;cap=500", "auto=2;cap=500", []),
        ("auto=2;trump=hearts", "auto=2", ["This game has no option “trump”."]),
        ("faces=Q;order=high", "order=high", ["Number beats the faces: “Q” cannot be chosen."]),
        ("cap=20000", "cap=10000", ["Battle limit is a number from 20 to 10000."]),
        (
            "cap=10000;order=seat",
            "cap=10000",
            ["With seat 1's cards first, many games never end: set at most 3000 battles."],
        ),
        (
            "auto=1;auto_in_war=off",
            "",
            [
                "Automatic card: “1” cannot be chosen.",
                "No effect: no automatic card is played.",
            ],
        ),
    ]
)
def test_what_is_refused_is_brought_into_range_or_left_out(text, nearest, lost):
    mended = mend(find("war").schema, text)
    assert (mended.options, [str(reason) for reason in mended.lost]) == (nearest, lost)


@each(GAMES.values())
def test_presets_need_no_mending(game):
    for preset in game.presets:
        assert mend(game.schema, preset.options) == (preset.options, ())
