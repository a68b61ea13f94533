"""Known numbers (rules sheet 1.12); tests/lab/test_accumulator.py has those of many games."""

from collections import Counter
from itertools import product

from games.rules.cards import PACK, rank
from games.rules.war import battle
from games.rules.war.options import Options


def test_the_first_battle_ties_with_3_in_51():
    o = Options()
    ties = Counter(rank(a) == rank(b) for a, b in product(PACK, PACK) if a != b)
    assert ties[True] * 51 == sum(ties.values()) * 3
    assert not any(battle.beats(r, r, o) for r in range(13))
