"""Timers, the muster, the end and its scoring (rules sheet 0.6, 0.7, 2.9)."""

from games.rules.cards import NONE
from games.rules.ultimate.state import End, Reject
from tests.rules.ultimate.live import GAME, Live

ALICE, BOB, CHARLIE = "2c 3c 4c / - / 5c", "9d 3d / - / -", "Jh 3h / - / 4h"


def test_the_muster_compares_the_next_cards_as_in_ordinary_war():
    live = Live.of(ALICE, BOB, CHARLIE, center="As")
    live.run(59_999)
    assert live.tape == []
    live.run(60_000)
    assert live.happened() == ["muster", "reveal", "win", "take"]
    assert live.tape[1].to_dict()["cards"] == ["2c", "9d", "Jh"]
    assert live.seat(3) == "3h Jh 2c 9d As / - / 4h"


def test_the_muster_is_counted_from_the_last_confrontation():
    live = Live.of(ALICE, "9d 3d / - / 2s", CHARLIE, stall=20_000)
    live.act(15_000, 1, "confront", "5c", 2, "2s")
    assert live.view(None)["clocks"]["muster"] == 35_000
    live.act(30_000, 1, "draw")
    live.run(34_999)
    assert "muster" not in live.happened()
    live.run(35_000)
    assert "muster" in live.happened()


def test_a_tied_muster_is_a_war():
    live = Live.of("9c 3c / - / 5c", "9d 4d / - / -", "Jh / - / 4h")
    live.t.seats[2].stack.cards[0] = 0
    live.run(60_000)
    assert [e.to_dict()["seats"] for e in live.tape if e.ev == "war"] == [[1, 2]]


def test_a_muster_takes_hand_or_field_of_who_has_no_stack():
    live = Live.of("- / Kc / 5c", "- / - / 9d 3d", "Jh / - / 4h")
    live.run(60_000)
    assert live.tape[1].to_dict()["cards"] == ["Kc", "9d", "Jh"]


def test_bound_cards_do_not_answer_a_muster_and_alone_it_only_starts_again():
    live = Live.of("- / Kc / 5c", "- / Td / -", "- / - / -", stall=20_000)
    live.run(19_000)
    live.act(19_000, 1, "challenge", "hand", 2, "hand", ["5c"])
    live.run(20_000)
    assert live.happened() == ["challenge", "muster"]
    assert live.view(None)["clocks"]["muster"] == 40_000


def test_there_is_no_muster_if_the_house_says_so():
    live = Live.of(ALICE, BOB, CHARLIE, stall="off")
    live.run(1_199_999)
    assert live.tape == []
    assert live.view(None)["clocks"]["muster"] is None


def test_when_the_clock_runs_out_most_cards_win():
    live = Live.of(ALICE, BOB, "Jh 3h / Qh / 4h 6h", stall="off")
    live.run(1_200_000)
    assert GAME.result(live.t, live.o) == ("clock", (3,), (2, 3, 1))
    assert live.happened() == ["game_over"]


def test_equal_is_shared_and_the_centre_counts_for_nobody():
    live = Live.of(ALICE, "9d 3d 2s / - / 5s", CHARLIE, center="As Ks", stall="off")
    live.run(1_200_000)
    result = GAME.result(live.t, live.o)
    assert (result.winners, result.places, result.text) == ((1, 2), (1, 1, 3), "=1+2")


def test_nothing_happens_after_the_end():
    live = Live.of(ALICE, BOB, CHARLIE, stall="off")
    live.run(1_200_000)
    assert GAME.deadline(live.t, live.o) == NONE
    assert live.act(1_300_000, 1, "draw") == Reject.GAME_OVER
    assert live.act(1_300_000, 1, "resign") == Reject.GAME_OVER
    assert live.act(1_300_000, 0, "stop", "agreed") == Reject.GAME_OVER


def test_an_act_at_the_deadline_is_too_late():
    live = Live.of("2c / Kc / 8c", "2d / Td / 9d", CHARLIE)
    live.act(1000, 1, "challenge", "hand", 2, "hand", ["8c"])
    assert live.act(11_000, 2, "option", 1, "9d", "8c") == Reject.NO_CHALLENGE


def test_timers_fire_in_the_order_of_their_deadlines():
    live = Live.of("2c 6c 7c / Kc / 8c", "2d / Td / 9d", "2h / Qh / 4h", stall=20_000)
    live.act(12_000, 1, "challenge", "hand", 2, "hand", ["8c"])
    live.run(42_000)
    times = [(e.at, e.ev) for e in live.tape if e.ev in ("accept", "muster")]
    assert times == [(20_000, "muster"), (22_000, "accept"), (42_000, "muster")]


def test_a_stopped_game_is_scored_like_the_clock():
    for word in ("agreed", "abandoned", "limit"):
        live = Live.of(ALICE, BOB, CHARLIE)
        assert live.act(5000, 0, "stop", word) == Reject.OK
        assert live.t.end == End[word.upper()]
        assert GAME.result(live.t, live.o) == (word, (1,), (1, 3, 2))


def test_who_resigns_is_out_and_his_cards_are_won_with_the_next_pot():
    live = Live.of("2c 3c / 6c / 5c 7c", "9d 3d / - / -", CHARLIE)
    assert live.act(5000, 1, "resign") == Reject.OK
    assert live.tape[0].to_dict() == {"ev": "resign", "at": 5000, "seat": 1, "cards": 5}
    assert live.act(5000, 1, "draw") == Reject.YOU_ARE_OUT
    live.act(6000, 2, "confront", "stack", 3, "4h")
    assert live.seat(2) == "3d 9d 4h 2c 3c 6c 5c 7c / - / -"


def test_challenges_of_and_against_who_resigns_are_void():
    live = Live.of("2c / Kc / 8c", "2d / Td / 9d", "2h / Qh / 4h")
    live.act(1000, 1, "challenge", "hand", 2, "hand", ["8c"])
    live.act(1500, 2, "challenge", "stack", 3, "hand", ["9d"])
    live.act(2000, 2, "resign")
    assert live.happened()[-3:] == ["resign", "void", "void"]
    assert live.act(2100, 3, "play") == Reject.OK


def test_the_last_one_left_has_won_by_resignation():
    live = Live.of(ALICE, BOB, CHARLIE, center="As")
    live.act(5000, 1, "resign")
    live.act(6000, 3, "resign")
    assert GAME.result(live.t, live.o) == ("resign", (2,), (3, 1, 2))
    assert sorted(live.seat(2).split(" / ")[0].split()) == sorted(
        ["9d", "3d", "As", "2c", "3c", "4c", "5c", "Jh", "3h", "4h"]
    )


def test_later_elimination_is_better_and_together_is_equal():
    live = Live.of("2c 3c / - / 9c", "- / - / 4d", "- / - / 4h", "- / - / 4s")
    live.act(1000, 1, "confront", "9c", 3, "4h")
    live.act(2000, 2, "confront", "4d", 4, "4s")
    assert GAME.result(live.t, live.o) == ("all", (1,), (1, 2, 4, 2))
