"""Deals, turns, refusals, going out (rules sheet 3.1-3.5, 3.8, 3.10)."""

from games.rules.cards import NONE, listed, name
from games.rules.ww3 import turn
from games.rules.ww3.acts import Reject
from games.rules.ww3.state import Phase, pack, row, worth
from tests.each import each
from tests.rules.ww3.live import CENTRE, GAME, HANDS, PILES, Live, cards
from tests.rules.ww3.live import usual as live

# Deals -------------------------------------------------------------------------------------


@each([(2, 13, 20, 1), (3, 9, 14, 1), (4, 17, 24, 2), (5, 13, 22, 2), (6, 11, 16, 2)])
def test_the_deal(seats, pickup, centre, packs):
    o = GAME.options(f"seats={seats}")
    deck = GAME.pack(o)
    assert len(deck) == len(set(deck)) == 56 * packs
    t = GAME.deal(o, deck)
    assert [seat.pickup.size for seat in t.seats[:seats]] == [pickup] * seats
    assert [seat.hand.size for seat in t.seats[:seats]] == [5] * seats
    assert all(seat.out for seat in t.seats[seats:])
    assert t.centre.size == centre
    assert t.phase == Phase.DEALT
    assert t.leader == 0


def test_cards_are_dealt_one_at_a_time_and_the_first_five_are_the_hand():
    o = GAME.options("seats=2")
    t = GAME.deal(o, list(range(56)))
    assert row(t.seats[0].hand) == [0, 2, 4, 6, 8]
    assert row(t.seats[1].hand) == [1, 3, 5, 7, 9]
    assert listed(t.seats[0].pickup)[:2] == [10, 12]
    assert listed(t.centre) == list(range(36, 56))


def test_the_canonical_order_of_the_packs():
    """0.2: suits, in each the ranks, then the jokers, then the second pack."""
    codes = [name(card) for card in pack(2)]
    assert codes[:2] == ["2c", "3c"]
    assert codes[12:14] == ["Ac", "2d"]
    assert codes[52:57] == ["X1", "X2", "X3", "X4", "2C"]
    assert codes[-1] == "X8"
    assert all(worth(card) == 13 for card in pack(2) if name(card)[0] == "X")


def test_solo_is_the_deal_for_two():
    o = GAME.options("seats=1")
    t = GAME.deal(o, GAME.pack(o))
    assert (o.players, t.centre.size, t.seats[1].pickup.size) == (2, 20, 13)


@each(range(2, 7))
def test_the_text_of_a_deal_reads_back(seats):
    o = GAME.options(f"seats={seats}")
    t = GAME.deal(o, GAME.pack(o))
    assert GAME.from_deal_text(o, GAME.deal_text(t)) == t


# Turns -------------------------------------------------------------------------------------


def test_the_highest_card_is_laid_whatever_the_order_of_the_hand():
    table = live("7c9cTc8c6c")
    mine = table.view(0)["seats"][0]
    assert (mine["must"], mine["hand"]) == (0, ["Tc", "9c", "8c", "7c", "6c"])
    table.do(0, "play")
    assert table.view(None)["top"] == {"card": "Tc", "seat": 1}
    assert row(table.t.seats[0].hand) == cards("7c9c8c6c3s")
    assert table.t.at == 1


def test_nothing_else_can_be_laid():
    """3.3: playing needs no parameter."""
    table = live()
    assert table.act(1, "play") == Reject.NOT_YOUR_TURN
    assert table.act(0, "fight") == Reject.CAN_BEAT
    assert table.act(0, "decline", card="2c") == Reject.CAN_BEAT
    assert table.act(0, "target", opponent=2) == Reject.WRONG_PHASE
    assert table.act(0, "draw") == Reject.WRONG_PHASE
    assert table.act(0, "hold", reveal=1, rt=300, arr=300, credit=0) == Reject.WRONG_PHASE


def test_who_cannot_beat_cannot_lay_and_has_no_card_to_decline_with():
    table = live()
    table.do(0, "play")
    assert table.act(1, "play") == Reject.CANNOT_BEAT
    assert table.act(1, "decline", card="2c") == Reject.NO_DECLINE_CARD
    table.do(1, "fight")
    assert table.phase == Phase.DRAW
    assert (table.t.duel.a, table.t.duel.b) == (1, 0)


def test_equal_rank_does_not_beat():
    table = live("Tc9c8c7c6c", "Td8d7d6d5d")
    table.do(0, "play")
    assert table.act(1, "play") == Reject.CANNOT_BEAT


def test_who_cannot_beat_keeps_his_cards():
    table = live()
    table.do(0, "play")
    table.do(1, "fight")
    assert table.t.seats[1].hand.size == 5
    assert table.t.seats[1].discard.size == 0


def test_a_two_is_declared_at_the_start_of_the_own_turn_only():
    table = live("Tc9c8c7c6c", "Jd2d7d6d5d", "9h2h7h6h5h")
    assert table.view(None)["seats"][1]["shown"] == []
    table.do(0, "play")
    assert table.view(None)["seats"][1]["shown"] == ["2d"]
    assert table.view(None)["seats"][2]["shown"] == []
    assert table.t.seats[1].hand.size == 5


def test_a_declared_two_can_be_used_in_the_same_turn():
    table = live("Tc9c8c7c6c", "9d2d7d6d5d")
    table.do(0, "play")
    asks = table.view(1)["asks"]
    assert asks["acts"] == ["fight", "decline"]
    assert asks["declines"] == ["2d"]
    table.do(1, "decline", card="2d")
    assert table.view(None)["removed"] == ["2d"]
    assert table.t.at == 2
    assert table.view(None)["top"] == {"card": "Tc", "seat": 1}


def test_a_two_can_be_used_once_and_only_by_its_owner():
    table = live(shown=["", "2d", "2h"])
    table.do(0, "play")
    assert table.act(1, "decline", card="2h") == Reject.NO_DECLINE_CARD
    table.do(1, "decline", card="2d")
    assert table.act(2, "decline", card="2d") == Reject.NO_DECLINE_CARD


def test_declining_while_able_to_beat_is_refused():
    table = live("Tc9c8c7c6c", "Jd8d7d6d5d", shown=["", "2d", ""])
    table.do(0, "play")
    assert table.act(1, "decline", card="2d") == Reject.CAN_BEAT


def test_fighting_although_one_could_decline():
    table = live(shown=["", "2d", ""])
    table.do(0, "play")
    table.do(1, "fight")
    assert table.phase == Phase.DRAW
    assert table.view(None)["seats"][1]["shown"] == ["2d"]


# Jokers ------------------------------------------------------------------------------------


def test_a_joker_asks_for_an_opponent():
    table = live("X19c8c7c6c")
    table.do(0, "play")
    assert table.phase == Phase.TARGET
    assert table.view(0)["asks"]["targets"] == [2, 3]
    assert table.act(1, "target", opponent=3) == Reject.NOT_YOUR_TURN
    assert table.act(0, "target", opponent=1) == Reject.BAD_TARGET
    assert table.act(0, "target", opponent=4) == Reject.BAD_TARGET
    assert table.act(0, "play") == Reject.WRONG_PHASE
    table.do(0, "target", opponent=3)
    assert (table.t.duel.a, table.t.duel.b) == (0, 2)


def test_a_player_who_is_out_cannot_be_chosen():
    table = live("X19c8c7c6c")
    table.do(2, "resign")
    assert table.t.at == 0
    table.do(0, "play")
    assert table.phase == Phase.DRAW  # there is only one opponent left
    four = Live.of([*HANDS, "X18s7c6c5c"], [*PILES, "As"], CENTRE, leader=3)
    four.do(0, "resign")
    four.do(3, "play")
    assert four.act(3, "target", opponent=1) == Reject.BAD_TARGET


def test_no_card_declines_a_joker():
    table = live("X19c8c7c6c", shown=["", "2d", ""])
    table.do(0, "play")
    assert table.act(1, "decline", card="2d") == Reject.JOKER_WAR
    table.do(0, "target", opponent=2)
    assert table.act(1, "decline", card="2d") == Reject.JOKER_WAR
    assert table.act(2, "decline", card="2d") == Reject.WRONG_PHASE


def test_a_joker_beats_any_card():
    table = live("Ac9c8c7c6c", "X18d7d6d5d")
    table.do(0, "play")
    table.do(1, "play")
    assert table.phase == Phase.TARGET
    assert table.t.at == 1


# Resigning ---------------------------------------------------------------------------------


def test_resigning_on_turn_passes_the_turn():
    table = live()
    table.do(0, "resign")
    assert table.t.at == 1
    assert table.view(None)["seats"][0]["out"]
    assert len(table.view(None)["removed"]) == 9
    assert table.act(0, "play") == Reject.YOU_ARE_OUT


def test_resigning_with_the_card_to_beat_ends_the_round():
    table = live()
    table.do(0, "play")
    table.do(0, "resign")
    assert (table.phase, table.t.leader, table.t.top) == (Phase.ROUND_END, 1, NONE)


def test_resigning_after_the_joker_ends_the_round():
    table = live("X19c8c7c6c")
    table.do(0, "play")
    table.do(0, "resign")
    assert (table.phase, table.t.leader) == (Phase.ROUND_END, 1)


def test_resigning_in_a_war_makes_it_void():
    table = live()
    table.do(0, "play")
    table.do(1, "fight")
    table.draw(0, 1)
    table.do(1, "resign")
    assert (table.phase, table.t.leader) == (Phase.ROUND_END, 0)
    assert table.t.seats[0].captured == 0
    assert "war_end" not in table.happened()


def test_resigning_elsewhere_changes_nothing_for_the_war():
    table = live()
    table.do(0, "play")
    table.do(1, "fight")
    table.do(2, "resign")
    assert table.phase == Phase.DRAW


def test_a_leader_who_resigns_between_rounds_does_not_lead():
    table = live("Qc9c8c7c6c", shown=["", "2d", "2h"])
    table.do(0, "play")
    table.do(1, "decline", card="2d")
    table.do(2, "decline", card="2h")
    table.do(0, "resign")
    assert table.t.leader == 1
    table.run(60_000)
    assert table.t.rounds >= 2


def test_the_last_one_left_wins_by_resignation():
    table = live()
    table.do(2, "resign")
    table.do(0, "resign")
    result = GAME.result(table.t, table.o)
    assert (result.end, result.winners, result.places) == ("resign", (2,), (2, 1, 3))


def test_resigning_puts_the_cards_under_the_centre_if_so_agreed():
    table = live(fallen="centre")
    table.do(2, "resign")
    assert table.t.centre.size == 6 + 9
    assert table.view(None)["removed"] == []
    (event,) = [e for e in table.tape if e.ev == "resign"]
    assert sorted(event.packet) == sorted(cards(HANDS[2] + PILES[2]))


# Refills -----------------------------------------------------------------------------------


def test_an_exhausted_centre_is_replaced_by_the_own_pile():
    table = live(centre="")
    table.do(0, "play")
    assert row(table.t.seats[0].hand)[-1] == cards("3c")[0]
    assert table.t.seats[0].pickup.size == 3


def test_a_hand_stays_short_when_both_are_gone():
    table = live(pickups=["", *PILES[1:]], centre="")
    table.do(0, "play")
    assert table.t.seats[0].hand.size == 4


def test_a_short_hand_is_filled_at_the_start_of_the_next_turn():
    table = live("Tc9c", centre="3s4s5s6s7s8s")
    assert row(table.t.seats[0].hand) == cards("Tc9c3s4s5s")


def test_a_round_without_any_card_to_lead_ends():
    """3.14: nobody can lead, and players without a pick-up pile are out."""
    table = live("", "", "", pickups=["2c", "2d", "2h"], centre="")
    assert table.phase == Phase.OVER
    assert GAME.result(table.t, table.o).end == "all_out"
    assert turn.can_beat(table.t, 0) is False
