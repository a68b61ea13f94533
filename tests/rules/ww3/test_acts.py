"""Acts as they are stored and sent: their words (rules sheet 3.10)."""

from games.rules.game import Act
from games.rules.ww3.acts import Kind
from tests.rules.ww3.live import GAME


def test_words_flags_and_codes_are_understood():
    assert GAME.read_move("stop", {"end": "abandoned"}) == Act(Kind.STOP, 6)
    assert GAME.read_move("stop", {"end": "limit"}) == Act(Kind.STOP, 7)
    assert GAME.read_act("auto", {"on": True}) == Act(Kind.AUTO, 1)
    assert GAME.read_act("decline", {"card": "2D"}) == Act(Kind.DECLINE, 57)
    assert GAME.read_act("target", {"opponent": 1}) == Act(Kind.TARGET, 0)
    assert GAME.read_act("hold", {"reveal": 3, "rt": 250}) == Act(Kind.HOLD, 3, 250)
    call = {"reveal": 3, "rt": 250, "arr": 300, "credit": 60}
    assert GAME.read_move("reset", call) == Act(Kind.RESET, 3, 250, 300, 60)
