"""The edge cases of rules sheet 2.11, one test per sentence, and 2.12: no dead position."""

from games.rules.ultimate.state import Reject
from tests.rules.ultimate.live import GAME, Live


def test_empty_stack_only_hand_and_field_are_playable():
    live = Live.of("- / 9c / 8c", "2d / - / 7d 6d", "2h / - / 4h")
    assert live.act(1000, 1, "draw") == Reject.HAND_FULL
    assert live.act(1000, 1, "deploy") == Reject.STACK_EMPTY
    assert live.act(1000, 1, "confront", "stack", 2, "7d") == Reject.NO_SOURCE
    assert live.act(1000, 1, "confront", "hand", 2, "7d") == Reject.OK
    live = Live.of("- / - / 8c", "2d / - / 7d 6d", "2h / - / 4h")
    assert live.act(1000, 1, "draw") == Reject.STACK_EMPTY


def test_full_field_and_hand_leave_only_aggressive_moves():
    live = Live.of("2c 3c / 9c / 8c Tc Jc", "2d / - / 7d", "2h / Kh / 4h")
    assert live.act(1000, 1, "draw") == Reject.HAND_FULL
    assert live.act(1000, 1, "play") == Reject.FIELD_FULL
    assert live.act(1000, 1, "deploy") == Reject.FIELD_FULL
    assert live.act(1000, 1, "confront", "8c", 2, "7d") == Reject.OK
    assert live.act(1500, 1, "challenge", "hand", 3, "hand", ["Tc"]) == Reject.OK


def test_a_player_captured_down_to_a_bound_card_is_still_in():
    live = Live.of("2c / Kc / 8c", "- / Td / 9d", "2h / - / Qh")
    live.act(1000, 1, "challenge", "hand", 2, "hand", ["8c"])
    live.act(1500, 3, "confront", "Qh", 2, "9d")
    assert live.seat(2) == "- / Td / -"
    assert not live.t.seats[1].out
    assert "out" not in live.happened()


def test_a_war_passes_over_pledged_cards_so_the_challenge_survives():
    live = Live.of("2c 3c / Kc / 9c 8c", "2d / - / 9d", "2h / Qh / 4h")
    live.act(1000, 1, "challenge", "hand", 3, "hand", ["8c"])
    live.act(2000, 1, "confront", "9c", 2, "9d")
    assert "war" in live.happened()
    assert live.seat(1).endswith("/ Kc / 8c")
    assert live.view(None)["challenges"][0]["options"] == ["8c"]


def test_a_third_player_cannot_eliminate_one_of_a_challenge():
    live = Live.of("- / Kc / 8c", "- / Td / 9d", "2h 3h / - / Qh Ah")
    live.act(1000, 1, "challenge", "hand", 2, "hand", ["8c"])
    live.act(2000, 3, "confront", "Qh", 2, "9d")
    live.act(3000, 3, "confront", "Ah", 1, "8c")
    assert [row["out"] for row in live.view(None)["seats"]] == [False] * 3
    assert live.happened()[-1] == "void"


def test_no_war_on_a_player_whose_only_card_is_challenged():
    live = Live.of("2c / Kc / 8c", "- / Td / -", "2h / - / Qh")
    live.act(20_000, 1, "challenge", "hand", 2, "hand", ["8c"])
    assert live.act(21_000, 3, "war", 2) == Reject.TARGET_BUSY


def test_a_multi_with_only_forced_field_cards_is_legal():
    live = Live.of("2c / Qc / 5c", "2d / Kd / Jd", "2h / - / Th 4h", multi=True)
    assert live.act(1000, 1, "multi", "5c", "lowest") == Reject.OK
    live.run(9000)
    assert live.happened() == ["multi", "forced", "forced", "reveal", "win", "take"]


def test_a_deadlock_pot_waits_in_the_centre_for_the_next_confrontation():
    live = Live.of("- / - / 9c", "- / - / 9d", "2h 3h / - / 4h", "2s 3s / - / Ks")
    live.act(1000, 1, "confront", "9c", 2, "9d")
    assert live.tape[1].to_dict() == {"ev": "carry", "at": 1000, "size": 2}
    live.act(2000, 4, "confront", "Ks", 3, "4h")
    assert live.seat(4) == "2s 3s Ks 4h 9c 9d / - / -"


def test_a_pot_that_waits_lies_as_its_cards_came():
    live = Live.of("2c / - / 9d", "2h 3h / - / 4h Kh", "2s 3s / - / As", "2d / - / 9c")
    live.act(1000, 4, "confront", "9c", 1, "9d")
    assert live.seat(1) == live.seat(4) == "- / - / -"
    live.act(2000, 3, "confront", "As", 2, "4h")
    assert live.seat(3) == "2s 3s As 4h 9c 9d 2d 2c / - / -"


def test_under_older_rules_a_pot_that_waits_lies_by_seats():
    live = Live.of("2c / - / 9d", "2h 3h / - / 4h Kh", "2s 3s / - / As", "2d / - / 9c")
    live.game.keep_rules(live.t, 2)
    live.act(1000, 4, "confront", "9c", 1, "9d")
    live.act(2000, 3, "confront", "As", 2, "4h")
    assert live.seat(3) == "2s 3s As 4h 9d 2c 9c 2d / - / -"


def test_left_over_cards_go_with_the_first_confrontation_the_muster_too():
    live = Live.of("2c 3c / - / Kc", "2d 3d / - / 7d", "2h 3h / - / 4h", center="As 5s")
    live.act(1000, 1, "confront", "Kc", 2, "7d")
    assert live.seat(1) == "2c 3c Kc 7d As 5s / - / -"
    live = Live.of("2c 3c / - / Kc", "9d 3d / - / 7d", "5h 3h / - / 4h", center="As")
    live.run(60_000)
    assert live.seat(2) == "3d 9d 5h 2c As / - / 7d"


def test_two_players_left_go_on_unchanged():
    live = Live.of("2c 3c / - / Kc", "2d 3d / 9d / 7d", "- / - / -")
    assert live.act(1000, 1, "challenge", "stack", 2, "hand", ["Kc"]) == Reject.OK
    assert live.act(2000, 2, "accept", 1) == Reject.OK
    assert not live.over


def test_without_any_field_card_a_war_may_be_called_on_anybody():
    live = Live.of("2c 3c / - / -", "2d 3d / 9d / -", "5h / - / -", stall="off")
    live.run(10_000)
    for caller, target in ((1, 2), (2, 3), (3, 1)):
        t = live.t.copy()
        act = GAME.read_act("war", {"seat": target})
        assert GAME.apply(t, live.o, 9_999, caller - 1, act, []) == Reject.TOO_SOON
        assert GAME.apply(t, live.o, 10_000, caller - 1, act, []) == Reject.OK


def test_with_a_field_card_every_other_player_may_strike_it():
    live = Live.of("2c 3c / - / 4c", "2d / - / -", "5h / - / -", stall="off")
    assert live.act(1000, 2, "confront", "stack", 1, "4c") == Reject.OK
