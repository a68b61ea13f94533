"""Logs of World War III (rules sheet 4.1, 4.4): what their lines say, and what does not follow."""

from pathlib import Path

import pytest

from games.rules.logs import BadLine, rewrite, write_wsn
from games.rules.ww3.state import Phase
from tests.each import each
from tests.rules.live import play_bots
from tests.rules.ww3.live import GAME, Live

SAMPLE = (Path(__file__).parents[2] / "scenarios" / "wsn" / "ww3-2.wsn").read_text()
LEVELS = ["recruit", "sergeant", "general"]
SEED_LOG = """[WSN "1"]
[Game "ww3"]
[Options "order=oldest"]
[Players "3"]
[Seat1 "?"]
[Seat2 "?"]
[Seat3 "?"]
[Deal "1:Tc9c7c5c4c+9d3cX2JcTh9sJs6cKc/2:AsJd9h6h4h+2dQd8d3dAdX33h5dAc/\
3:KsQc8h7h5h+7d8c2cKd4dTdJhQhKh/c:X12h8s5s6sQs6dAh2s3s4s7sTsX4/l:1"]
[Result "*"]
[End "*"]

R1 1:Tc 1<X1 2:As 2<2h 3v2 I(3.7d,2.2d) II(3.8c,2.Qd) h2 III(3.2c) >2 7d8c2c
R2 2#2h 2<8s 2:Jd 2<5s 3:Ks 3<6s 1:X1 1<Qs 1*2 I(1.9d,2.8d) II(1.3c,2.3d) rt I(1.X2,2.Ad) rj \
I(1.Jc,2.X3) h1j II(2.3h) III(2.5d) >1 As2dQdJd8d3dAdX33h5d
R3 1:Qs 1<6d 2~2h 3v1 I(3.Kd,1.Th) h3 II(1.9s) III(1.Js) >3 TcX19d3cX2JcQsTh9sJs
"""


def log_of(live: Live) -> str:
    return write_wsn(
        game=GAME,
        o=live.o,
        names=["Alice", "Bob", "Charlie", "Dora", "Emil", "Fritz"][: live.o.players],
        deal=live.deal,
        events=live.tape,
        result=GAME.result(live.t, live.o),
    )


def moves(text: str) -> list[str]:
    return text.split("\n\n", 1)[1].splitlines()


def test_the_example_of_the_source_text():
    """3.13 and 4.4: the log, and the position it ends in."""
    assert rewrite(SEED_LOG) == SEED_LOG
    deal, lines = SEED_LOG.split('[Deal "')[1].split('"')[0], moves(SEED_LOG)
    t, events = GAME.read_log(GAME.read_options("order=oldest", 3), deal, lines)
    assert [seat.captured for seat in t.seats[:3]] == [10, 3, 10]
    assert (t.phase, t.leader, t.rounds) == (Phase.ROUND_END, 2, 3)
    view = GAME.open_view(t, GAME.read_options("order=oldest", 3))
    assert " ".join(view["seats"][0]["hand"]) == "9c 7c 6d 5c 4c"
    assert " ".join(view["seats"][0]["cards"]) == "6c Kc As 2d Qd Jd 8d 3d Ad X3 3h 5d"
    assert " ".join(view["seats"][2]["discard"]) == "Ks Kd"
    assert view["centre"] == 7
    assert view["removed"] == ["2h"]


def test_resigning_breaks_the_round_in_two():
    live = Live.of(
        ["Tc9c8c7c6c", "Jd8d7d6d5d", "9h8h7h6h5h"],
        ["3c4c", "Kd4d5c", "As3h4h"],
        "3s4s5s6s",
        shown=["", "", "2h"],
    )
    live.do(0, "play")
    live.do(1, "play")
    live.do(0, "resign")
    live.do(2, "decline", card="2h")
    live.do(-1, "stop", end="abandoned")
    assert moves(log_of(live)) == ["R1 1:Tc 1<3s 2:Jd 2<4s", "!r1", "R1 3~2h >u2", "!x"]


def test_resigning_before_the_first_round():
    live = Live.dealt("", 4)
    live.do(0, "resign")
    play_bots(live, LEVELS, 4)
    assert moves(log_of(live))[0] == "!r1"
    assert moves(log_of(live))[1].startswith("R1 2")
    assert rewrite(log_of(live)) == log_of(live)


def test_cards_under_the_centre_are_in_the_log():
    live = Live.of(
        ["Tc9c8c7c6c", "9d8d7d6d5d", "3h4h5h6h7h"],
        ["Kc", "Kd", "As6s"],
        "3s4s",
        fallen="centre",
        cap=10,
    )
    live.run(60_000)
    rows = moves(log_of(live))
    assert rows[0].startswith("R1 1:Tc 1<3s 2v1 I(2.Kd,1.Kc) rt >0 o1 ")
    out = rows[0].split(" ")
    assert sorted(out[out.index("o1") + 1]) == sorted("9c8c7c6c3sTcKc")
    assert rewrite(log_of(live)) == log_of(live)


@each(
    [
        ("failcard=play", "failcard=no", "cannot be chosen"),
        ("1:4d5hJcTd6c+", "1:4d5hJcTdKD+", "of these packs"),
        ("1:4d5hJcTd6c+", "1:4d5hJcTd6c", "pick-up pile"),
        ("/l:1", "", "a leader"),
        ("/l:1", "/l:3", "a leader"),
        ("R1 1:Jc", "R1 1:Js", "the rules give"),
        ("R1 1:Jc", "R2 1:Jc", "not the round that comes next"),
        ("h2 II(1.X2) x1", "h1 II(1.X2) x1", "the rules give"),
        ("h2 II(1.X2) x1", "II(1.X2) x1", "the rules give"),
        (">2 JcTd8cX22h", ">2 JcTd8c2hX2", "the rules give"),
        (" >2 JcTd8cX22h", "", "the rules give"),
        (" h2 II(1.X2) x1 III(1.2h) >2 JcTd8cX22h", "", "not finished"),
        (">2 JcTd8cX22h", ">2 JcTd8cX22h o1", "after the end"),
        ("2~2d >u1", "2~2h >u1", "no declared two"),
        ("1*2 I(1.9c", "1*1 I(1.9c", "the rules give"),
    ]
)
def test_what_does_not_follow_is_refused(old, new, reason):
    assert old in SAMPLE
    with pytest.raises(BadLine) as bad:
        rewrite(SAMPLE.replace(old, new, 1))
    assert reason in bad.value.reason, bad.value.reason


@each([("!q", "not known"), ("!r4", "seat 4"), ("!r0", "not known")])
def test_unknown_endings_are_refused(line, reason):
    with pytest.raises(BadLine, match=reason):
        rewrite(SEED_LOG + line + "\n")


def test_a_target_that_is_no_opponent_is_refused():
    with pytest.raises(BadLine, match="names no opponent"):
        rewrite(SEED_LOG.replace(" 1*2 ", " 1*1 "))


def test_a_packet_of_other_cards_is_refused():
    text = SEED_LOG.replace("order=oldest", "").replace(">2 7d8c2c", ">2 7d8c2d")
    with pytest.raises(BadLine, match="packet"):
        rewrite(text)


def test_shuffled_spoils_are_taken_from_the_log():
    text = SEED_LOG.replace("order=oldest", "").replace(">2 7d8c2c", ">2 2c7d8c")
    assert rewrite(text) == text
