"""Lines of the log say *you* to the seat that reads them, and name it to everybody else."""

import re

import pytest

from games.rules.cards import NONE
from games.rules.catalogue import find
from games.rules.events import read_event, seen_by
from games.rules.phrases import ENGLISH
from tests.conformance.golden import ROWS, played, stem
from tests.conformance.subjects import KEYS
from tests.depth import share
from tests.rules.every_event import events_of, seats_in
from tests.rules.second_person import said_to

NAMES = ("Ann", "Bob", "Cem", "Dan", "Eve", "Fay", "Gus", "Hal")
YOU = re.compile(r"\b(?:you|your)\b", re.IGNORECASE)
QUOTED = re.compile("“.*?”")  # what the player is told who is named


def lines(game, event, you):
    """The lines of an event, without the reason of a refusal: it is said to the player itself."""
    told = [line.text for line in game.describe([event], NAMES, ENGLISH, you)]
    if event.ev == "refused":
        return [re.sub(r"(possible)[.:].*", r"\1.", text) for text in told]
    return told


def is_possible(event):
    """Whether it is about different seats."""
    rows = [[getattr(event, field) for field in seats_in(type(event))]]
    rows += [row for row in (getattr(event, "seats", ()), getattr(event, "winners", ())) if row]
    return all(len(set(row)) == len(row) for row in rows)


def verify(game, event, you):
    """The seat reads a sentence that is said to it."""
    told, others = lines(game, event, you), lines(game, event, NONE)
    assert told == [said_to(NAMES[you], text) for text in others], event
    assert not [text for text in told if re.search(rf"\b{NAMES[you]}\b", text)]
    assert not [text for text in others if YOU.search(QUOTED.sub("", text))]


@pytest.mark.parametrize("key", KEYS)
def test_every_sentence_is_said_to_whom_it_is_about(key):
    for event in events_of(key):
        for seat in range(3) if is_possible(event) else ():
            verify(find(key), event, seat)


@pytest.mark.parametrize(("key", "preset"), share(ROWS), ids=[stem(*row) for row in share(ROWS)])
def test_every_seat_of_a_played_game_is_spoken_to(key, preset):
    live, _names = played(key, preset)
    spoken = 0
    for event in live.tape:
        for seat in range(live.o.players):
            seen = read_event(key, seen_by(event, seat))
            verify(live.game, seen, seat)
            spoken += lines(live.game, seen, seat) != lines(live.game, seen, NONE)
    assert spoken > 10
