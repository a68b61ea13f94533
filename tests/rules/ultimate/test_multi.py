"""The confrontation of the whole table (rules sheet 2.7)."""

from games.rules.ultimate.state import Reject
from tests.each import each
from tests.rules.ultimate.live import Live

ALICE, BOB, CHARLIE = "2c 3c / Qc / 5c", "2d 3d / Kd / Jd", "2h 3h / - / Th 4h"


def called(force: str = "lowest", src: str = "hand", **options: object) -> Live:
    live = Live.of(ALICE, BOB, CHARLIE, multi=True, **options)
    assert live.act(1000, 1, "multi", src, force) == Reject.OK
    return live


def test_it_is_a_house_rule():
    live = Live.of(ALICE, BOB, CHARLIE)
    assert live.act(1000, 1, "multi", "hand", "none") == Reject.NOT_PLAYED


def test_it_needs_a_free_card():
    live = Live.of(ALICE, BOB, CHARLIE, multi=True)
    assert live.act(1000, 3, "multi", "hand", "none") == Reject.NO_SOURCE
    live.act(1000, 1, "challenge", "hand", 2, "hand", ["5c"])
    assert live.act(2000, 1, "multi", "hand", "none") == Reject.LOCKED
    assert live.act(2000, 1, "multi", "5c", "none") == Reject.PLEDGED


@each(
    [
        ("draw", ()),
        ("deploy", ()),
        ("confront", ("Th", 1, "5c")),
        ("challenge", ("Th", 1, "stack", ["4h"])),
        ("war", (1,)),
        ("multi", ("Th", "none")),
        ("accept", (1,)),
    ]
)
def test_everything_else_is_refused_meanwhile(word, args):
    assert called().act(1500, 3, word, *args) == Reject.TABLE_CALLED


def test_join_and_pass_need_a_call():
    live = Live.of(ALICE, BOB, CHARLIE, multi=True)
    assert live.act(1000, 1, "join", "hand") == Reject.WRONG_PHASE
    assert live.act(1000, 1, "pass") == Reject.WRONG_PHASE


def test_everybody_answers_once():
    live = called()
    assert live.act(1500, 1, "join", "hand") == Reject.ALREADY
    assert live.act(1500, 2, "pass") == Reject.OK
    assert live.act(1600, 2, "join", "hand") == Reject.ALREADY
    assert live.act(1600, 3, "join", "hand") == Reject.NO_SOURCE


def test_when_all_have_answered_the_cards_are_shown_and_the_highest_takes_all():
    live = called("none")
    live.act(1500, 2, "join", "hand")
    live.act(1600, 3, "join", "4h")
    assert live.tape[-3].to_dict() == {
        "ev": "reveal",
        "at": 1600,
        "seats": [1, 2, 3],
        "cards": ["Qc", "Kd", "4h"],
    }
    assert live.seat(2) == "2d 3d Kd 4h Qc / - / Jd"
    assert live.seat(3) == "2h 3h / - / Th"


@each([("lowest", "4h"), ("highest", "Th"), ("none", None)])
def test_who_does_not_join_puts_in_a_field_card(force, card):
    live = called(force)
    live.act(1500, 2, "join", "hand")
    live.act(1600, 3, "pass")
    forced = [e.to_dict()["card"] for e in live.tape if e.ev == "forced"]
    assert forced == ([card] if card else [])


def test_silence_is_like_passing():
    live = called("highest", multi_window=4000)
    live.run(4999)
    assert live.happened() == ["multi"]
    live.run(5000)
    assert [e.to_dict()["card"] for e in live.tape if e.ev == "forced"] == ["Jd", "Th"]
    assert live.act(5000, 2, "join", "hand") == Reject.WRONG_PHASE


def test_of_equal_field_cards_the_oldest_is_forced():
    live = Live.of(ALICE, BOB, "2h / - / 9h 9s 9c", multi=True)
    live.act(1000, 1, "multi", "hand", "highest")
    live.run(10_000)
    assert [e.to_dict()["card"] for e in live.tape if e.ev == "forced"] == ["Jd", "9h"]


def test_hidden_cards_are_never_forced():
    live = Live.of(ALICE, "2d 3d / Kd / -", "2h 3h / Ah / -", multi=True)
    live.act(1000, 1, "multi", "hand", "lowest")
    live.run(9000)
    assert live.happened() == ["multi", "multi_void"]


def test_bound_and_pledged_field_cards_are_not_forced():
    live = Live.of("2c / Qc / 5c", "2d / Kd / Jd 3s", "2h / Ah / Th", multi=True)
    live.act(1000, 2, "challenge", "Jd", 3, "hand", ["3s"])
    live.act(1500, 1, "multi", "hand", "highest")
    live.run(9500)
    assert [e.to_dict()["card"] for e in live.tape if e.ev == "forced"] == ["Th"]


def test_alone_the_card_goes_back_and_the_pause_stays():
    live = called("none", stall="off")
    live.act(1200, 2, "pass")
    live.act(1300, 3, "pass")
    assert live.happened()[-1] == "multi_void"
    assert live.seat(1) == ALICE
    assert live.act(1400, 1, "play") == Reject.OK
    assert live.act(60_999, 1, "multi", "5c", "none") == Reject.COOLDOWN
    assert live.act(61_000, 1, "multi", "5c", "none") == Reject.OK


def test_another_player_may_call_at_once():
    live = called("none")
    live.act(1200, 2, "pass")
    live.act(1300, 3, "pass")
    assert live.act(1300, 2, "multi", "hand", "none") == Reject.OK


def test_a_tie_for_the_highest_is_a_war_between_those_only():
    live = Live.of("2c 3c 4c 5c / Qc / -", "2d 3d 4d 6d / Qd / -", "2h 3h / - / 4h", multi=True)
    live.act(1000, 1, "multi", "hand", "lowest")
    live.act(1100, 2, "join", "hand")
    live.act(1200, 3, "pass")
    war = next(e.to_dict() for e in live.tape if e.ev == "war")
    assert war["seats"] == [1, 2]
    assert live.seat(2) == "Qd 2d 3d 4d 6d 4h Qc 2c 3c 4c 5c / - / -"


def test_it_may_consist_of_field_cards_only():
    live = called("highest", src="5c")
    live.act(1100, 2, "pass")
    live.act(1200, 3, "pass")
    assert live.seat(2) == "2d 3d Jd Th 5c / Kd / -"


def test_clocks_of_challenges_and_of_the_muster_stand_still():
    live = Live.of(ALICE, BOB, "2h 3h / Ah / Th 4h", multi=True, stall=20000)
    live.act(1000, 3, "challenge", "stack", 2, "stack", ["4h"])
    live.act(2000, 1, "multi", "hand", "none")
    live.act(5000, 2, "pass")
    live.act(6000, 3, "pass")
    assert live.view(2)["challenges"][0]["until"] == 15_000
    assert live.view(None)["clocks"]["muster"] == 24_000
    live.run(14_999)
    assert live.happened()[-1] == "multi_void"
    live.run(15_000)
    assert "accept" in live.happened()


def test_the_clock_of_the_game_stops():
    live = Live.of(ALICE, BOB, CHARLIE, multi=True, clock=300_000, multi_window=30_000, stall="off")
    live.act(299_000, 1, "multi", "hand", "none")
    assert live.view(None)["multi"]["opened"] == 299_000
    live.run(329_999)
    assert live.happened() == ["multi", "multi_void"]
    assert live.view(None)["clocks"]["end"] == 330_000
    live.run(330_000)
    assert live.view(None)["result"]["end"] == "clock"


def bare(**options: object) -> Live:
    """Seat 3 loses its only field card at 20 s and is called to join at 20.6 s."""
    live = Live.of(ALICE, BOB, "2h 3h / - / 4h", multi=True, nofield=3000, **options)
    live.act(20_000, 2, "confront", "hand", 3, "4h")
    live.act(20_600, 1, "multi", "hand", "none")
    return live


def test_the_clock_of_an_empty_field_stops():
    live = bare()
    assert live.view(2)["seats"][2]["war_at"] is None
    live.run(28_600)
    assert live.happened()[-1] == "multi_void"
    assert live.view(2)["seats"][2]["war_at"] == 31_000
    assert live.act(30_999, 1, "war", 3) == Reject.TOO_SOON
    assert live.act(31_000, 1, "war", 3) == Reject.OK


def test_the_longer_time_of_the_beginning_stops_too():
    live = Live.of(ALICE, BOB, "2h 3h / Ah / -", multi=True, nofield=3000, nofield0=30_000)
    live.act(1000, 1, "multi", "hand", "none")
    live.act(10_000, 2, "challenge", "stack", 3, "stack", ["Jd"])
    live.act(11_000, 3, "accept", 1)
    assert live.view(1)["seats"][2]["war_at"] == 38_000


def test_games_of_older_rules_keep_their_clocks():
    stack = "2s 3s 4s 5s 6s 7s 8s 9s Ts / Qc / 5c"
    live = Live.of(
        stack, BOB, "2h 3h / - / 4h", multi=True, nofield=3000, clock=300_000, stall="off"
    )
    live.game.keep_rules(live.t, 2)
    live.act(20_000, 2, "confront", "hand", 3, "4h")
    live.act(20_600, 1, "multi", "hand", "none")
    assert live.act(28_600, 1, "war", 3) == Reject.OK
    live.act(299_000, 2, "multi", "stack", "none")
    live.run(300_000)
    assert live.view(None)["result"]["end"] == "clock"


def test_a_caller_who_resigns_makes_it_void():
    live = called()
    live.act(1500, 2, "join", "hand")
    assert live.act(2000, 1, "resign") == Reject.OK
    assert live.happened()[-2:] == ["resign", "multi_void"]
    assert live.act(2000, 2, "play") == Reject.OK


def test_another_who_resigns_is_not_waited_for():
    live = called("none")
    live.act(1500, 2, "join", "hand")
    live.act(2000, 3, "resign")
    assert live.happened()[-3:] == ["reveal", "win", "take"]
    assert live.seat(2) == "2d 3d Kd Qc 2h 3h Th 4h / - / Jd"
