"""Logs of War (rules sheet 4.2): what their lines say, and what does not follow from the rules."""

from pathlib import Path

import pytest

from games.rules.logs import BadLine, rewrite, write_wsn
from tests.each import each
from tests.rules.war.live import GAME, Live

SAMPLE = (Path(__file__).parents[2] / "scenarios" / "wsn" / "war-1.wsn").read_text()


def log_of(live: Live) -> str:
    return write_wsn(
        game=GAME,
        o=live.o,
        names=["Alice", "Bob", "Charlie"][: live.o.players],
        deal=live.deal,
        events=live.tape,
        result=GAME.result(live.t, live.o),
    )


def moves(text: str) -> list[str]:
    return text.split("\n\n", 1)[1].splitlines()


def test_a_burned_card_is_in_the_log():
    live = Live.of("9c 5c 2c 3c", "8d Td 6d 7d", slap="5", false_slap="burn")
    live.all("flip")
    live.run(live.now + 600)
    live.act(1, "slap", reveal=1, rt=300, arr=340, credit=60)
    live.all("flip")
    live.slap(0, 80, 90, 0)
    live.run(live.now + 5_000)
    live.act(-1, "stop", end="agreed")
    text = log_of(live)
    assert moves(text) == ["1. 9c 8d >1 9c8d", "2. b2:Td 5c 6d b1:2c s0 >2 Td6d5c2c", "!g"]
    assert rewrite(text) == text


@each([("loser", ("2c 3c", "4c")), ("seat", ("2d Qd", "Th 2c"))])
def test_a_log_that_goes_on_after_a_proven_repetition_is_refused(order, piles):
    live = Live.of(*piles, order=order, pace="auto:400")
    live.o = live.o._replace(cycles=False)
    live.run(40_000)
    assert live.t.battles > 10
    live.act(-1, "stop", end="agreed")
    with pytest.raises(BadLine):
        rewrite(log_of(live))


def test_resigning_in_a_war_breaks_the_line_in_two():
    live = Live.of("8c 2c 3c", "8d 2d 3d", "5h 6h")
    live.all("flip")
    live.act(0, "resign")
    live.run(live.now + 600)
    live.act(-1, "stop", end="abandoned")
    text = log_of(live)
    assert moves(text) == ["1. 8c 8d 5h", "!r1", "1. >2 8d5h8c2c3c", "!x"]
    assert '[Result "2"]\n[End "abandoned"]' in text
    assert rewrite(text) == text


@each(
    [
        ("2. Kh Jd", "2. Kh Js", 12, "the rules give"),
        ("2. Kh Jd", "3. Kh Jd", 12, "battle 2 comes next"),
        ("2. Kh Jd >2 JdKh", "2. Kh Jd >1 JdKh", 12, "the rules give"),
        ("2. Kh Jd >2 JdKh", "2. Kh Jd >2 JdKs", 12, "packet"),
        ("2. Kh Jd >2 JdKh", "2. Kh Jd >2", 12, "packet"),
        ("2. Kh Jd >2 JdKh", "2. Kh Jd", 12, "not finished"),
        ("2. Kh Jd >2 JdKh", "2. Kh Jd s0 >2 JdKh", 12, "next comes collect"),
        ("2. Kh Jd >2 JdKh", "!r3", 12, "seat 3"),
        ("2. Kh Jd >2 JdKh", "b1:Qs 2. Kh", 12, "no number"),
        ("2. Kh Jd >2 JdKh", "2. b1:Qs Kh Jd >2 JdKh", 12, "top card"),
        ("6. 5h As s0", "6. 5h As s3", 16, "cannot slap"),
        ("6. 5h As s0", "6. 5h As s2", 16, "the rules give"),
        ("6. 5h As s0", "6. 5h As", 16, "next comes slap"),
        ("37. ", "!g\n37. ", 48, "over before"),
    ]
)
def test_an_error_names_its_line(old, new, line, reason):
    assert old in SAMPLE
    with pytest.raises(BadLine) as bad:
        rewrite(SAMPLE.replace(old, new, 1))
    assert (bad.value.line, reason in bad.value.reason) == (line, True), bad.value
