"""Wars: draws, holds, races, jokers, spoils, and the clocks of their windows (rules sheet 3.6,
3.7, 3.10)."""

from games.rules.cards import listed
from games.rules.ww3 import duel
from games.rules.ww3.acts import Reject
from games.rules.ww3.state import Phase, Why
from tests.each import each
from tests.rules.ww3.live import CENTRE, GAME, NINE, TEN, Live, cards, drawn, side, war

# Drawing -----------------------------------------------------------------------------------


def test_cards_are_turned_when_both_have_asked():
    live = war("3c4cKc5c", "4d5hQd6h")
    live.draw(0)
    assert live.phase == Phase.DRAW
    assert live.act(0, "draw") == Reject.ALREADY
    live.draw(1)
    assert live.phase == Phase.HOLD
    assert (side(live, 0)["card"], side(live, 1)["card"]) == ("3c", "4d")


def test_who_is_not_in_the_war_has_no_say():
    live = war("3c4cKc5c", "4d5hQd6h", "3h4h")
    assert live.act(2, "draw") == Reject.NOT_IN_WAR
    live.draw(0, 1)
    assert live.act(2, "draw") == Reject.NOT_IN_WAR
    assert live.call(2, 500) == Reject.NOT_IN_WAR


def test_who_holds_does_not_draw():
    live = drawn("Kc4c5c", "4d5hQd6h")
    live.call(0, 400)
    live.draw(1)
    assert live.phase == Phase.DRAW
    assert live.act(0, "draw") == Reject.NOT_YOUR_TURN
    live.draw(1)
    assert side(live, 1)["turned"] == ["4d", "5h"]
    assert side(live, 0)["turned"] == ["Kc"]


def test_three_draws_without_holds():
    live = drawn("3c4cKc5c", "4d5hQd6h")
    for _ in range(2):
        live.draw(0, 1)
        live.draw(0, 1)
    assert live.phase == Phase.ROUND_END
    assert live.view(None)["last"] == {"winner": 1, "loser": 2, "size": 3}


def test_declining_is_no_way_out_of_a_war():
    live = drawn("3c4cKc5c", "4d5hQd6h")
    assert live.act(1, "decline", card="2d") == Reject.WRONG_PHASE
    assert live.act(1, "fight") == Reject.WRONG_PHASE
    assert live.act(0, "reset", reveal=1, rt=300, arr=300, credit=0) == Reject.WRONG_PHASE


def test_a_war_of_others_cannot_be_acted_in():
    live = war("3c4cKc5c", "4d5hQd6h", "3h4h")
    for name in ("play", "fight"):
        assert live.act(2, name) == Reject.WRONG_PHASE


# The race ----------------------------------------------------------------------------------


def test_a_hold_stands_half_a_second_after_the_call():
    live = drawn("Kc4c5c", "4d5hQd6h")
    shown = live.t.show_at
    assert live.call(0, 700) == Reject.OK
    live.run(shown + 1199)
    assert live.phase == Phase.HOLD
    live.run(shown + 1200)
    assert live.phase == Phase.DRAW
    assert side(live, 0)["holds"] and not side(live, 1)["holds"]


def test_both_within_half_a_second_is_a_reset():
    live = drawn("Kc4c5c", "Ad5hQd6h")
    assert live.call(0, 700) == Reject.OK
    assert live.call(1, 1199) == Reject.OK
    assert live.happened()[-3:] == ["hold", "hold", "reset"]
    assert live.view(None)["war"]["stage"] == 1
    assert side(live, 0)["card"] is None
    assert side(live, 0)["turned"] == ["Kc"]


def test_the_first_hold_wins_when_the_second_is_too_late():
    live = drawn("Kc4c5c", "Ad5hQd6h")
    assert live.call(0, 700) == Reject.OK
    assert live.call(1, 1200, reveal=1) == Reject.TOO_LATE
    assert side(live, 0)["holds"]


def test_same_ms_is_an_option():
    live = drawn("Kc4c5c", "Ad5hQd6h", same_ms=200)
    live.call(0, 700)
    assert live.call(1, 950) == Reject.TOO_LATE
    live = drawn("Kc4c5c", "Ad5hQd6h", same_ms=1000)
    live.call(0, 700)
    live.call(1, 1650)
    assert live.happened()[-1] == "reset"


@each(
    [
        # rt, arr, credit of seat 1 and seat 2; the first two are SLAP-T2 and SLAP-T7 of 1.9
        ((320, 360, 60), (120, 560, 200), 300, None),
        ((900, 400, 60), (390, 430, 60), 300, None),
        ((900, 1400, 250), (150, 1450, 250), 200, None),
        ((700, 1000, 250), (1250, 1290, 0), 300, 0),
        ((1400, 1400, 0), (700, 1450, 250), 200, None),
        ((1300, 1300, 0), (800, 1301, 250), 200, 1),
    ]
)
def test_reactions_count_not_arrivals(first, second, same, holder):
    live = drawn("Kc4c5c", "Ad5hQd6h", same_ms=same)
    for seat, (rt, arr, credit) in sorted(enumerate((first, second)), key=lambda row: row[1][1]):
        live.run(live.t.show_at + arr)
        act = {"reveal": 1, "rt": rt, "arr": arr, "credit": credit}
        assert live.act(seat, "hold", **act) == Reject.OK
    if holder is None:
        assert live.happened()[-1] == "reset"
    else:
        assert [e.seat for e in live.tape if e.ev == "hold"] == [holder]
        assert [e.seat for e in live.tape if e.ev == "late"] == [1 - holder]


def test_nobody_reacts_faster_than_a_tenth_of_a_second():
    """Ignored, without penalty: the same player may still call."""
    live = drawn("Kc4c5c", "Ad5hQd6h")
    live.run(live.t.show_at + 60)
    assert live.act(0, "hold", reveal=1, rt=40, arr=60, credit=0) == Reject.FALSE_START
    assert live.act(0, "hold", reveal=1, rt=99, arr=99, credit=0) == Reject.FALSE_START
    assert live.call(0, 300) == Reject.OK


def test_a_call_before_the_cards_are_painted_does_not_count():
    live = war("Kc4c5c", "Ad5hQd6h")
    live.do(-1, "lead", ms=400)
    live.draw(0, 1)
    assert live.act(0, "hold", reveal=1, rt=300, arr=-400, credit=250) == Reject.FALSE_START


def test_an_answer_is_final():
    live = drawn("Kc4c5c", "Ad5hQd6h")
    live.draw(0)
    assert live.call(0, 400) == Reject.ALREADY
    assert live.act(0, "draw") == Reject.ALREADY
    live.call(1, 500)
    assert live.act(1, "hold", reveal=1, rt=600, arr=600, credit=0) == Reject.ALREADY


def test_the_window_closes_when_both_have_answered():
    live = drawn("Kc4c5c", "Ad5hQd6h")
    live.draw(0)
    live.draw(1)
    assert (live.phase, live.t.duel.stage) == (Phase.DRAW, 2)


def test_silence_is_no_hold_after_eight_seconds():
    live = drawn("Kc4c5c", "Ad5hQd6h")
    live.run(live.t.show_at + 7999)
    assert live.phase == Phase.HOLD
    live.run(live.t.show_at + 8000)
    assert (live.phase, live.t.duel.stage) == (Phase.DRAW, 2)


def test_a_call_at_the_end_of_the_window_is_judged_with_it():
    live = drawn("Kc4c5c", "Ad5hQd6h")
    assert live.call(0, 7900) == Reject.OK
    live.run(live.t.show_at + 8000)
    assert side(live, 0)["holds"]


def test_a_reaction_longer_than_the_window_is_too_late():
    live = drawn("Kc4c5c", "Ad5hQd6h", hold_window=4000)
    act = {"reveal": 1, "rt": 4001, "arr": 4001, "credit": 0}
    assert live.act(0, "hold", **act) == Reject.TOO_LATE


def test_calls_for_other_cards_are_stale_or_nonsense():
    live = drawn("Kc4c5c", "Ad5hQd6h")
    live.draw(0, 1)
    live.draw(0, 1)
    assert live.call(0, 400, reveal=1) == Reject.STALE
    assert live.call(0, 400, reveal=9) == Reject.BAD_PARAM


def test_who_holds_already_cannot_call_again():
    live = drawn("Kc4c5c", "4d5hQd6h")
    live.call(0, 400)
    live.draw(1)
    assert live.act(0, "hold", reveal=1, rt=900, arr=900, credit=0) == Reject.ALREADY
    live.draw(1)
    assert live.call(0, 400) == Reject.ALREADY


def test_a_second_hold_in_a_later_stage_is_compared_at_once():
    live = drawn("Jc4c5c", "4dQdKd6h")
    live.call(0, 400)
    live.draw(1)
    live.draw(1)
    assert live.call(1, 500) == Reject.OK
    assert live.happened()[-3:] == ["hold", "war_end", "take"]
    assert live.view(None)["last"]["winner"] == 2


def test_a_second_hold_resets_if_the_house_says_so_after_a_forced_one_too():
    live = drawn("Jc4c5c", "4dQdKd6h", seqhold="reset")
    live.call(0, 400)
    live.draw(1)
    live.draw(1)
    assert live.call(1, 500) == Reject.OK
    assert live.happened()[-1] == "reset"
    live = drawn("Jc", "4dQdKd6h", seqhold="reset")
    live.draw(0, 1)
    live.draw(1)
    assert side(live, 0)["forced"]
    assert live.call(1, 500) == Reject.OK
    assert "reset" in live.happened()


def test_the_last_stage_has_no_window():
    live = drawn("3c4cKc5c", "4d5hQd6h")
    live.draw(0, 1)
    live.draw(0, 1)
    live.draw(0, 1)
    live.draw(0, 1)
    assert live.call(0, 400, reveal=3) == Reject.WRONG_PHASE


# In secret ---------------------------------------------------------------------------------


def test_in_secret_the_times_do_not_matter():
    live = drawn("Kc4c5c", "Ad5hQd6h", hold="secret")
    assert live.call(0, 10) == Reject.OK
    live.run(live.t.show_at + 5000)
    assert live.phase == Phase.HOLD
    assert live.call(1, 6000) == Reject.OK
    assert live.happened()[-1] == "reset"


def test_in_secret_a_single_hold_stands():
    live = drawn("Kc4c5c", "Ad5hQd6h", hold="secret")
    live.draw(1)
    live.call(0, 4000)
    assert side(live, 0)["holds"]
    assert [e.eff for e in live.tape if e.ev == "hold"] == [0]


# Jokers ------------------------------------------------------------------------------------


def joker(**options: object) -> Live:
    """Seat 2 has turned a joker, seat 1 a jack."""
    return drawn("Jc4c5c6c", "X35hQd6h", **options)


def test_a_joker_resets_when_its_window_is_over():
    live = joker()
    assert live.phase == Phase.JOKER
    live.run(live.t.show_at + 2499)
    assert live.phase == Phase.JOKER
    live.run(live.t.show_at + 2500)
    assert (live.phase, live.happened()[-1]) == (Phase.DRAW, "reset")


def test_who_holds_first_keeps_his_card_and_the_joker_is_dead():
    live = joker()
    assert live.call(0, 400) == Reject.OK
    live.run(live.t.show_at + 900)
    assert side(live, 0)["holds"]
    assert side(live, 1)["card"] is None
    assert live.view(None)["war"]["stage"] == 2


def test_who_resets_first_resets():
    live = joker()
    assert live.call(1, 400, name="reset") == Reject.OK
    assert live.call(0, 800) == Reject.OK
    assert live.happened()[-1] == "reset"


def test_hold_and_reset_at_the_same_time_is_a_reset():
    live = joker()
    live.call(0, 400)
    live.call(1, 899, name="reset")
    assert live.happened()[-1] == "reset"
    live = joker()
    live.call(0, 400)
    assert live.call(1, 900, name="reset") == Reject.TOO_LATE


def test_the_owner_resets_and_the_other_holds():
    live = joker()
    assert live.call(1, 400) == Reject.NOT_YOUR_TURN
    assert live.call(0, 410, name="reset") == Reject.NOT_YOUR_TURN
    assert live.act(0, "draw") == Reject.WRONG_PHASE


def test_the_joker_window_is_an_option():
    live = joker(joker_window=1000)
    assert live.view(None)["reveal"]["ends"] == live.t.show_at + 1000


def test_in_secret_there_is_no_joker_window():
    live = joker(hold="secret")
    assert (live.phase, live.happened()[-1]) == (Phase.DRAW, "reset")


def test_two_jokers_reset_without_a_window():
    live = drawn("X14c5c6c", "X35hQd6h")
    assert (live.phase, live.happened()[-1]) == (Phase.DRAW, "reset")


def test_a_joker_that_dies_at_the_last_stage_is_followed_by_another_card():
    live = drawn("3c4cJc6c", "4d5hX3AhKd")
    for _ in range(2):
        live.draw(0, 1)
        live.draw(0, 1)
    assert (live.phase, live.t.duel.stage) == (Phase.JOKER, 3)
    reveal = live.t.reveal
    live.call(0, 400)
    live.run(live.t.show_at + 900)
    assert live.t.reveal == reveal + 1
    assert live.view(None)["last"]["winner"] == 2


# Ends --------------------------------------------------------------------------------------


@each([("oldest", "Jh 4d 5h Qd"), ("newest", "Qd 5h 4d Jh")])
def test_the_order_of_the_spoils(order, spoils):
    hands, piles = [TEN, NINE], ["3c4cKc5c", "4d5hQd6h"]
    live = Live.of(hands, piles, CENTRE, discards=["", "Jh"], order=order)
    live.run(120_000)
    (take,) = [e for e in live.tape if e.ev == "take"][:1]
    assert list(take.cards) == cards(spoils)


def test_shuffled_spoils_depend_on_the_word_of_the_move():
    orders = set()
    for word in range(8):
        live = Live.of([TEN, NINE], ["3c4cKc5c", "4d5hQd6h"], CENTRE, order="shuffle")
        live.words.seed(word)
        live.run(60_000)
        (take,) = [e for e in live.tape if e.ev == "take"][:1]
        assert sorted(take.cards) == sorted(cards("4d5hQd"))
        orders.add(take.cards)
    assert len(orders) > 1


def test_the_winners_own_discards_stay_where_they_are():
    live = drawn("3c4cKc5c", "4d5hQd6h")
    for _ in range(2):
        live.draw(0, 1)
        live.draw(0, 1)
    assert listed(live.t.seats[0].discard) == cards("Tc3c4cKc")
    assert live.t.seats[1].discard.size == 0
    assert live.t.seats[0].captured == 3


def test_a_winner_without_pile_and_spoils_is_out_with_the_loser():
    """3.14: both are out at the end of the round."""
    live = war("3c", "4d", "As6s")
    live.t.seats[0].pickup.size = live.t.seats[1].pickup.size = 0
    duel.end_war(live.t, live.o, 0, live.tape)
    assert [e.seat for e in live.tape if e.ev == "out"] == [0, 1]
    assert GAME.result(live.t, live.o).winners == (3,)


def test_open_cards_are_seen_before_the_next_are_turned():
    """With auto on both sides the cards of a reset stay for 600 ms."""
    live = war("3cKc4c5c", "3dQd4d5d")
    live.do(0, "auto", on=1)
    live.do(1, "auto", on=1)
    assert live.happened()[-1] == "reset"
    assert GAME.deadline(live.t, live.o) == live.t.show_at + 600
    live.run(live.t.show_at + 600)
    assert live.phase == Phase.HOLD


def test_a_joker_war_begins_with_the_player_who_laid_it():
    live = Live.of(["X19c8c7c6c", NINE], ["3c4cKc5c", "4d5hQd6h"], CENTRE)
    live.do(0, "play")
    assert live.t.duel.why == Why.JOKER
    assert (live.t.duel.a, live.t.duel.b) == (0, 1)
