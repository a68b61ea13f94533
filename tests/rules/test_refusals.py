"""Refusal codes: each game has its own, and includes the common ones unchanged (section 0.5)."""

from games.rules.catalogue import GAMES
from games.rules.game import Reject
from tests.each import each

COMMON = Reject.__members__


@each(GAMES.values())
def test_a_code_that_has_a_common_name_is_the_common_one(game):
    own = game.rejects.__members__
    for name in own.keys() & COMMON.keys():
        assert own[name] == COMMON[name]
        assert own[name].sentence == COMMON[name].sentence
    for name in own.keys() - COMMON.keys():
        assert own[name] not in COMMON.values(), name


@each(GAMES.values())
def test_every_code_has_a_sentence_and_a_number_of_its_own(game):
    assert len({int(code) for code in game.rejects}) == len(game.rejects.__members__)
    assert all(code.sentence.endswith(".") for code in game.rejects)
