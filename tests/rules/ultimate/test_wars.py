"""Ties, wars and their supply (rules sheet 2.4), and the war on a player without a field card
(2.6)."""

from games.rules.ultimate.state import Reject
from tests.rules.ultimate.live import Live

CALLER = "2c 3c 4c Ac 6c / - / 9c"
BARE = "2d 3d 4d Qd 6d / - / -"
THIRD = "2h 3h / - / 4h"


def lays(live: Live) -> list[tuple]:
    """Seat, number of face-down cards and the open card of every lay."""
    rows = [e.to_dict() for e in live.tape if e.ev == "lay"]
    return [(row["seat"], "".join(row["down"]), row["up"]) for row in rows]


def test_a_tie_is_a_war_of_three_and_one():
    live = Live.of("2c 3c 4c 5c 6c / - / 9c", "2d 3d 4d 8d 6d / - / 9d", THIRD)
    live.act(1000, 1, "confront", "9c", 2, "9d")
    assert lays(live) == [(1, "2c3c4c", "5c"), (2, "2d3d4d", "8d")]
    assert live.seat(2) == "6d 9d 2d 3d 4d 8d 9c 2c 3c 4c 5c / - / -"
    assert live.seat(1) == "6c / - / -"


def test_a_war_is_repeated_while_it_is_tied():
    live = Live.of("2c 3c 4c 5c 6c 7c / - / 9c", "2d 3d 4d 5d 6d Td Kd / - / 9d", THIRD)
    live.act(1000, 1, "confront", "9c", 2, "9d")
    assert lays(live)[2:] == [(1, "6c", "7c"), (2, "6dTd", "Kd")]
    assert [e.depth for e in live.tape if e.ev == "war"] == [1, 2]
    assert live.t.seats[0].out


def test_the_supply_is_stack_then_hand_then_field_by_age():
    live = Live.of("2c / Ac / 9c 3c 5c", "2d 3d 4d 8d 6d / - / 9d", THIRD)
    live.act(1000, 1, "confront", "9c", 2, "9d")
    assert lays(live)[0] == (1, "2cAc3c", "5c")


def test_fewer_than_four_lays_all_the_last_one_open():
    live = Live.of("2c / - / 9c", "2d 3d / - / 9d", THIRD)
    live.act(1000, 1, "confront", "9c", 2, "9d")
    assert lays(live) == [(1, "", "2c"), (2, "2d", "3d")]


def test_with_nothing_left_the_tied_card_stands():
    live = Live.of("- / - / 9c", "2d 3d 4d 5d / - / 9d", THIRD)
    live.act(1000, 1, "confront", "9c", 2, "9d")
    assert lays(live) == [(1, "", None), (2, "2d3d4d", "5d")]
    assert live.seat(1) == "9c 9d 2d 3d 4d 5d / - / -"


def test_bound_cards_are_no_supply():
    live = Live.of("2c 3c 4c 5c 6c / Kc / 9c 8c Jc", "2d 3d 4d 6s 6d / - / 9d", "2h / Qh / 4h")
    live.act(1000, 1, "challenge", "hand", 3, "hand", ["8c"])
    live.act(2000, 1, "confront", "9c", 2, "9d")
    assert lays(live)[0] == (1, "2c3c4c", "5c")
    live = Live.of("2c / Kc / 9c 8c Jc", "2d 3d 4d 6s 6d / - / 9d", "2h / Qh / 4h")
    live.act(1000, 1, "challenge", "hand", 3, "hand", ["8c"])
    live.act(2000, 1, "confront", "9c", 2, "9d")
    assert lays(live)[0] == (1, "2c", "Jc")
    assert live.seat(1) == "9c 2c Jc 9d 2d 3d 4d 6s / Kc / 8c"


def test_a_bound_stack_top_is_passed_over():
    live = Live.of("2c 3c 4c 5c 6c / - / 9c", "2d 3d 4d 8d Qd / - / 9d", "2h / Kh / 4h Th")
    live.act(1000, 3, "challenge", "hand", 2, "stack", ["4h"])
    live.act(2000, 1, "confront", "9c", 2, "9d")
    assert lays(live)[1] == (2, "3d4d8d", "Qd")
    assert live.seat(2).startswith("2d 9d 3d")
    assert live.act(3000, 2, "accept", 1) == Reject.OK
    assert live.tape[-3].to_dict()["struck"] == "2d"


def test_face_down_cards_are_shown_only_if_the_house_says_so():
    for spoils, shown in (("hidden", []), ("shown", ["2c", "3c", "4c", "2d", "3d", "4d"])):
        live = Live.of("2c 3c 4c 5c 6c / - / 9c", "2d 3d 4d 8d / - / 9d", THIRD, spoils=spoils)
        live.act(1000, 1, "confront", "9c", 2, "9d")
        win = next(e.to_dict() for e in live.tape if e.ev == "win")
        assert (win["size"], win["spoils"]) == (10, shown)


def test_tied_without_supply_the_only_one_with_cards_takes_the_pot():
    live = Live.of("- / - / 9c", "- / - / 9d", THIRD, center="As")
    live.act(1000, 1, "confront", "9c", 2, "9d")
    assert live.seat(3) == "2h 3h 9c 9d As / - / 4h"
    assert live.over
    assert live.view(None)["result"]["winners"] == [3]


def test_tied_without_supply_the_pot_waits_if_several_have_cards():
    live = Live.of("- / - / 9c", "- / - / 9d", THIRD, "2s 3s / - / Ks")
    live.act(1000, 1, "confront", "9c", 2, "9d")
    assert live.view(None)["center"] == 2
    assert [row["out"] for row in live.view(None)["seats"]] == [True, True, False, False]
    live.act(2000, 4, "confront", "Ks", 3, "4h")
    assert live.seat(4) == "2s 3s Ks 4h 9c 9d / - / -"


def test_a_tied_player_whose_other_card_is_bound_stays_in():
    live = Live.of("- / Kc / 9c 8c", "- / - / 9d", "2h / Qh / 4h")
    live.act(1000, 1, "challenge", "hand", 3, "hand", ["8c"])
    live.act(2000, 1, "confront", "9c", 2, "9d")
    assert live.view(None)["center"] == 2
    assert not live.t.seats[0].out


def test_tied_and_nobody_has_a_card_is_drawn_between_them():
    live = Live.of("- / - / 9c", "- / - / 9d", "- / - / -")
    live.act(1000, 1, "confront", "9c", 2, "9d")
    result = live.view(None)["result"]
    assert (result["end"], result["winners"], result["places"]) == ("deadlock", [1, 2], [1, 1, 3])
    assert live.happened()[-2:] == ["deadlock", "game_over"]


def test_who_has_no_card_is_out_and_the_last_one_left_has_won():
    live = Live.of("2c / - / Kc", "- / - / 9d", "- / - / 4h", center="As")
    live.act(1000, 1, "confront", "Kc", 2, "9d")
    assert live.happened()[-1] == "out"
    assert not live.over
    live.act(2000, 1, "confront", "stack", 3, "4h")
    assert live.seat(1) == "Kc 9d As / - / -"
    assert not live.over
    live = Live.of("5c / - / Kc", "- / - / -", "- / - / 4h", center="As")
    live.act(1000, 1, "confront", "Kc", 3, "4h")
    assert live.seat(1) == "5c Kc 4h As / - / -"
    assert live.happened()[-2:] == ["out", "game_over"]
    assert live.view(None)["result"]["end"] == "all"


# The war call -------------------------------------------------------------------------------


def test_a_war_may_be_called_when_the_field_was_empty_long_enough():
    live = Live.of(CALLER, BARE, THIRD)
    assert live.act(9999, 1, "war", 2) == Reject.TOO_SOON
    assert live.act(10_000, 1, "war", 2) == Reject.OK
    assert live.happened() == ["call_war", "war", "lay", "lay", "win", "take"]
    assert lays(live) == [(1, "2c3c4c", "Ac"), (2, "2d3d4d", "Qd")]


def test_nofield0_and_nofield_are_house_rules():
    live = Live.of(CALLER, BARE, THIRD, nofield0=5000, nofield=3000)
    assert live.act(4999, 1, "war", 2) == Reject.TOO_SOON
    assert live.act(5000, 1, "war", 2) == Reject.OK
    assert live.act(7999, 1, "war", 2) == Reject.TOO_SOON
    assert live.act(8000, 1, "war", 2) == Reject.OK


def test_after_the_first_field_card_only_nofield_counts():
    live = Live.of(CALLER, "2d 3d 4d 8d / - / -", THIRD, nofield=3000, nofield0=30_000)
    assert live.act(1000, 2, "deploy") == Reject.OK
    assert live.act(8000, 1, "confront", "9c", 2, "2d") == Reject.OK
    assert live.act(10_999, 1, "war", 2) == Reject.TOO_SOON
    assert live.act(12_000, 1, "war", 2) == Reject.OK


def test_without_a_first_field_card_a_confrontation_does_not_shorten_the_start():
    live = Live.of(CALLER, BARE, THIRD, nofield=3000, nofield0=30_000)
    assert live.act(1000, 2, "confront", "stack", 1, "9c") == Reject.OK
    assert live.act(29_999, 3, "war", 2) == Reject.TOO_SOON
    assert live.act(30_000, 3, "war", 2) == Reject.OK


def test_a_war_call_that_is_refused():
    live = Live.of(CALLER, BARE, THIRD, "- / - / -")
    live.run(20_000)
    assert live.act(20_000, 1, "war", 1) == Reject.BAD_PARAM
    assert live.act(20_000, 1, "war", 8) == Reject.BAD_PARAM
    assert live.act(20_000, 1, "war", 4) == Reject.TARGET_GONE
    assert live.act(20_000, 1, "war", 3) == Reject.HAS_FIELD
    assert live.tape == []


def test_the_clock_starts_when_the_field_becomes_empty():
    live = Live.of(CALLER, "2d 3d / - / 8d", THIRD)
    live.act(20_000, 1, "confront", "9c", 2, "8d")
    assert live.view(None)["seats"][1]["war_at"] == 25_000
    assert live.act(24_999, 3, "war", 2) == Reject.TOO_SOON
    assert live.act(25_000, 3, "war", 2) == Reject.OK


def test_the_clock_starts_again_after_every_confrontation():
    live = Live.of(CALLER, "2d 3d 4d / - / -", THIRD)
    live.act(20_000, 2, "confront", "stack", 1, "9c")
    assert live.view(None)["seats"][1]["war_at"] == 25_000


def test_the_caller_needs_no_field_card_and_one_card_may_fight_four():
    live = Live.of("Kc / - / -", BARE, THIRD)
    assert live.act(10_000, 1, "war", 2) == Reject.OK
    assert live.seat(1) == "Kc 2d 3d 4d Qd / - / -"


def test_both_must_have_something_to_lay():
    live = Live.of("- / Kc / 8c Ac", "5d / - / -", "- / Qh / 4h")
    live.act(10_000, 1, "challenge", "hand", 3, "hand", ["8c", "Ac"])
    assert live.act(10_600, 1, "war", 2) == Reject.NO_SOURCE
    live = Live.of("- / Kc / 8c", "5d / - / 3d", "- / Qh / -")
    live.act(10_000, 2, "challenge", "stack", 1, "hand", ["3d"])
    assert live.act(10_600, 1, "war", 3) == Reject.OK


def test_no_war_while_a_challenge_is_open_and_the_clock_starts_at_its_resolution():
    live = Live.of("2c 3c / Kc / 8c", "2d 3d / Td / -", "2h 3h 5h 6h / Qh / 4h")
    live.act(10_000, 1, "challenge", "hand", 2, "hand", ["8c"])
    assert live.act(12_000, 3, "war", 2) == Reject.TARGET_BUSY
    assert live.view(None)["seats"][1]["war_at"] is None
    live.act(14_000, 2, "accept", 1)
    assert live.act(18_999, 3, "war", 2) == Reject.TOO_SOON
    assert live.act(19_000, 3, "war", 2) == Reject.OK


def test_the_war_call_is_an_attack_with_its_pause():
    live = Live.of("2c 3c 6c 7c 8c / - / Kc", BARE, THIRD)
    live.act(10_000, 1, "confront", "Kc", 3, "4h")
    assert live.act(10_499, 1, "war", 2) == Reject.COOLDOWN
    assert live.act(10_500, 1, "war", 2) == Reject.OK
