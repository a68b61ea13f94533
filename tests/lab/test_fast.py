"""The fast path of classic War counts exactly what the general rules count."""

import json
import os
import random
import subprocess
import sys
from itertools import product

import pytest

from games.lab.runs.cache import environment
from games.lab.runs.spec import read_spec
from games.rules.cards import NONE, RANKS
from games.rules.war import battle, fast
from games.rules.war.deal import lay_out
from games.rules.war.options import Options, Order
from games.rules.war.state import End, Phase, Table
from tests.depth import share
from tests.each import each
from tests.lab.player import ROOT
from tests.rules.war import whole

ORDERS = [order for order in Order if order != Order.SEAT]


@pytest.fixture(scope="module")
def ask():
    """Ask a process with compiled rules."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.lab.fast_compared"],
        cwd=ROOT,
        env={**os.environ, **environment(), "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as child:

        def question(*asked, hands=(), ordered=(False, False)):
            child.stdin.write(json.dumps([*asked, hands, ordered]) + "\n")
            child.stdin.flush()
            return json.loads(child.stdout.readline())

        yield question


@pytest.mark.outer
@each(share(ORDERS), "ask")
def test_a_hundred_thousand_games_give_the_same_sums_to_the_last_bit(ask, order):
    said = ask(7, 1_000_000, 100_000, f"order={order.name.lower()}")
    assert said["games"] == [100_000, 100_000]
    assert said["check"][0] == said["check"][1]
    assert said["equal"]


@each(share(product(ORDERS, [20, 100, 10_000])), "ask")
def test_with_any_limit_of_battles(ask, order, cap):
    said = ask(2**63 - 1, 0, 1000, f"order={order.name.lower()};cap={cap}")
    assert said["equal"]
    assert (said["ends"][3] > 500) == (cap <= 100)


HANDS = [
    (["4 aces", ""], [False, False]),
    (["4 aces, 22 others", ""], [True, False]),
    (["", "2S 3H KD KC KH, 4 others"], [False, True]),
]


@each(share(product(ORDERS, HANDS)), "ask")
def test_deals_by_hand(ask, order, deal):
    hands, ordered = deal
    said = ask(3, 70_000, 20_000, f"order={order.name.lower()}", hands=hands, ordered=ordered)
    assert said["games"] == [20_000, 20_000]
    assert said["equal"]


@each(ORDERS, "ask")
def test_deals_by_hand_in_which_nothing_is_left_to_chance(ask, order):
    """All cards tie; or the games of some orders come back and are endless."""
    packs = [[rank + suit for suit in suits for rank in RANKS] for suits in ("SC", "HD")]
    for hands in (packs, [packs[0], packs[1][::-1]], [packs[0][:5], packs[0][5:] + packs[1]]):
        texts = [" ".join(hand) for hand in hands]
        said = ask(3, 0, 10, f"order={order.name.lower()}", hands=texts, ordered=[True, True])
        assert said["equal"]


@each([5_540_569, 8_423_597, 517_913], "ask")
def test_games_in_which_a_draw_is_thrown_away(ask, game):
    """Lemire's rejection, once in a million games or so: in the deal of two, in a war of the
    last."""
    assert ask(1, game, 1, "")["equal"]


@each(ORDERS)
def test_in_plain_python_too(order):
    g, rng = fast.Game(), random.Random(8)
    for _ in range(6):
        seed, game, cap = rng.getrandbits(60), rng.getrandbits(30), rng.choice([20, 200, 3000])
        o, t = Options(order=order, cap=cap), Table()
        whole.play(t, o, seed, game)
        fast.play(g, o, seed, game)
        assert (g.battles, g.wars, g.end) == (t.battles, t.wars, t.end)
        assert [g.bottom[p] - g.top[p] for p in (0, 1)] == [s.pile.size for s in t.seats[:2]]


@each([(Order.LOSER, [0, 1], [2]), (Order.WINNER, [0, 3, 1], [4, 2])])
def test_a_game_that_comes_back_is_proven_endless_in_the_same_battle(order, mine, yours):
    """The smallest cycles of 1.12."""
    o, g = Options(order=order), fast.Game()
    t = lay_out(o, [[4 * rank for rank in mine], [4 * rank for rank in yours]], [])
    t.phase = Phase.FLIP
    while t.end == End.PLAYING:
        battle.step(t, o, NONE, None)
    fast.deal(g, o, 1, 1)
    fast.open_game(g, len(mine), len(yours))
    g.cards[: len(mine)], g.cards[1024 : 1024 + len(yours)] = mine, yours
    fast.go_on(g, o, 1)
    assert (g.end, g.battles) == (t.end, t.battles)
    assert g.battles < 30


@each(
    [
        ("", True), ("order=winner;cap=500;pace=auto:400", True), ("spoils=hidden", True),
        ("players=3", False), ("mode=peace", False), ("auto=2", False), ("faces=3", False),
        ("ace=4", False), ("underdog=6", False), ("slap=5", False), ("zero=lose", False),
        ("short=equal", False), ("order=seat", False),
    ]
)  # fmt: skip
def test_only_classic_war_of_two_is_played_fast(options, fits):
    assert fast.fits(read_spec(game="war", games=1, options=options).o) == fits
