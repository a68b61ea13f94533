"""pace=pulse (rules sheet 2.8): one secret act per player every four seconds, in a random order."""

from games.rules.game import Reject
from tests.each import each
from tests.rules.ultimate.live import GAME, Live

ALICE, BOB, CHARLIE = "2c 3c / Kc / 8c", "2d 3d / Td / 9d", "2h 3h / - / 4h"


def table(**options: object) -> Live:
    return Live.of(ALICE, BOB, CHARLIE, pace="pulse", **options)


def test_acts_are_handed_in_and_done_at_the_pulse():
    live = table()
    assert live.act(500, 1, "deploy") == Reject.OK
    assert live.act(900, 3, "draw") == Reject.OK
    assert live.seat(1) == ALICE
    assert live.happened() == ["handed", "handed"]
    live.run(3999)
    assert live.seat(1) == ALICE
    live.run(4000)
    assert live.seat(1) == "3c / Kc / 8c 2c"
    assert live.seat(3) == "3h / 2h / 4h"
    assert sorted(live.happened()[2:]) == ["deploy", "draw", "pulse"]


def test_a_later_act_replaces_the_one_handed_in():
    live = table()
    live.act(500, 1, "deploy")
    live.act(600, 1, "play")
    live.run(4000)
    assert live.seat(1) == "2c 3c / - / 8c Kc"


def test_what_is_handed_in_is_secret():
    live = table()
    live.act(500, 1, "confront", "hand", 3, "4h")
    assert live.view(1)["plan"] == {
        "act": "confront",
        "args": {"src": "hand", "seat": 3, "card": "4h"},
    }
    assert live.view(2)["plan"] is None
    assert live.view(None)["plan"] is None
    assert live.view(2)["seats"][0]["ready"] is True
    assert "confront" not in str([e.to_dict() for e in live.tape])


def test_what_cannot_be_done_costs_nothing_and_is_told_to_its_owner():
    live = table()
    live.act(500, 1, "confront", "hand", 3, "4h")
    live.act(600, 2, "confront", "hand", 3, "4h")
    live.run(4000)
    refused = [e.to_dict() for e in live.tape if e.ev == "refused"]
    assert [row["code"] for row in refused] == ["TARGET_GONE"]
    loser = refused[0]["seat"]
    assert live.seat(loser) == (ALICE if loser == 1 else BOB)


def test_the_order_of_the_seats_is_random():
    first = set()
    for seed in range(40):
        live = table()
        live.words.seed(seed)
        for seat in (1, 2, 3):
            live.act(500, seat, "deploy")
        live.run(4000)
        first.add(tuple(next(e for e in live.tape if e.ev == "pulse").to_dict()["seats"]))
    assert len(first) == 6


def test_an_empty_pulse_passes():
    live = table()
    live.run(8000)
    assert [e.to_dict()["seats"] for e in live.tape] == [[], []]


@each([True, False])
def test_a_challenge_is_answered_by_the_next_pulse(answered):
    live = table()
    live.act(500, 1, "challenge", "hand", 2, "hand", ["8c"])
    live.run(4000)
    assert live.view(2)["challenges"][0]["until"] == 8000
    if answered:
        live.act(7000, 2, "option", 1, "9d", "8c")
    live.run(8000)
    assert ("option" in live.happened()) is answered
    assert ("accept" in live.happened()) is not answered


def test_a_change_and_its_consent_take_a_pulse_each():
    live = table(change=True)
    live.act(500, 1, "challenge", "hand", 2, "hand", ["8c"])
    live.act(5000, 2, "change", 1, "9d")
    live.run(8000)
    assert live.happened()[-1] == "propose"
    live.run(12_000)
    assert live.happened()[-1] == "disagree"
    live.act(13_000, 2, "accept", 1)
    live.run(16_000)
    assert "accept" in live.happened()


def test_a_call_of_the_table_is_answered_by_the_next_pulse():
    live = table(multi=True)
    live.act(500, 1, "multi", "hand", "none")
    live.act(600, 3, "deploy")
    live.run(4000)
    live.act(5000, 2, "join", "hand")
    live.run(8000)
    assert "reveal" in live.happened()
    assert live.t.seats[2].joined < 0


def test_who_is_out_hands_in_nothing():
    live = Live.of("2c / - / Kc", "- / - / 9d", CHARLIE, pace="pulse")
    live.act(500, 1, "confront", "Kc", 2, "9d")
    live.act(600, 2, "confront", "9d", 1, "Kc")
    live.run(4000)
    assert live.happened().count("confront") == 1
    assert live.t.seats[1].out
    assert live.act(5000, 2, "draw") == Reject.YOU_ARE_OUT


def test_resigning_does_not_wait_for_the_pulse():
    live = table()
    live.act(500, 1, "deploy")
    assert live.act(600, 1, "resign") == Reject.OK
    live.run(4000)
    assert "deploy" not in live.happened()


def test_the_last_pulse_counts_before_the_clock():
    live = table(clock=300_000, stall="off")
    live.act(299_000, 1, "deploy")
    live.run(300_000)
    assert live.happened()[-2:] == ["deploy", "game_over"]
    assert GAME.deadline(live.t, live.o) == -1
