"""Cards, piles and the generator for many games."""

from collections import Counter

import pytest

from games.rules.cards import (
    NONE,
    UNKNOWN,
    BigPile,
    Pile,
    card,
    draw,
    fill,
    listed,
    move_all,
    name,
    parse,
    put,
    rank,
    swap,
)
from games.rules.rng import below, shuffle, stream
from tests.each import each


class Dice:
    """An object with a random word."""

    def __init__(self, word: int) -> None:
        self.rng = word


def test_codes_read_back():
    assert [card(name(number)) for number in range(52)] == list(range(52))
    assert (name(0), name(51), name(UNKNOWN), card("??")) == ("2c", "As", "??", UNKNOWN)
    assert [rank(c) for c in parse("2cTdAs")] == [0, 8, 12]


@each(["", "1c", "Kx", "kd", "Kdd", "10c"])
def test_what_is_no_card(code):
    with pytest.raises(ValueError, match="not a card"):
        card(code)


@each([Pile, BigPile])
def test_a_pile_is_a_ring(kind):
    pile = kind()
    fill(pile, [5] * len(pile.cards))
    assert {draw(pile) for _ in range(len(pile.cards))} == {5} and (pile.top, pile.size) == (0, 0)
    for turn in range(200):
        put(pile, turn % 52)
        put(pile, (turn + 1) % 52)
        assert draw(pile) is not NONE
        if pile.size > 40:
            while pile.size:
                draw(pile)
    fill(pile, [5, 6, 7])
    swap(pile, 0, 2)
    other = kind()
    put(other, 1)
    move_all(pile, other)
    assert (listed(other), pile.size) == ([1, 7, 6, 5], 0)
    assert listed(other, 2) == [6, 5]


def test_below_is_even():
    dice = Dice(stream(1, 2))
    counts = Counter(below(dice, 7) for _ in range(14_000))
    assert sorted(counts) == list(range(7))
    assert all(1800 < count < 2200 for count in counts.values())


def test_streams_differ_by_seed_and_game():
    words = {stream(seed, game) for seed in range(50) for game in range(50)}
    assert len(words) == 2500
    assert all(0 <= word < 2**64 for word in words)


def test_shuffle_keeps_the_cards_above():
    pile, dice = Pile(), Dice(9)
    fill(pile, list(range(30)))
    shuffle(dice, pile, 10)
    assert listed(pile)[:10] == list(range(10))
    assert sorted(listed(pile)) == list(range(30))
    assert listed(pile) != list(range(30))
