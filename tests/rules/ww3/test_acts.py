"""Acts as clients send them and as they are stored (rules sheet 0.5, 3.10)."""

import pytest

from games.rules.game import Act, BadAct
from games.rules.ww3.acts import Kind
from tests.each import each
from tests.rules.ww3.live import GAME

CALL = {"reveal": 3, "rt": 250, "arr": 300, "credit": 60}


STORED = [
    ("play", {}),
    ("fight", {}),
    ("decline", {"card": 2}),
    ("target", {"opponent": 2}),
    ("draw", {}),
    ("hold", CALL),
    ("reset", CALL),
    ("resign", {}),
    ("auto", {"on": 1}),
    ("lead", {"ms": 120}),
    ("hurry", {}),
    ("stop", {"end": 5}),
]


@each(STORED)
def test_a_stored_act_reads_back(name, args):
    act = GAME.read_move(name, args)
    assert GAME.write_act(act) == (name, args)


def test_every_kind_of_act_is_in_that_list():
    assert {name.upper() for name, _ in STORED} == set(Kind.__members__)


def test_words_flags_and_codes_are_understood():
    assert GAME.read_move("stop", {"end": "abandoned"}) == Act(Kind.STOP, 6)
    assert GAME.read_move("stop", {"end": "limit"}) == Act(Kind.STOP, 7)
    assert GAME.read_act("auto", {"on": True}) == Act(Kind.AUTO, 1)
    assert GAME.read_act("decline", {"card": "2D"}) == Act(Kind.DECLINE, 57)
    assert GAME.read_act("target", {"opponent": 1}) == Act(Kind.TARGET, 0)
    assert GAME.read_act("hold", {"reveal": 3, "rt": 250}) == Act(Kind.HOLD, 3, 250)


@each(["", "PLAY", "Play", "flip", "slap", "lead", "hurry", "stop", "__class__", "play "])
def test_players_have_no_such_act(name):
    with pytest.raises(BadAct) as bad:
        GAME.read_act(name, {})
    assert bad.value.code == "UNKNOWN_ACT"


@each(
    [
        ("play", {"card": "As"}),
        ("decline", {}),
        ("decline", {"card": "2x"}),
        ("decline", {"card": None}),
        ("decline", {"card": 112}),
        ("decline", {"card": [2]}),
        ("target", {}),
        ("target", {"opponent": 0}),
        ("target", {"opponent": 7}),
        ("target", {"opponent": "2"}),
        ("hold", {}),
        ("hold", {"reveal": 1}),
        ("hold", {"reveal": "1", "rt": 250}),
        ("hold", {"reveal": 0, "rt": 250}),
        ("hold", {"reveal": 1, "rt": 250.5}),
        ("hold", CALL),
        ("reset", {"reveal": True, "rt": 250}),
        ("auto", {"on": 2}),
        ("auto", {"on": "yes"}),
        ("resign", {"really": True}),
    ]
)
def test_arguments_are_checked(name, args):
    with pytest.raises(BadAct) as bad:
        GAME.read_act(name, args)
    assert bad.value.code == "BAD_PARAM"
