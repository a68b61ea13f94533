"""The move text (rules sheet 4.3): the samples byte for byte, every kind of line, bad lines."""

from pathlib import Path

import pytest
from django.core.management import call_command

from games.rules.logs import BadLine, rewrite, write_wsn
from tests.depth import seeds
from tests.each import each
from tests.rules.live import play_bots
from tests.rules.ultimate.live import GAME, Live

FOLDER = Path(__file__).parents[2] / "scenarios" / "wsn"
FILES = sorted(FOLDER.glob("ultimate-*.wsn"))
LEVELS = ("hunter", "bully", "random", "decoy", "greedy", "martyr", "hoarder", "random")


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_a_sample_is_read_and_written_byte_for_byte(path):
    assert rewrite(path.read_text()) == path.read_text()


def test_the_command_says_ok(capsys):
    call_command("wsn", *FILES)
    assert [line.split(": ")[1] for line in capsys.readouterr().out.splitlines()] == ["ok"] * 6


def log_of(live: Live, names: tuple[str, ...] = ("A", "B", "C", "D", "E", "F", "G", "H")) -> str:
    return write_wsn(
        game=GAME,
        o=live.o,
        names=names[: live.o.players],
        deal=live.deal,
        events=live.tape,
        result=GAME.result(live.t, live.o),
    )


OPTIONS = [
    "clock=300000",
    "change=on;clock=300000;multi=on;order=winner;seats=5",
    "change=on;clock=300000;leftover=seats;multi=on;order=loser;seats=3;spoils=shown",
    "change=on;clock=300000;leftover=remove;multi=on;pace=pulse;seats=8",
    "clock=300000;pace=pulse;stall=20000",
    "clock=300000;seats=6;stall=off",
]


@each(OPTIONS)
def test_a_game_of_bots_is_written_and_replayed(options):
    live = Live.dealt(options, seed=4)
    play_bots(live, LEVELS[: live.o.players], seed=2)
    text = log_of(live)
    assert rewrite(text) == text
    t, events = GAME.read_log(live.o, live.deal, text.split("\n\n")[1].splitlines())
    assert [live.t.seats[p].stack.size for p in range(8)] == [s.stack.size for s in t.seats]
    if not live.o.pulse:
        assert events == live.tape


@each(seeds(12))
def test_random_games_with_resignations_are_replayed(seed):
    live = Live.dealt("change=on;clock=300000;multi=on;seats=5;stall=20000", seed=seed)
    play_bots(live, LEVELS[:5], seed=seed, most_ms=40_000 + 9_000 * (seed % 12))
    left = [p + 1 for p in range(5) if not live.t.seats[p].out]
    live.act(live.now, left[seed % len(left)], "resign")
    play_bots(live, LEVELS[:5], seed=seed, most_ms=live.now + 60_000)
    live.act(live.now, 0, "stop", ("agreed", "abandoned", "limit")[seed % 3])
    text = log_of(live)
    assert "!r" in text
    assert rewrite(text) == text


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


SAMPLE = FILES[4].read_text() if FILES else ""
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
    text = FILES[0].read_text().replace("3786 1x fQs>2:Jc >1 TcJcQs", "3786 1x fQs>2:Jc >1 TcJcKs")
    with pytest.raises(BadLine, match="packet"):
        rewrite(text)


def test_lines_after_the_end_are_refused():
    with pytest.raises(BadLine, match="the game is over"):
        rewrite(SAMPLE + "120001 1f 2c\n")


def test_a_log_that_is_not_finished():
    cut = "\n".join(SAMPLE.split("\n")[:60]) + "\n"
    cut = cut.replace('[Result "4"]', '[Result "*"]').replace('[End "clock"]', '[End "*"]')
    assert rewrite(cut) == cut
    with pytest.raises(BadLine, match="Result"):
        rewrite(cut.replace('[Result "*"]', '[Result "4"]'))


@each(["1:2c/2:3c/c:4c", "1:2c/2:2c/3:3c", "x"])
def test_a_deal_that_is_none(text):
    deal = SAMPLE.split('[Deal "')[1].split('"')[0]
    with pytest.raises(BadLine):
        rewrite(SAMPLE.replace(deal, text))
