"""Clocks, and the acts every game has (rules sheet 0.6, 3.10)."""

from games.rules.cards import NONE
from games.rules.game import Reject
from games.rules.ww3.state import End, Phase
from tests.each import each
from tests.rules.live import SERVER
from tests.rules.ww3.live import GAME, Live
from tests.rules.ww3.live import usual as live

# Clocks ------------------------------------------------------------------------------------


def test_the_countdown():
    table = Live.dealt("", 1)
    assert GAME.deadline(table.t, table.o) == 3000
    table.run(3000)
    assert table.happened()[:2] == ["deal", "round"]
    assert table.phase == Phase.TURN


def test_the_forced_card_is_laid_after_six_seconds():
    table = live()
    assert GAME.deadline(table.t, table.o) == 3000 + 6000
    table.run(8999)
    assert table.t.at == 0
    table.run(9000)
    assert table.t.at == 1
    assert table.view(None)["top"]["card"] == "Tc"


def test_an_act_exactly_at_the_deadline_is_too_late():
    table = live()
    assert table.act(0, "play", at=9000) == Reject.NOT_YOUR_TURN


def test_who_must_fight_does_so_after_six_seconds():
    table = live()
    table.do(0, "play")
    table.run(3000 + 6000)
    assert table.phase == Phase.DRAW


def test_who_may_decline_has_twelve_seconds_and_then_fights():
    table = live(shown=["", "2d", ""])
    table.do(0, "play")
    table.run(3000 + 11_999)
    assert table.phase == Phase.TURN
    table.run(3000 + 12_000)
    assert table.phase == Phase.DRAW
    assert table.view(None)["seats"][1]["shown"] == ["2d"]


def test_a_joker_without_a_target_hits_the_next_to_the_left_after_twelve_seconds():
    table = live("X19c8c7c6c")
    table.do(0, "play")
    table.run(3000 + 11_999)
    assert table.phase == Phase.TARGET
    table.run(3000 + 12_000)
    assert (table.t.duel.a, table.t.duel.b) == (0, 1)


def test_cards_are_turned_after_six_seconds():
    table = live()
    table.do(0, "play")
    table.do(1, "fight")
    table.run(3000 + 5999)
    assert table.phase == Phase.DRAW
    table.run(3000 + 6000)
    assert table.phase == Phase.HOLD


def test_the_round_end_lasts_a_second():
    table = live("Qc9c8c7c6c", shown=["", "2d", "2h"])
    table.do(0, "play")
    table.do(1, "decline", card="2d")
    table.do(2, "decline", card="2h")
    assert table.phase == Phase.ROUND_END
    assert table.view(None)["leader"] == 1
    for seat in range(3):
        assert table.view(seat)["asks"] is None
        assert table.act(seat, "play") == Reject.WRONG_PHASE
    table.run(3999)
    assert table.t.rounds == 1
    table.run(4000)
    assert (table.t.rounds, table.t.at) == (2, 0)


# Common acts -------------------------------------------------------------------------------


def test_auto_makes_forced_moves_at_once_and_no_choices():
    table = live("Tc9c8c7c6c", "Jd8d7d6d5d", shown=["2c", "", ""])
    table.do(1, "auto", on=1)
    table.do(0, "play")
    assert table.t.at == 2  # seat 2 has laid the jack
    table.do(0, "auto", on=1)
    table.do(2, "fight")
    assert table.phase == Phase.DRAW
    assert table.view(None)["seats"][1]["ready"]
    table.draw(2)
    assert table.phase == Phase.HOLD  # seat 2 is asked to hold, not to turn
    assert table.view(1)["asks"]["acts"] == ["hold", "draw"]
    table.do(1, "auto", on=0)
    assert not table.view(1)["seats"][1]["auto"]


def test_auto_never_declines():
    table = live(shown=["", "2d", ""])
    table.do(1, "auto", on=1)
    table.do(0, "play")
    assert (table.phase, table.t.at) == (Phase.TURN, 1)


def test_auto_in_the_own_turn_plays_at_once():
    table = live()
    table.do(0, "auto", on=1)
    assert table.t.at == 1


def test_hurry_makes_forced_moves_quick():
    table = live()
    table.do(SERVER, "hurry")
    assert GAME.deadline(table.t, table.o) == 3000 + 400
    table.run(3400)
    assert table.t.at == 1


def test_the_lead_delays_what_is_shown():
    table = live()
    table.do(SERVER, "lead", ms=120)
    table.do(0, "play")
    table.do(1, "fight")
    table.draw(0, 1)
    reveal = table.view(None)["reveal"]
    assert reveal["show_at"] == table.now + 120
    assert reveal["ends"] == table.now + 120 + 8000


@each([("agreed", End.AGREED), ("abandoned", End.ABANDONED), ("limit", End.LIMIT)])
def test_stopping_is_scored_like_the_round_limit(end, code):
    table = live()
    table.t.seats[2].captured = 3
    table.do(SERVER, "stop", end=end)
    result = GAME.result(table.t, table.o)
    assert (result.end, result.winners) == (code.name.lower(), (3,))
    assert table.act(0, "play") == Reject.GAME_OVER
    assert GAME.deadline(table.t, table.o) == NONE


def test_only_the_server_stops_and_only_players_play():
    table = live()
    assert table.act(0, "stop", end="agreed") == Reject.NOT_YOUR_SEAT
    assert table.act(SERVER, "play") == Reject.NOT_YOUR_SEAT
    assert table.act(3, "play") == Reject.NOT_YOUR_SEAT
