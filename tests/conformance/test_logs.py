"""Logs of every game as files (rules sheet 4.1): written, read, replayed; errors give their line.
The move text is each game's own: what does not follow from its rules is in `tests/rules`."""

import random
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from games.rules.cards import NONE
from games.rules.catalogue import BOTS, ENTRIES
from games.rules.game import Reject, State
from games.rules.logs import BadLine, rewrite, write_wsn
from tests.conformance.subjects import KEYS
from tests.conformance.tables import position
from tests.depth import seeds
from tests.each import each
from tests.rules.live import LiveTable, play_bots

FOLDER = Path(__file__).parents[1] / "scenarios" / "wsn"
FILES = sorted(FOLDER.glob("*.wsn"))
SAMPLES = {key: (FOLDER / f"{key}-1.wsn").read_text() for key in ENTRIES}
every = pytest.mark.parametrize("key", KEYS)
STOPS = {"agreed": "!g", "abandoned": "!x", "limit": "!l"}


def log_of(live: LiveTable, **tags: str) -> str:
    return write_wsn(
        game=live.game,
        o=live.o,
        names=[f"P{p}" for p in range(live.o.players)],
        deal=live.deal,
        events=live.tape,
        result=live.game.result(live.t, live.o),
        tags=tags,
    )


def refused(text: str) -> BadLine:
    with pytest.raises(BadLine) as bad:
        rewrite(text)
    return bad.value


def test_samples_are_written_again_byte_for_byte(capsys):
    assert {path.name.split("-")[0] for path in FILES} == {*SAMPLES}
    for path in FILES:
        assert rewrite(path.read_text()) == path.read_text(), path
    call_command("wsn", *FILES)
    told = capsys.readouterr().out.splitlines()
    assert len(told) == len(FILES) and all(line.endswith(": ok") for line in told)


def is_replayed(text: str) -> bool:
    """Whether the file can be read; a game may refuse to break off in the middle of a line."""
    try:
        assert rewrite(text) == text
    except BadLine as bad:
        assert "not finished" in bad.reason
        return False
    return True


def cards(live: LiveTable, t: State) -> list[dict[str, Any]]:
    """What is known of the seats after the end, except what nobody needs to repeat their moves."""
    seats = live.game.open_view(t, live.o)["seats"]
    unneeded = {"auto", "ready", "locked"}
    return [{key: row[key] for key in row.keys() - unneeded} for row in seats]


@every
def test_a_game_broken_off_anywhere_gives_a_log_that_replays(key):
    replayed, resigned = [], 0
    for seed in seeds(30):
        rng, live = random.Random(seed), position(key, seed, 60_000)
        levels = [next(iter(BOTS[key].levels))] * live.o.players
        if live.game.result(live.t, live.o) is None:
            replayed.append(is_replayed(log_of(live)))
            seat = rng.choice([p for p in range(live.o.players) if not live.t.seats[p].out])
            assert live.now_act(seat, "resign", {}) == Reject.OK
            resigned += 1
            assert f"!r{seat + 1}" in log_of(live)
            play_bots(live, levels, seed, live.now + rng.randrange(30_000))
        if live.game.result(live.t, live.o) is None:
            end = rng.choice([*STOPS])
            assert live.now_act(NONE, "stop", {"end": end}) == Reject.OK
            assert log_of(live).splitlines()[-1].split()[-1] == STOPS[end]
            assert f'[End "{end}"]' in log_of(live)
        text = log_of(live, Site="warsite", Table="ABCD2345")
        assert rewrite(text) == text, seed
        t, _ = live.game.read_log(live.o, live.deal, text.split("\n\n")[1].splitlines())
        assert cards(live, t) == cards(live, live.t), seed
    assert resigned and sum(replayed) * 3 >= len(replayed)


@every
def test_names_are_escaped(key):
    live = position(key, 1)
    names = ['Zoë "Z"', *(f"back\\{p}" for p in range(1, live.o.players))]
    live.now_act(NONE, "stop", {"end": "agreed"})
    result = live.game.result(live.t, live.o)
    text = write_wsn(
        game=live.game, o=live.o, names=names, deal=live.deal, events=live.tape, result=result
    )
    assert '[Seat1 "Zo\\u00eb \\"Z\\""]' in text and text.isascii()
    assert rewrite(text) == text


@each(ENTRIES)
def test_comments_and_unknown_tags_are_kept(key):
    text = SAMPLES[key].replace(
        '[Options "', '[Date "2026.11.20"]\n[Mood "\\"merry\\" \\u00e9"]\n[Options "'
    )
    head, moves = text.split("\n\n")
    first, second, *rest = moves.split("\n")
    half = first.index(" ")
    first = first[:half] + " {before}" + first[half:] + "{t=12345} {two words}"
    text = head + "\n\n" + "\n".join([first, "{a line of its own}", second, *rest])
    assert rewrite(text) == text


def tag(text: str, name: str) -> tuple[str, int]:
    """The line of the file with this tag, and its number."""
    lines = text.splitlines()
    number = next(n for n, line in enumerate(lines) if line.startswith(f"[{name} "))
    return lines[number], number + 1


@each(ENTRIES)
def test_an_error_in_the_tags_names_its_line(key):
    text = SAMPLES[key]
    tags = len(text.split("\n\n")[0].splitlines())
    players, at = tag(text, "Players")
    count = int(re.findall(r"\d", players)[0])
    deal, of_deal = tag(text, "Deal")
    cards = re.search(r"1:(..)(..)", deal)
    for old, new, line, reason in (
        ('[WSN "1"]', '[WSN "2"]', 1, "version"),
        ('[WSN "1"]\n', "", tags, "WSN is missing"),
        (f'[Game "{key}"]', '[Game "chess"]', 2, "not known"),
        ('[Options "', '[Options "colour=red;', tag(text, "Options")[1], "no option"),
        (players, f'[Players "{count + 1}"]', tags + 1, f"Seat{count + 1} is missing"),
        ('[Seat1 "?"]', '[Seat1 "?]', at + 1, "no tag"),
        ('[Seat1 "?"]', '[Seat2 "?"]', at + 2, "second time"),
        (cards[0], f"1:{cards[1]}{cards[1]}", of_deal, "twice"),
        (cards[0], f"1:{cards[1]}{cards[2][0]}", of_deal, ""),
        (deal, '[Deal "x"]', of_deal, ""),
        (*tag(text, "Result")[:1], '[Result "*"]', tag(text, "Result")[1], "Result "),
        (*tag(text, "End")[:1], '[End "chess"]', tag(text, "End")[1], "End "),
    ):
        assert old in text
        bad = refused(text.replace(old, new, 1))
        assert (bad.line, reason in bad.reason) == (line, True), (old, new, bad)


@each(ENTRIES)
def test_an_error_in_the_moves_names_its_line(key):
    text = SAMPLES[key]
    head, moves = text.split("\n\n")
    first, second, *rest = moves.splitlines()
    at = len(head.splitlines()) + 2
    for number, line in ((at + 1, "nonsense"), (at + 1, "!q"), (at + 1, "!r9"), (at + 1, "")):
        bad = refused("\n".join([head, "", first, line, *rest, ""]))
        assert bad.line == number, (line, bad)
    bad = refused(f"{text}{second}\n")
    assert bad.line == len(text.splitlines()) + 1 and "over" in bad.reason
    assert refused(text.replace(second, "", 1)).reason == "an empty line in the move text"


@each(ENTRIES)
def test_what_is_no_file_is_refused(key):
    text = SAMPLES[key]
    for broken, line in (
        ("", 1),
        ("x\n", 1),
        (text[:-1], len(text.splitlines())),
        (text.replace("\n", "\r\n"), 1),
        ('[A "é"]\n', 1),
    ):
        assert refused(broken).line == line, broken[:9]


@each(ENTRIES)
def test_a_log_that_is_not_finished_must_say_so(key):
    text = SAMPLES[key]
    head, moves = text.split("\n\n")
    cut = "\n".join([head, "", *moves.splitlines()[:5], ""])
    assert "Result *" in refused(cut).reason
    for name in ("Result", "End"):
        cut = cut.replace(tag(text, name)[0], f'[{name} "*"]')
    assert rewrite(cut) == cut


def test_the_command_stops_with_1_and_names_the_line(tmp_path, capsys):
    text = SAMPLES["war"]
    bad, raw = tmp_path / "bad.wsn", tmp_path / "raw.wsn"
    bad.write_text(text.replace("3. 4c Ah", "3. 4c As"))
    raw.write_bytes(text.encode().replace(b"3. 4c", b"3. 4\xff"))
    with pytest.raises(SystemExit) as stop:
        call_command("wsn", FILES[0], bad, raw, tmp_path / "none.wsn")
    assert stop.value.code == 1
    out = capsys.readouterr().out.splitlines()
    assert out[0].endswith("ok")
    assert "bad.wsn: line 13: the rules give" in out[1]
    assert "raw.wsn: line 13: only ASCII" in out[2]
    assert "none.wsn: cannot be read" in out[3]
