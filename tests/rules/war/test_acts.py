"""Acts as clients send them and as they are stored (rules sheet 0.5, 1.10)."""

import pytest

from games.rules.game import Act, BadAct
from games.rules.war.acts import Kind
from tests.each import each
from tests.rules.war.live import GAME


@each(
    [
        ("flip", {}),
        ("lay", {}),
        ("check", {}),
        ("resign", {}),
        ("auto", {"on": 1}),
        ("slap", {"reveal": 3, "rt": 250, "arr": 300, "credit": 60}),
        ("lead", {"ms": 120}),
        ("hurry", {}),
        ("stop", {"end": 5}),
    ]
)
def test_a_stored_act_reads_back(name, args):
    act = GAME.read_move(name, args)
    assert GAME.write_act(act) == (name, args)


def test_words_and_flags_are_understood():
    assert GAME.read_move("stop", {"end": "abandoned"}) == Act(Kind.STOP, 6)
    assert GAME.read_move("stop", {"end": "limit"}) == Act(Kind.STOP, 7)
    assert GAME.read_act("auto", {"on": True}) == Act(Kind.AUTO, 1)
    assert GAME.read_act("auto", {"on": False}) == Act(Kind.AUTO, 0)


@each(["", "FLIP", "Flip", "dance", "lead", "hurry", "stop", "__class__", "flip "])
def test_players_have_no_such_act(name):
    with pytest.raises(BadAct) as bad:
        GAME.read_act(name, {})
    assert bad.value.code == "UNKNOWN_ACT"


@each(
    [
        ("flip", {"card": "As"}),
        ("slap", {}),
        ("slap", {"reveal": 1}),
        ("slap", {"reveal": "1", "rt": 250}),
        ("slap", {"reveal": 1, "rt": 250.5}),
        ("slap", {"reveal": True, "rt": 250}),
        ("slap", {"reveal": 0, "rt": 250}),
        ("slap", {"reveal": 1, "rt": 10**9}),
        ("slap", {"reveal": 1, "rt": None}),
        ("slap", {"reveal": [1], "rt": {}}),
        ("auto", {"on": 2}),
        ("auto", {"on": "yes"}),
        ("resign", {"really": True}),
    ]
)
def test_arguments_are_checked(name, args):
    with pytest.raises(BadAct) as bad:
        GAME.read_act(name, args)
    assert bad.value.code == "BAD_PARAM"
