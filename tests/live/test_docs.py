"""docs/protocol.md matches the code: it lists every act, refusal and close code, and no others."""

import re
from pathlib import Path

from games.api import sockets
from games.chat.refusals import SENTENCES as OF_CHAT
from games.live import commands, limits, protocol, rooms
from games.rules.catalogue import GAMES
from games.sockets import base, personal, table
from games.table.refusals import SENTENCES
from warsite.local.processes import ROOT

PAGE = (ROOT / "docs" / "protocol.md").read_text()
SOURCES = "".join(
    Path(module.__file__).read_text()
    for module in (commands, base, personal, table, protocol, rooms, sockets)
)


def section(title: str) -> str:
    return PAGE.split(f"## {title}\n")[1].split("\n## ")[0]


def table_of(text: str) -> list[list[str]]:
    rows = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("| `")]
    return [[cell.strip().strip("`") for cell in row] for row in rows]


def test_every_refusal_is_listed_with_its_sentence():
    listed = dict(table_of(section("Refusals")))
    own = set(re.findall(r'(?:Refused|reject|unavailable)\((?:[\w.]+, )*"([A-Z_]+)"', SOURCES))
    assert own, "the pattern finds nothing any more"
    of_games = {code.name: code for game in GAMES.values() for code in game.rejects if code}
    known = {name: str(sentence) for name, sentence in (SENTENCES | OF_CHAT).items()}
    known |= {name: str(code.sentence) for name, code in of_games.items()}
    assert listed.keys() == known.keys() | own | {"UNKNOWN_ACT"}
    assert {name: listed[name] for name in known} == known


def test_every_error_and_close_code_is_listed():
    rows = table_of(section("Limits, errors and close codes"))
    listed = {(row[0], int(row[1])) for row in rows}
    bad = set(re.findall(r'BadMessage\("([A-Z_]+)"', SOURCES))
    ends = set(re.findall(r'\.end\(Close\.([A-Z_]+), "([A-Z_]+)"', SOURCES))
    known = {(code, 4400) for code in bad}
    known |= {(code, int(protocol.Close[close])) for close, code in ends}
    assert len(bad) == 5 and len(ends) == 7
    assert listed == known


def test_every_act_of_the_table_is_listed():
    text = section("What a client sends").split("Acts of the table:")[1].split("All other acts")[0]
    acts = {word.split()[0] for word in re.findall(r"`([a-z]+[^`]*)`", text)}
    assert acts - {"finish", "fast"} == set(commands.ACTS)


def test_the_limits_are_those_of_the_code():
    text = " ".join(section("Limits, errors and close codes").split())
    assert f"{protocol.MESSAGE_BYTES} bytes" in text
    assert f"{int(limits.BURST)} messages at once and {int(limits.MESSAGES_PER_S)} a second" in text
    assert f"{int(table.SEND_TIMEOUT_S)} seconds" in text
    assert limits.PATIENCE == 100 and rooms.BEAT_S == 5.0
