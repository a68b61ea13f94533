"""Whole games of War in plain Python, as the rules say them: for comparing."""

from games.rules.cards import NONE, put
from games.rules.rng import below, shuffle, stream
from games.rules.war.battle import deal, step
from games.rules.war.options import Options
from games.rules.war.state import Phase, Table


def play(t: Table, o: Options, seed: int, game: int) -> None:
    """Play game number `game` of a run, from the shuffle to the end (0.2); t is empty.  Nine of
    ten slap cards are slapped, by any seat still in."""
    t.rng = stream(seed, game)
    for suit in range(4):
        for r in range(13):
            put(t.center, 4 * r + suit)
    shuffle(t, t.center, 0)
    deal(t, o)
    while t.phase != Phase.OVER:
        who = NONE
        if t.phase == Phase.SLAP and below(t, 10) > 0:
            who = below(t, o.players)
            while t.seats[who].out:
                who = below(t, o.players)
        step(t, o, who, None)
