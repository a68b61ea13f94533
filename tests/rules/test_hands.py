"""Deals by hand as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.cards import PACK, UNKNOWN, names
from games.rules.hands import MOST_TEXT, BadHands, read_hands
from tests.depth import examples
from tests.each import each


def written(*texts, ordered=()):
    ordered = [*ordered, *[False] * (len(texts) - len(ordered))]
    return [hand.written for hand in read_hands(texts, ordered)]


@each(
    [
        "4 aces",
        "4 Aces",
        "four aces",
        "all aces",
        "all the aces",
        "aces",
        "AS AH AD AC",
        "as,ah,ad,ac",
        "AsAhAdAc",
        "A♠ A♥ A♦ A♣",
        "2 aces and 2 aces",
        "ace, ace, an ace, AS",
    ]
)
def test_four_aces_are_written_in_many_ways(text):
    assert written(text, "") == ["4 aces", "48 others"]


def test_other_cards_are_counted_and_an_empty_hand_gets_the_rest():
    assert written("4 kings and 22 others", "") == ["4 kings, 22 others", "26 others"]
    assert written("4 kings, 22 other cards", "26 random cards") == written("4 kings 22 more", "")
    assert written("10H", "2C Td", "") == ["10H", "10D, 2C", "49 others"]
    assert [len(hand.cards) for hand in read_hands(["ace", "", ""], [False] * 3)] == [1, 26, 25]


def test_a_hand_in_order_keeps_its_order():
    hand, other = read_hands(["2C, 3 others, AS KS", "46 others"], [True, False])
    assert names(hand.cards) == ["2c", "??", "??", "??", "As", "Ks"]
    assert (hand.shuffled, other.shuffled) == (False, True)
    assert hand.written == "2C, 3 others, AS, KS"
    assert read_hands([hand.written, ""], [True, False]) == [hand, other]


@each(
    [
        (["AS AS", ""], "The card As is there twice."),
        (["AS KD", "2C AS"], "The card As is there twice."),
        (["5 aces", ""], "There are only four aces in a pack."),
        (["AS, 2 aces", "2 aces"], "There are only four aces in a pack."),
        (["4 aces, 49 others", ""], "These are 53 cards. A pack has 52."),
        (["27 others", "26 others"], "These are 53 cards. A pack has 52."),
        (["52 others", ""], "Seat 2 has no cards."),
        (["4 aces", "4 kings"], "Cards left over: 44. Deal them too, or leave one hand empty."),
        (["joker", ""], "There are no jokers in this game."),
        (["2 jokers", ""], "There are no jokers in this game."),
        (["X1", ""], "There are no jokers in this game."),
        (["1S", ""], "“1s” is no card. Write cards like AS or 10H, “4 aces”, or “22 others”."),
        (["4", ""], "“4” is no card. Write cards like AS or 10H, “4 aces”, or “22 others”."),
        (["0 aces", ""], "“0” is no card. Write cards like AS or 10H, “4 aces”, or “22 others”."),
        (
            ["²² others", ""],
            "“²²” is no card. Write cards like AS or 10H, “4 aces”, or “22 others”.",
        ),
        (["A" * (MOST_TEXT + 1), ""], "A hand has at most 300 characters."),
    ]
)
def test_what_cannot_be_dealt_gets_a_sentence(texts, sentence):
    with pytest.raises(BadHands) as bad:
        read_hands(texts, [False] * len(texts))
    assert str(bad.value) == sentence


@examples(400)
@given(st.lists(st.text("AK2♠sh104 aces,others?\n", max_size=30), min_size=2, max_size=3))
def test_a_deal_is_the_whole_pack_or_refused(texts):
    try:
        hands = read_hands(texts, [False] * len(texts))
    except BadHands as bad:
        assert str(bad).endswith(".")
        return
    cards = [card for hand in hands for card in hand.cards]
    known = [card for card in cards if card != UNKNOWN]
    assert len(cards) == len(PACK) and len(set(known)) == len(known)
    assert all(hand.cards for hand in hands)
    assert read_hands([hand.written for hand in hands], [False] * len(texts)) == hands
