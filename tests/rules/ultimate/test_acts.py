"""Acts as clients send them and as they are stored."""

import pytest

from games.rules.cards import card, one
from games.rules.game import Act, BadAct, Reject
from games.rules.ultimate.legal import Kind
from games.rules.ultimate.state import HAND, STACK
from tests.each import each
from tests.rules.ultimate.live import GAME

ACTS = [
    ("draw", {}, Act(Kind.DRAW)),
    ("play", {}, Act(Kind.PLAY)),
    ("deploy", {}, Act(Kind.DEPLOY)),
    (
        "confront",
        {"src": "Kd", "seat": 3, "card": "4h"},
        Act(Kind.CONFRONT, card("Kd"), 2, card("4h")),
    ),
    (
        "challenge",
        {"src": "hand", "seat": 1, "zone": "stack", "options": ["2c", "Ac"]},
        Act(Kind.CHALLENGE, HAND, 0, STACK, one(card("2c")) | one(card("Ac"))),
    ),
    ("accept", {"challenge": 7}, Act(Kind.ACCEPT, 7)),
    (
        "option",
        {"challenge": 7, "src": "stack", "card": "4h"},
        Act(Kind.OPTION, 7, STACK, card("4h")),
    ),
    ("change", {"challenge": 7, "src": "hand"}, Act(Kind.CHANGE, 7, HAND)),
    ("consent", {"challenge": 7, "yes": True}, Act(Kind.CONSENT, 7, 1)),
    ("war", {"seat": 8}, Act(Kind.WAR, 7)),
    ("multi", {"src": "hand", "force": "highest"}, Act(Kind.MULTI, HAND, 1)),
    ("join", {"src": "9c"}, Act(Kind.JOIN, card("9c"))),
    ("pass", {}, Act(Kind.PASS)),
    ("resign", {}, Act(Kind.RESIGN)),
]


@pytest.mark.parametrize(("name", "args", "act"), ACTS, ids=[row[0] for row in ACTS])
def test_an_act_is_read_written_and_read_again(name, args, act):
    assert GAME.read_act(name, args) == act
    assert GAME.write_act(act) == (name, args)
    assert GAME.read_move(name, args) == act
    assert all(type(number) is int for number in GAME.read_act(name, args))


def test_every_act_has_a_case():
    assert {row[0] for row in ACTS} | {"stop"} == {kind.name.lower() for kind in Kind}


def test_the_servers_act_is_not_for_players():
    act = GAME.read_move("stop", {"end": "agreed"})
    assert GAME.write_act(act) == ("stop", {"end": "agreed"})
    with pytest.raises(BadAct) as bad:
        GAME.read_act("stop", {"end": "agreed"})
    assert bad.value.code == "UNKNOWN_ACT"


@each(["fly", "", "DRAW", "Draw", "flip", "auto", None, 5])
def test_what_is_no_act(name):
    with pytest.raises(BadAct) as bad:
        GAME.read_act(name, {})
    assert bad.value.code == "UNKNOWN_ACT"


@each(
    [
        ("draw", {"src": "hand"}),
        ("confront", {"src": "Kd", "seat": 3}),
        ("confront", {"src": "K", "seat": 3, "card": "4h"}),
        ("confront", {"src": "??", "seat": 3, "card": "4h"}),
        ("confront", {"src": 5, "seat": 3, "card": "4h"}),
        ("confront", {"src": ["hand"], "seat": 3, "card": "4h"}),
        ("confront", {"src": "Kd", "seat": 0, "card": "4h"}),
        ("confront", {"src": "Kd", "seat": 9, "card": "4h"}),
        ("confront", {"src": "Kd", "seat": True, "card": "4h"}),
        ("confront", {"src": "Kd", "seat": "3", "card": "4h"}),
        ("confront", {"src": "Kd", "seat": 3, "card": "stack"}),
        ("challenge", {"src": "hand", "seat": 1, "zone": "field", "options": ["2c"]}),
        ("challenge", {"src": "hand", "seat": 1, "zone": "hand", "options": "2c"}),
        ("challenge", {"src": "hand", "seat": 1, "zone": "hand", "options": ["2c", "2c"]}),
        ("challenge", {"src": "hand", "seat": 1, "zone": "hand", "options": ["2c"] * 4}),
        ("challenge", {"src": "hand", "seat": 1, "zone": "hand", "options": [["2c"]]}),
        ("accept", {"challenge": 0}),
        ("accept", {"challenge": 1.5}),
        ("accept", {"challenge": 10**12}),
        ("consent", {"challenge": 1, "yes": 1}),
        ("multi", {"src": "hand", "force": "all"}),
        ("multi", {"src": "hand", "force": {}}),
    ]
)
def test_arguments_that_are_not_understood(name, args):
    with pytest.raises(BadAct) as bad:
        GAME.read_act(name, args)
    assert bad.value.code == "BAD_PARAM"


def test_every_refusal_has_a_sentence():
    assert all(code.sentence.endswith(".") for code in Reject)
