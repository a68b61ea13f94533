"""Acts as they are stored and sent: their words (rules sheet 1.10)."""

from games.rules.game import Act
from games.rules.war.acts import Kind
from tests.rules.war.live import GAME


def test_words_and_flags_are_understood():
    assert GAME.read_move("stop", {"end": "abandoned"}) == Act(Kind.STOP, 6)
    assert GAME.read_move("stop", {"end": "limit"}) == Act(Kind.STOP, 7)
    assert GAME.read_act("auto", {"on": True}) == Act(Kind.AUTO, 1)
    assert GAME.read_act("auto", {"on": False}) == Act(Kind.AUTO, 0)
    call = {"reveal": 3, "rt": 250, "arr": 300, "credit": 60}
    assert GAME.read_move("slap", call) == Act(Kind.SLAP, 3, 250, 300, 60)
