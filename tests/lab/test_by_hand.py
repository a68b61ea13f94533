"""Runs whose games begin with a deal by hand."""

from collections import Counter

import pytest

from games.lab.counting.adapter import BadRun
from games.lab.runs import answer
from games.lab.runs.by_hand import read_deal
from games.lab.runs.cache import compiled_process
from games.lab.runs.engine import Chunk, play, play_plainly
from games.lab.runs.games import Simulated
from games.rules.cards import UNKNOWN, listed, names, parse, rank
from games.rules.war.state import Phase
from tests.depth import deep
from tests.each import each

# Six deals: shuffled and in order, with two and three players, with chance and without.
DEALS = [
    ("", ["AS AH AD AC", ""], []),
    ("", ["4 kings, 22 others", ""], []),
    ("order=winner", ["2C 3C, 20 others, AS", ""], [True, True]),
    ("mode=peace", ["3 aces, 23 others", "4 twos, 22 others"], [False, True]),
    ("players=3", ["2 aces", "", "4 queens, 10 others"], []),
    ("auto=2;faces=3;slap=5;underdog=6", ["4 sixes, 4 twos", ""], []),
]


def deal(options, hands, ordered=(), **more):
    ordered = [*ordered, *[False] * (len(hands) - len(ordered))]
    return read_deal(game="war", options=options, hands=hands, ordered=ordered, **more)


def piles(spec, index):
    """The piles that a game of this run begins with."""
    t = Simulated(spec, index).deal()
    assert t.phase == Phase.FLIP and not any(seat.ready for seat in t.seats)
    return [listed(seat.pile) for seat in t.seats if not seat.out]


@pytest.mark.outer
@pytest.mark.timeout(600)
def test_compiled_games_are_the_plain_ones():
    games = deep(400)
    specs = [deal(*one, games=games) for one in DEALS]
    with compiled_process() as pool:
        told = [pool.submit(play, spec, Chunk(0, 0, games)) for spec in specs]
        for spec, sums in zip(specs, told, strict=True):
            assert sums.result().to_bytes() == play_plainly(spec, 0, games).to_bytes()


@each(DEALS)
def test_every_game_has_the_named_cards_where_they_were_put(options, hands, ordered):
    spec = deal(options, hands, ordered, games=40)
    for index in range(spec.games):
        dealt = piles(spec, index)
        assert sorted(card for pile in dealt for card in pile) == list(range(52))
        for pile, hand in zip(dealt, spec.hands, strict=True):
            assert len(pile) == len(hand.cards)
            assert {card for card in hand.cards if card != UNKNOWN} <= set(pile)
            if not hand.shuffled:
                pairs = zip(pile, hand.cards, strict=True)
                assert all(card == known for card, known in pairs if known != UNKNOWN)


def test_aces_are_anywhere_in_a_shuffled_hand_and_other_cards_anywhere_at_all():
    games = 2000
    spec = deal("", ["4 aces, 22 others", ""], games=games)
    dealt = [piles(spec, index) for index in range(games)]
    places = Counter(place for mine, _ in dealt for place, card in enumerate(mine) if card >= 48)
    kings = Counter("Ks" in names(mine) for mine, _ in dealt)
    assert max(abs(count - games * 4 / 26) for count in places.values()) < 5 * 17
    assert abs(kings[True] - games * 22 / 48) < 5 * 23


def test_the_answer_names_the_hand():
    spec = deal("", ["4 aces", ""], games=400)
    first, second = answer.of_run(spec, play_plainly(spec, 0, 400))
    assert first == "With 4 aces, seat 1 wins 59% of these games, give or take 5."
    assert second.startswith("A game takes ")
    many = deal("", ["2c 4d 6h 8s 10c Qd Ks 3h 5c 7d 9s Jh 2d 4h 6s 8c 10d", ""], games=40)
    assert answer.of_run(many, play_plainly(many, 0, 40))[0].startswith("With these cards seat 1")


def test_a_whole_deal_is_one_game_over_and_over():
    low, high = "2s 3s 4s 5s 6s 7s", "As Ks Qs Js 10s 9s"
    spec = deal("order=high", [f"{low}, {high}", "40 others"], [True], games=3)
    assert [names(piles(spec, n)[0]) for n in range(3)] == [
        names(parse("2s3s4s5s6s7sAsKsQsJsTs9s"))
    ] * 3
    assert {rank(piles(spec, n)[1][0]) for n in range(3)} <= set(range(13))


def test_the_same_deal_written_differently_is_the_same_run():
    assert deal("", ["4 aces", ""], games=9) == deal("", ["AS AD AH AC", "48 others"], games=9)
    assert deal("", ["AS KS", ""], games=9) == deal("", ["KS AS", ""], games=9)
    assert deal("", ["AS KS", ""], [True], games=9) != deal("", ["KS AS", ""], [True], games=9)


def test_too_many_hands_and_other_games_are_refused():
    with pytest.raises(BadRun, match="These rules have 2 seats"):
        deal("", ["4 aces", "4 kings", ""], games=9)
    with pytest.raises(BadRun, match="cannot be dealt by hand"):
        read_deal(game="ww3", hands=["4 aces"], ordered=[False], games=9)
