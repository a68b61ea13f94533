"""Bots of World War III (rules sheet 3.16): legal moves only, the right holds, and the
same answer every time."""

import pytest

from games.rules.cards import card, fill
from games.rules.catalogue import BOTS
from games.rules.ww3.policies import ALL, GENERAL, MEDIAN, RECRUIT, SERGEANT, beaten
from games.rules.ww3.state import worth
from tests.each import each
from tests.rules.ww3.live import Live, cards

LEVELS = list(BOTS["ww3"].all_levels)


def drawn(mine: str, yours: str, stage: int = 1, **options: object) -> Live:
    """A war in which seat 1 has turned `mine`, seat 2 `yours`."""
    low = ("3c5c", "4c6c")
    piles = [
        pile[: 2 * stage - 2] + c + "7s8s9s" for pile, c in zip(low, (mine, yours), strict=True)
    ]
    live = Live.of(["Tc9c8c7c6c", "9d8d7d6d5d"], piles, "3s4s5s", **options)
    live.do(0, "play")
    live.do(1, "fight")
    for _ in range(stage - 1):
        live.draw(0, 1)
        live.draw(0, 1)
    live.draw(0, 1)
    return live


def often(live: Live, level: str, act: str, seat: int = 0) -> float:
    """How often a bot in this seat chooses the act."""
    made = [live.decide(seat, level, n) for n in range(300)]
    return sum(wish is not None and wish.act == act for wish in made) / 300


def test_nothing_is_done_when_nothing_is_asked():
    live = Live.dealt("", 1)
    assert [live.decide(seat, "general", 1) for seat in (0, 1)] == [None, None]


# What a hold is worth ----------------------------------------------------------------------

EVEN = 0x4444_4444_4444_44  # four unseen cards of each worth


@each([("8", 0.29), ("9", 0.37), ("T", 0.46), ("J", 0.56), ("Q", 0.67), ("K", 0.79), ("A", 0.93)])
def test_the_holders_chance_with_two_draws_to_come(rank, value):
    """3.16, for an endless deck."""
    held = worth(card(rank + "s"))
    assert 1 - beaten(EVEN, held, 1) / ALL == pytest.approx(value, abs=0.006)


@each([("7", 0.42), ("8", 0.5), ("9", 0.58), ("T", 0.65), ("J", 0.73), ("K", 0.89), ("A", 0.96)])
def test_the_holders_chance_with_one_draw_to_come(rank, value):
    held = worth(card(rank + "s"))
    assert 1 - beaten(EVEN, held, 2) / ALL == pytest.approx(value, abs=0.006)


def test_cards_that_lie_open_are_counted_out():
    live = drawn("Td", "4h")
    assert often(live, "general", "hold") == 0
    fill(live.t.seats[0].discard, cards("Jc Jd Jh Js Qc Qd Qh Qs Kc Kd Kh Ks Ac Ad Ah As Td"))
    assert often(live, "general", "hold") == 1


def test_the_good_bot_holds_a_jack_at_once_and_a_nine_later():
    assert often(drawn("Jh", "4h"), "general", "hold") == 1
    assert often(drawn("9h", "4h"), "general", "hold") == 0
    assert often(drawn("Th", "4h", 2), "general", "hold") == 1
    assert often(drawn("7h", "4h", 2), "general", "hold") == 0


def test_it_holds_although_it_is_behind():
    assert often(drawn("Jh", "Kh"), "general", "hold") == 1


def test_it_bluffs_now_and_then_against_a_high_card():
    low, high = (
        often(drawn("5h", "Ah"), "general", "hold"),
        often(drawn("Th", "Ah"), "general", "hold"),
    )
    assert 0.2 < low < high < 0.8


def test_in_secret_it_mixes():
    assert 0.5 < often(drawn("Kh", "5h", hold="secret"), "general", "hold") < 0.95
    assert often(drawn("Kh", "Qh", hold="secret"), "general", "hold") == 1
    assert often(drawn("Th", "5h", hold="secret"), "general", "hold") == 0


def test_in_secret_with_two_packs_it_holds_unless_both_cards_are_low():
    for mine, yours, act in (("Kh", "5h", 1), ("5h", "Kh", 1), ("Th", "Jh", 1), ("4h", "3h", 0)):
        live = drawn(mine, yours, hold="secret")
        live.o = live.o._replace(players=4)
        assert often(live, "general", "hold") == act


def test_against_a_held_card_it_holds_what_beats_it():
    for code, act in (("Qd", 1), ("9h", 0)):
        live = drawn("Jh", "4h")
        pile = live.t.seats[1].pickup
        pile.cards[pile.top] = card(code)
        live.call(0, 400)
        live.draw(1)
        live.draw(1)
        assert often(live, "general", "hold", seat=1) == act


def test_before_a_joker_it_holds_what_is_worth_more_than_a_reset():
    assert often(drawn("Jh", "X1"), "general", "hold") == 1
    assert often(drawn("9h", "X1"), "general", "hold") == 0
    assert often(drawn("Jh", "X1"), "general", "reset", seat=1) == 1


def test_the_greedy_one_holds_whatever_is_higher():
    assert often(drawn("5h", "4h"), "sergeant", "hold") == 1
    assert often(drawn("Kh", "Ah"), "sergeant", "hold") == 0


def test_the_random_one_tosses_a_coin():
    assert 0.4 < often(drawn("5h", "4h"), "recruit", "hold") < 0.6


# Declining, aiming, reacting ---------------------------------------------------------------


def may_decline(mine: str, yours: str, pile: str) -> Live:
    live = Live.of(
        ["Tc9c8c7c6c", "9d8d7d6d5d"],
        ["3c4c", pile],
        "3s4s5s",
        shown=["", "2d"],
        discards=[yours, mine],
    )
    live.do(0, "play")
    return live


def test_the_good_bot_declines_with_more_at_stake_or_few_cards_left():
    many = "4d5h6h7h8h"
    assert often(may_decline("KhQhJh", "", many), "general", "decline", seat=1) == 1
    assert often(may_decline("", "KhQhJh", many), "general", "decline", seat=1) == 0
    assert often(may_decline("", "KhQhJh", "4d5h6h"), "general", "decline", seat=1) == 1
    assert often(may_decline("", "KhQhJh", many), "sergeant", "decline", seat=1) == 1
    assert 0.4 < often(may_decline("", "", many), "recruit", "decline", seat=1) < 0.6


def test_a_joker_hits_the_largest_discard_pile_then_the_smallest_pick_up_pile():
    hands = ["X19c8c7c6c", "9d8d7d6d5d", "9h8h7h6h5h"]
    for discards, piles, aim in (
        (["", "Kh", "QhJh"], ["3c4c", "4d", "4h5h"], 3),
        (["", "Kh", "Qh"], ["3c4c", "4d", "4h5h"], 2),
    ):
        live = Live.of(hands, piles, "3s4s5s", discards=discards)
        live.do(0, "play")
        assert live.decide(0, "general", 1).args == {"opponent": aim}


@each([("recruit", RECRUIT), ("sergeant", SERGEANT), ("general", GENERAL)])
def test_reactions_are_as_slow_as_the_level(level, number):
    live = drawn("Ah", "4h")
    wishes = [live.decide(0, level, n) for n in range(400)]
    times = sorted(wish.args["rt"] for wish in wishes if wish.act == "hold")
    assert times[0] >= 250
    assert times[len(times) // 2] == pytest.approx(MEDIAN[number], rel=0.08)


def test_a_bot_acts_when_its_reaction_says():
    live = drawn("Ah", "4h")
    live.do(-1, "lead", ms=300)
    live.draw(0, 1)
    live.draw(0, 1)
    for n in range(50):
        wish = live.decide(0, "general", n)
        assert wish.at >= live.t.show_at
        if wish.act == "hold":
            assert wish.at == live.t.show_at + wish.args["rt"]


def test_no_call_comes_after_the_window():
    live = drawn("Jh", "X1")
    live.o = live.o._replace(joker_window=100)
    assert live.decide(0, "general", 1) is None
