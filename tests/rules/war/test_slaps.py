"""Slaps in real time (rules sheet 1.9).  Seats count from 0 here."""

import pytest

from games.rules.cards import NONE
from games.rules.war.acts import Reject
from games.rules.war.slaps import reaction
from games.rules.war.state import Phase, Reason
from tests.each import each
from tests.rules.war.live import GAME, Live

# A five is turned in the second battle, after an ordinary one, so that lockouts show.
TWO = ("5c 2c 3c 4c", "Td 6d 7d 8d")
THREE = ("5c 2c 3c", "Td 6d 7d", "9h 6h 7h")


def window(*piles: str, **options: object) -> Live:
    """A table with a slap card among the first cards; the window is open."""
    live = Live.of(*piles, slap="5", **options)
    live.all("flip")
    assert live.phase == Phase.SLAP
    return live


def judged(live: Live) -> int:
    """Let the window be judged; returns who was first, or NONE."""
    while live.phase == Phase.SLAP:
        live.fire()
    return live.t.winner if live.t.reason == Reason.SLAP else NONE


@each(
    [
        ("SLAP-T1", [(1, 300, 480, 200), (0, 320, 360, 60)], 1),
        ("SLAP-T2", [(0, 320, 360, 60), (1, 120, 560, 200)], 0),
        ("SLAP-T3", [(0, 60, 90, 60), (1, 410, 450, 60)], 1),
        ("SLAP-T4", [(0, 300, 340, 60), (1, 300, 400, 120)], NONE),
        ("SLAP-T5", [(0, 3050, 3080, 60)], NONE),
        ("SLAP-T6", [(0, 300, 320, 60), (1, 250, 600, 400)], 0),
        ("SLAP-T7", [(0, 900, 400, 60), (1, 390, 430, 60)], 1),
        ("SLAP-T8", [(2, 2200, 2260, 80)], 2),
    ]
)
def test_adjudication(name, slaps, first):
    live = window(*THREE)
    live.t.reason = Reason.RANK
    verdicts = {seat: live.slap(seat, *numbers) for seat, *numbers in sorted_by_arrival(slaps)}
    assert judged(live) == first
    if name == "SLAP-T3":
        assert live.t.seats[0].locked == 1
    if name == "SLAP-T5":
        assert verdicts == {0: Reject.TOO_LATE}
    if name == "SLAP-T6":
        assert verdicts[1] == Reject.TOO_LATE


def sorted_by_arrival(slaps):
    return sorted(slaps, key=lambda slap: slap[2])


@each(
    [
        (320, 360, 60, 320),
        (120, 560, 200, 360),
        (60, 90, 60, 60),
        (250, 600, 400, 350),
        (900, 400, 60, 400),
    ]
)
def test_the_reaction_that_counts(rt, arr, credit, eff):
    assert reaction(rt, arr, credit) == eff


def test_the_window_is_judged_250_ms_after_the_first_valid_arrival():
    live = window(*TWO)
    opened = live.t.show_at
    live.slap(0, 300, 320, 60)
    assert live.t.until == opened + 320 + 250
    live.slap(1, 350, 400, 60)
    assert live.t.until == opened + 570


def test_a_false_start_does_not_set_the_hour():
    live = window(*TWO)
    live.slap(0, 60, 90, 60)
    assert live.t.until == live.t.show_at + 3000


def test_the_window_runs_from_the_time_the_cards_are_shown():
    live = Live.of(*TWO, slap="5", slap_window="2000")
    live.act(NONE, "lead", ms=180)
    live.all("flip")
    assert live.t.show_at == live.now + 180
    assert live.t.until == live.t.show_at + 2000
    reveal = live.view(0)["reveal"]
    assert (reveal["open"], reveal["ranks"]) == (True, ["5"])


def test_a_slap_before_the_cards_are_shown_is_false():
    live = Live.of(*TWO, slap="5")
    live.act(NONE, "lead", ms=300)
    live.all("flip")
    assert live.act(0, "slap", reveal=1, rt=-20, arr=-20, credit=50) == Reject.OK
    assert live.happened()[-1] == "false_slap"
    assert live.t.seats[0].locked == 1


def test_nobody_slaps_and_the_cards_are_compared():
    live = window(*TWO)
    live.run(live.t.until)
    assert "slap_timeout" in live.happened()
    assert (live.t.winner, live.t.reason) == (1, Reason.RANK)


def test_the_first_takes_everything_with_the_lower_card():
    live = window(*TWO)
    live.slap(0, 300, 320, 60)
    live.run(live.now + 2000)
    assert live.t.seats[0].pile.size == 5
    slap = next(e for e in live.tape if e.ev == "slap")
    assert (slap.seat, slap.eff, slap.effs) == (0, 300, (300, NONE))


def test_one_slap_a_window():
    live = window(*TWO)
    assert live.slap(0, 500, 520, 60) == Reject.OK
    assert live.slap(0, 200, 530, 60) == Reject.ALREADY


def test_a_closed_window_costs_nothing():
    live = window(*TWO)
    live.slap(0, 300, 320, 60)
    live.run(live.t.until)
    assert live.act(1, "slap", reveal=1, rt=800, arr=900, credit=60) == Reject.TOO_LATE
    assert live.t.seats[1].locked == 0


def wrong(**options: object) -> Live:
    """A table where an ordinary battle is decided, but cards are not yet collected."""
    live = Live.of("9c 5c 2c 3c 9h", "8d Td 6d 7d 9s", slap="5", **options)
    live.all("flip")
    assert live.phase == Phase.COLLECT
    return live


def false(live: Live, seat: int = 1) -> Reject:
    return live.act(seat, "slap", reveal=live.t.reveal, rt=300, arr=340, credit=60)


def test_a_false_slap_locks_out_until_the_next_battle_is_collected():
    live = wrong()
    assert false(live) == Reject.OK
    assert live.view(1)["seats"][1]["locked"]
    assert "slap" not in live.view(1)["asks"]["acts"]
    live.run(live.now + 600)
    live.all("flip")
    assert live.slap(1, 300, 320, 60) == Reject.LOCKED_OUT
    assert live.slap(0, 400, 420, 60) == Reject.OK
    live.run(live.t.until)
    live.run(live.t.until)
    assert live.phase == Phase.FLIP
    assert live.t.seats[1].locked == 0


def test_a_false_start_locks_out_of_this_battle_only():
    live = window(*TWO)
    live.slap(0, 50, 90, 60)
    live.run(live.t.until)
    live.run(live.t.until)
    assert live.phase == Phase.FLIP
    assert live.t.seats[0].locked == 0


def test_a_false_slap_before_the_next_reveal_counts_for_the_next_battle():
    live = wrong()
    live.run(live.now + 600)
    assert live.phase == Phase.FLIP
    false(live)
    assert live.t.seats[1].locked == 2


def test_burn_puts_the_top_card_face_down_into_the_pot():
    live = wrong(false_slap="burn")
    false(live)
    event = live.tape[-1]
    assert [event.ev, event.to_dict()["burned"]] == ["false_slap", ["Td"]]
    assert live.view(None)["seats"][1]["lane"] == [["8d"], ["Td"]]  # spoils are shown
    live.run(live.now + 600)
    assert live.t.seats[0].pile.size == 7
    assert false(live) == Reject.LOCKED_OUT


def test_burn_in_a_window_and_hidden_spoils_stay_hidden():
    live = window(*TWO, false_slap="burn", spoils="hidden")
    live.slap(1, 50, 90, 60)
    assert live.view(None)["seats"][1]["lane"] == [["Td"], ["??"]]
    assert live.t.seats[1].pile.size == 2


def test_nobody_burns_his_last_card_between_battles():
    live = Live.of("9c 5c", "8d Td", slap="5", false_slap="burn")
    live.all("flip")
    false(live)
    assert live.t.seats[1].pile.size == 1


def test_none_ignores_a_false_slap():
    live = wrong(false_slap="none")
    assert false(live) == Reject.FALSE_SLAP
    assert live.t.seats[1].locked == 0


def test_a_slap_for_an_older_reveal_is_stale():
    live = wrong()
    live.run(live.now + 600)
    live.all("flip")
    assert live.act(0, "slap", reveal=1, rt=300, arr=340, credit=0) == Reject.STALE


@each([2, 10])
def test_a_slap_for_a_reveal_to_come_is_no_act(reveal):
    live = window(*TWO)
    assert live.act(0, "slap", reveal=reveal, rt=300, arr=340, credit=0) == Reject.BAD_PARAM


def test_no_slaps_without_a_slap_card_in_play():
    live = Live.of(*TWO)
    live.all("flip")
    assert live.act(0, "slap", reveal=1, rt=300, arr=340, credit=0) == Reject.WRONG_PHASE
    assert live.view(0)["reveal"]["ranks"] == []


def test_who_is_out_may_not_slap_back_in():
    live = Live.of("9c 5c 2c", "8d", "7h 6h 3h", slap="5")
    live.all("flip")
    live.run(live.now + 600)
    live.all("flip")
    assert live.phase == Phase.SLAP
    assert live.slap(1, 300, 320, 60) == Reject.YOU_ARE_OUT


def test_an_outsider_of_the_war_may_slap():
    live = Live.of("Kc 2c 3c 4c 5c", "Kd 2d 3d 4d Td", "7h 8h", slap="5")
    live.all("flip")
    live.all("lay")
    assert live.slap(2, 300, 320, 60) == Reject.OK
    live.run(live.t.until)
    assert (live.t.winner, live.t.last_size) == (2, 11)


def test_an_auto_seat_never_slaps():
    live = Live.of(*TWO, slap="5")
    for seat in (0, 1):
        live.act(seat, "auto", on=1)
    live.run(live.now + 700)
    assert live.phase == Phase.SLAP
    live.run(live.t.until)
    assert "slap" not in live.happened()


def test_clients_do_not_send_what_the_server_measures():
    from games.rules.game import BadAct

    assert GAME.read_act("slap", {"reveal": 3, "rt": 240}).b == 240
    with pytest.raises(BadAct):
        GAME.read_act("slap", {"reveal": 3, "rt": 240, "arr": 250})
