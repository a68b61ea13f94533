"""Logs of War (rules sheet 4.1, 4.2): written, read, replayed; errors give their line."""

import random
from pathlib import Path

import pytest
from django.core.management import call_command

from games.rules.logs import BadLine, rewrite, write_wsn
from games.rules.war.state import Phase
from tests.depth import seeds
from tests.each import each
from tests.rules.live import play_bots
from tests.rules.war.live import GAME, Live
from tests.rules.war.strategies import random_options

FOLDER = Path(__file__).parents[2] / "scenarios" / "wsn"
FILES = sorted(FOLDER.glob("war-*.wsn"))
SAMPLE = (FOLDER / "war-1.wsn").read_text()


def log_of(live: Live, **tags: str) -> str:
    return write_wsn(
        game=GAME,
        o=live.o,
        names=["Alice", "Bob", "Charlie"][: live.o.players],
        deal=live.deal,
        events=live.tape,
        result=GAME.result(live.t, live.o),
        tags=tags,
    )


def moves(text: str) -> list[str]:
    return text.split("\n\n", 1)[1].splitlines()


@pytest.mark.parametrize("path", FILES, ids=[path.name for path in FILES])
def test_a_sample_is_written_again_byte_for_byte(path):
    assert rewrite(path.read_text()) == path.read_text()


@each(seeds(30))
def test_a_live_game_gives_a_log_that_replays(seed):
    rng = random.Random(seed)
    live = Live.dealt(random_options(rng), seed)
    play_bots(live, rng.choices(["recruit", "general"], k=live.o.players), seed, 3_000_000)
    text = log_of(live, Site="warsite", Table="ABCD2345")
    assert rewrite(text) == text


@each(seeds(25))
def test_a_game_broken_off_anywhere_gives_a_log_that_replays(seed):
    rng = random.Random(seed)
    live = Live.dealt(random_options(rng), seed)
    play_bots(live, ["general"] * live.o.players, seed, most_ms=rng.randrange(3_000, 60_000))
    if live.phase not in (Phase.OVER, Phase.SLAP, Phase.UNDERDOG, Phase.LAY, Phase.COLLECT):
        assert rewrite(log_of(live)) == log_of(live)
    if live.phase != Phase.OVER:
        seat = rng.randrange(live.o.players)
        live.act(seat, "resign")
        play_bots(live, ["general"] * live.o.players, seed, most_ms=3_000_000)
        if live.phase != Phase.OVER:
            live.act(-1, "stop", end=rng.choice(["agreed", "abandoned", "limit"]))
    text = log_of(live)
    assert f"!r{seat + 1}" in text if "resign" in live.happened() else True
    assert rewrite(text) == text


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


@pytest.mark.parametrize(
    ("order", "piles"), [("loser", ("2c 3c", "4c")), ("seat", ("2d Qd", "Th 2c"))]
)
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


def test_tags_comments_and_unknown_tags_are_kept():
    text = SAMPLE.replace(
        '[Options "', '[Date "2026.11.20"]\n[Mood "\\"merry\\" \\u00e9"]\n[Options "'
    )
    text = text.replace("5. Jh 7c >2", "5. {before} Jh{t=12345} 7c {two words} >2")
    text = text.replace("\n9. ", "\n{a line of its own}\n9. ")
    assert rewrite(text) == text


def test_names_are_escaped():
    live = Live.of("9c", "7c")
    live.act(0, "resign")
    text = write_wsn(
        game=GAME,
        o=live.o,
        names=['Zoë "Z"', "back\\slash"],
        deal=live.deal,
        events=live.tape,
        result=GAME.result(live.t, live.o),
    )
    assert '[Seat1 "Zo\\u00eb \\"Z\\""]' in text
    assert text.isascii()
    assert rewrite(text) == text


@each(
    [
        ('[WSN "1"]', '[WSN "2"]', 1, "version"),
        ('[WSN "1"]\n', "", 9, "WSN is missing"),
        ('[Game "war"]', '[Game "chess"]', 2, "not known"),
        ("auto=2;", "auto=1;", 3, "cannot be chosen"),
        ('[Players "2"]', '[Players "3"]', 10, "Seat3 is missing"),
        ('[Seat1 "?"]', '[Seat1 "?]', 5, "no tag"),
        ('[Seat1 "?"]', '[Seat2 "?"]', 6, "second time"),
        ("1:QsKh", "1:QsQs", 7, "dealt twice"),
        ("1:QsKh", "1:QsK", 7, "not a card"),
        ('[Result "1"]', '[Result "2"]', 8, "Result 1"),
        ('[End "all"]', '[End "cap"]', 9, "End all"),
        ("2. Kh Jd", "2. Kh Js", 12, "the rules give"),
        ("2. Kh Jd", "3. Kh Jd", 12, "battle 2 comes next"),
        ("2. Kh Jd >2 JdKh", "2. Kh Jd >1 JdKh", 12, "the rules give"),
        ("2. Kh Jd >2 JdKh", "2. Kh Jd >2 JdKs", 12, "packet"),
        ("2. Kh Jd >2 JdKh", "2. Kh Jd >2", 12, "packet"),
        ("2. Kh Jd >2 JdKh", "2. Kh Jd", 12, "not finished"),
        ("2. Kh Jd >2 JdKh", "2. Kh Jd s0 >2 JdKh", 12, "next comes collect"),
        ("2. Kh Jd >2 JdKh", "nonsense", 12, "no number"),
        ("2. Kh Jd >2 JdKh", "!q", 12, "not known"),
        ("2. Kh Jd >2 JdKh", "!r3", 12, "seat 3"),
        ("2. Kh Jd >2 JdKh", "b1:Qs 2. Kh", 12, "no number"),
        ("2. Kh Jd >2 JdKh", "2. b1:Qs Kh Jd >2 JdKh", 12, "top card"),
        ("6. 5h As s0", "6. 5h As s3", 16, "cannot slap"),
        ("6. 5h As s0", "6. 5h As s2", 16, "the rules give"),
        ("6. 5h As s0", "6. 5h As", 16, "next comes slap"),
        ("2. Kh Jd >2 JdKh", "", 12, "empty line"),
        ("37. ", "!g\n37. ", 48, "over before"),
    ]
)
def test_an_error_names_its_line(old, new, line, reason):
    assert old in SAMPLE
    with pytest.raises(BadLine) as bad:
        rewrite(SAMPLE.replace(old, new, 1))
    assert (bad.value.line, reason in bad.value.reason) == (line, True), bad.value


@each([("", 1), ("x\n", 1), (SAMPLE[:-1], 47), (SAMPLE.replace("\n", "\r\n"), 1), ('[A "é"]\n', 1)])
def test_what_is_no_file_is_refused(text, line):
    with pytest.raises(BadLine) as bad:
        rewrite(text)
    assert bad.value.line == line


def test_a_broken_off_log_must_say_so():
    half = "\n".join(SAMPLE.splitlines()[:20]) + "\n"
    with pytest.raises(BadLine, match=r"Result \*"):
        rewrite(half)
    half = half.replace('[Result "1"]', '[Result "*"]').replace('[End "all"]', '[End "*"]')
    assert rewrite(half) == half


def test_the_command_says_ok(capsys):
    call_command("wsn", *FILES)
    out = capsys.readouterr().out.splitlines()
    assert len(out) == len(FILES)
    assert all(line.endswith(": ok") for line in out)


def test_the_command_stops_with_1_and_names_the_line(tmp_path, capsys):
    bad = tmp_path / "bad.wsn"
    bad.write_text(SAMPLE.replace("3. 4c Ah", "3. 4c As"))
    raw = tmp_path / "raw.wsn"
    raw.write_bytes(SAMPLE.encode().replace(b"3. 4c", b"3. 4\xff"))
    with pytest.raises(SystemExit) as stop:
        call_command("wsn", FILES[0], bad, raw, tmp_path / "none.wsn")
    assert stop.value.code == 1
    out = capsys.readouterr().out.splitlines()
    assert out[0].endswith("ok")
    assert "bad.wsn: line 13: the rules give" in out[1]
    assert "raw.wsn: line 13: only ASCII" in out[2]
    assert "none.wsn: cannot be read" in out[3]
