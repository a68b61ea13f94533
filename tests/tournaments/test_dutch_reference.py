"""The Dutch draws against those of bbpPairings 5.0.1 (`--dutch`).

`draws.json.xz`: 900 random tournaments of 3 to 40 entrants with absences, half-point byes and
walk-overs.  Of each `trf`, the tournament before the draw (who is away has an entry for the round
to draw), and `pairs`: first seat first, 0 for the bye, null if no legal pairing exists."""

import json
import lzma
from fractions import Fraction
from pathlib import Path
from typing import Any

from games.tournaments.pairing.draw import Draw
from games.tournaments.scoring.record import Kind, Round, StageRecord, Table, Unpaired
from games.tournaments.settings import resolve
from tests.depth import WHOLE, share
from tests.tournaments.results import byes_of, record_with, seats_of

DRAWS = Path(__file__).with_name("draws.json.xz")
DIFFERENT: set[int] = set()  # explained in docs/decisions/tournaments.md
PLACES = {"1": (1, 2), "0": (2, 1), "=": (1, 1), "+": (1, None), "-": (None, 1)}
AWAY = {
    "U": (Kind.BYE, Fraction(1)),
    "H": (Kind.HALF, Fraction(1, 2)),
    "Z": (Kind.ABSENT, Fraction(0)),
}
FIRST_ENTRY, WIDTH = 91, 10  # columns of a line of a player


def read(trf: str) -> StageRecord:
    players: dict[int, list[list[str]]] = {}
    settings: dict[str, Any] = {"engine": "dutch"}
    for line in trf.splitlines():
        if line.startswith("001"):
            entries = [line[at : at + WIDTH].split() for at in range(FIRST_ENTRY, len(line), WIDTH)]
            players[int(line[4:8])] = entries
        elif line.startswith("XXR"):
            settings["rounds"] = int(line[4:])
        elif line.startswith("XXC"):
            settings["first_seat"] = {"white1": 1, "black1": 2}[line[4:]]
    played = min(map(len, players.values()))
    rounds = [round_({p: own[at] for p, own in players.items()}) for at in range(played)]
    present = [player for player, own in players.items() if len(own) == played]
    return record_with(resolve(settings), players, rounds, present)


def round_(entries: dict[int, list[str]]) -> Round:
    """A round from the entries of everybody: opponent, colour, result."""
    return Round(
        tuple(
            Table((player, int(other)), PLACES[result])
            for player, (other, color, result) in entries.items()
            if color == "w"
        ),
        tuple(
            Unpaired(player, *AWAY[result])
            for player, (_, color, result) in entries.items()
            if color == "-"
        ),
    )


def pairs(drawn: Draw) -> list[list[int]] | None:
    """The draw as the reference writes it."""
    if drawn.method == "fallback":
        return None
    return [*map(list, seats_of(drawn)), *([bye, 0] for bye in byes_of(drawn))]


def test_every_draw_is_that_of_the_reference() -> None:
    draws = json.loads(lzma.decompress(DRAWS.read_bytes()))
    different, fallbacks = set(), 0
    for number, told in share(enumerate(draws)):
        record = read(told["trf"])
        drawn = record.settings.format.draw(record)
        seated = [entrant for table in drawn.tables for entrant in table.seats]
        assert sorted([*seated, *byes_of(drawn)]) == list(record.present)
        fallbacks += drawn.method == "fallback"
        if pairs(drawn) != told["pairs"]:
            different.add(number)
    assert len(draws) == 900 and fallbacks == (28 if WHOLE else 10)
    assert different == DIFFERENT
