"""The move text (rules sheet 4.3): every kind of line, bad lines."""

from pathlib import Path

import pytest

from games.rules.logs import BadLine, rewrite
from tests.each import each
from tests.rules.ultimate.live import GAME, Live

FOLDER = Path(__file__).parents[2] / "scenarios" / "wsn"


def lines(live: Live) -> list[str]:
    return GAME.write_log(live.o, live.deal, live.tape)


def test_every_kind_of_line():
    """The log has the lines missing from the samples: silence, muster, waiting pot, draw,
    endings."""
    live = Live.of("2c / Kc / 8c", "2d / Td / 9d", "2h / - / 4h", change=True, stall=20_000)
    live.act(1000, 1, "challenge", "hand", 2, "hand", ["8c"])
    live.act(2000, 2, "change", 1, "9d")
    live.run(8000)
    live.run(11_000)
    live.run(31_000)
    assert lines(live) == [
        "1000 1c1 h>2h ?8c",
        "2000 2g1 f9d",
        "8000 0-1",
        "11000 0y1 Kc-Td >1 KcTd",
        "31000 0u",
        "31000 0r 1:2c 2:2d 3:2h |t 1:KcTd:8c 2::9d 3::4h >2 2d9d2h4h2cKcTd8c",
    ]
    for word, line in (("agreed", "1000 !g"), ("abandoned", "1000 !x"), ("limit", "1000 !l")):
        live = Live.of("2c / Kc / 8c", "2d / Td / 9d", "2h / - / 4h")
        live.act(1000, 0, "stop", word)
        assert lines(live) == [line]
    live = Live.of("- / - / 9c", "- / - / 9d", "2h / - / 4h", "2s / - / Ks")
    live.act(1000, 1, "confront", "9c", 2, "9d")
    live.act(2000, 3, "resign")
    assert lines(live) == ["1000 1x f9c>2:9d >~", "2000 !r3"]
    live = Live.of("- / - / 9c", "- / - / 9d", "- / - / -")
    live.act(1000, 1, "confront", "9c", 2, "9d")
    assert lines(live) == ["1000 1x f9c>2:9d >0"]
    live = Live.of("- / - / 9c", "2d / - / 9d", "2h / - / -")
    live.act(1000, 1, "confront", "9c", 2, "9d")
    assert lines(live) == ["1000 1x f9c>2:9d |t 1:= 2::2d >1 9c9d2d"]


def test_options_are_named_in_the_order_of_the_field():
    live = Live.of("2c / Kc / 8c 3c Ac", "2d / Td / 9d", "2h / - / 4h")
    live.act(1000, 1, "challenge", "8c", 2, "stack", ["Ac", "3c"])
    assert lines(live) == ["1000 1c1 f8c>2s ?3cAc"]


SAMPLE = (FOLDER / "ultimate-5.wsn").read_text()
HEAD, MOVES = SAMPLE.split("\n\n")


@each(
    [
        ("1356 6f 3h", "1356 6f 3d", 1, "the rules give"),
        ("1356 6f 3h", "1356 6g 3h", 1, "is no act"),
        ("1356 6f 3h", "1356 6 f 3h", 1, "is no act"),
        ("1356 6f 3h", "x 6f 3h", 1, "is no line"),
        ("1356 6f 3h", "1356 7f 3h", 1, "NOT_YOUR_SEAT"),
        ("1356 6f 3h", "1356 6p 3h", 1, "HAND_EMPTY"),
        ("1356 6f 3h", "1356 0f 3h", 1, "nothing is due"),
        ("1356 6f 3h", "1356 !r9", 1, "is not known"),
        ("1496 2f 7d", "1300 2f 7d", 2, "the time goes back"),
        ("1496 2f 7d", "130000 2f 7d", 2, "a timer was due"),
        ("2907 1x fKc>2:7d >1", "2907 1x fKc>2:7d >2", 8, "the rules give"),
        ("2907 1x fKc>2:7d >1 Kc7dJdTs5d2s", "2907 1x fKc>2:7d >1 7dKcJdTs5d2s", 8, "rules give"),
        ("9230 0r 3:Ks", "9230 0r 3:Kd", 24, "the rules give"),
    ]
)
def test_a_line_that_is_not_what_the_rules_say(old, new, line, reason):
    assert old in SAMPLE
    with pytest.raises(BadLine, match=reason) as bad:
        rewrite(SAMPLE.replace(old, new, 1))
    assert bad.value.line == line + len(HEAD.splitlines()) + 1


def test_a_packet_with_other_cards_is_refused():
    text = (FOLDER / "ultimate-1.wsn").read_text()
    text = text.replace("3786 1x fQs>2:Jc >1 TcJcQs", "3786 1x fQs>2:Jc >1 TcJcKs")
    with pytest.raises(BadLine, match="packet"):
        rewrite(text)
