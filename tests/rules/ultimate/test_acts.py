"""Acts as they are stored and sent: their words."""

from games.rules.cards import card, one
from games.rules.game import Act
from games.rules.ultimate.legal import Kind
from games.rules.ultimate.state import HAND, STACK
from tests.each import each
from tests.rules.ultimate.live import GAME


@each(
    [
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
    ]
)
def test_words_cards_and_seats_are_understood(name, args, act):
    assert GAME.read_act(name, args) == act
    assert GAME.write_act(act) == (name, args)
