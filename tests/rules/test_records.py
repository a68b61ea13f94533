"""States: bytes, copies, layouts."""

import json
from enum import IntEnum
from typing import Annotated

import pytest

from games.rules.records import Byte, Flag, Int, Record, StaleLayout, Time, Word


class Hand(Record):
    size: Byte
    cards: Annotated[list[int], 4]


class Game(Record):
    open: Flag
    number: Int
    since: Time
    word: Word
    hand: Hand
    hands: Annotated[list[Hand], 2]


class Phase(IntEnum):
    LEAD = 0
    FIGHT = 1


class Turn(Record):
    phase: Phase


def played() -> Game:
    g = Game()
    g.open, g.number, g.since, g.word = True, -7, 2**40, 2**64 - 1
    g.hand.cards[2] = 51
    g.hands[1].size = 3
    return g


def test_a_new_state_is_all_zero():
    assert set(Game().values()) == {0}


def test_bytes_read_back():
    g = played()
    assert Game.from_bytes(g.to_bytes()) == g
    assert len(g.to_bytes()) == 4 + 1 + 4 + 8 + 8 + 3 * 5
    assert Game.from_bytes(memoryview(g.to_bytes())) == g


def test_a_copy_is_its_own():
    g = played()
    copy = g.copy()
    copy.hands[1].cards[0] = 9
    assert g.hands[1].cards[0] == 0
    assert copy != g


def test_another_layout_is_refused():
    class Other(Record):
        open: Flag

    with pytest.raises(StaleLayout, match="another layout"):
        Game.from_bytes(Other().to_bytes())
    with pytest.raises(StaleLayout):
        Game.from_bytes(played().to_bytes()[:-1])
    with pytest.raises(StaleLayout):
        Game.from_bytes(b"")


def test_a_record_is_not_equal_to_something_else():
    assert Hand() != Game()
    assert Hand() != 5


def test_the_dictionary_is_for_reading():
    assert played().to_dict()["hands"][1] == {"size": 3, "cards": [0, 0, 0, 0]}


def test_a_dictionary_gives_the_state_back_also_that_of_an_older_release():
    told = json.loads(json.dumps(played().to_dict()))
    assert Game.from_dict(told) == played()
    del told["hands"][1]["size"]
    assert Game.from_dict(told).hands[1].size == 0
    assert Turn.from_dict({"phase": "FIGHT"}).phase is Phase.FIGHT
    with pytest.raises(ValueError, match="no 'GONE' any more"):
        Turn.from_dict({"phase": "GONE"})


def test_the_bytes_are_those_of_the_compiled_layout():
    assert Game.dtype().itemsize == len(Game().to_bytes()) - 4
