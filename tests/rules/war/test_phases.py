"""The state machine of a live table (rules sheet 1.10) and what every game has (0.6)."""

import random

from games.rules.cards import NONE, listed, rank
from games.rules.game import Reject
from games.rules.war import battle, deal
from games.rules.war.options import SCHEMA, Options
from games.rules.war.state import End, Phase, Reason, Table
from tests.development.scripted.options import loose
from tests.each import each
from tests.rules.war.live import GAME, Live, lay_out

PLAIN = ("9c 5d 6h 2h", "7c 4d 2s 3s")
WAR = ("8c 2c 3c 4c Kc 5c", "8d 2d 3d 4d Qd 6d")
THREE_AT_WAR = ("8c 2c 3c 4c Kc 5c", "8d 2d 3d 4d Qd 6d", "8h 2h 3h 4h Jh 5h")


def test_dealt_lasts_three_seconds():
    live = Live(*lay_out(*PLAIN))
    assert (live.phase, live.t.until) == (Phase.DEALT, 3000)
    assert live.act(0, "flip") == Reject.WRONG_PHASE
    live.run(2999)
    assert live.phase == Phase.DEALT
    live.run(3000)
    assert live.phase == Phase.FLIP
    assert live.happened() == ["deal"]


def test_flip_waits_for_everybody_and_reveals_all_at_once():
    live = Live.of(*PLAIN)
    assert live.act(0, "flip") == Reject.OK
    assert live.happened() == ["deal"]
    assert live.view(1)["seats"][0]["ready"]
    assert live.view(1)["seats"][0]["lane"] == []
    assert live.act(1, "flip") == Reject.OK
    assert live.happened() == ["deal", "flip", "win"]
    assert live.phase == Phase.COLLECT


def test_flip_after_ten_seconds_by_itself():
    live = Live.of(*PLAIN)
    live.act(0, "flip")
    assert live.t.until == 13_000
    live.run(12_999)
    assert live.phase == Phase.FLIP
    live.run(13_000)
    assert live.phase == Phase.COLLECT


def test_collect_lasts_600_ms_and_moves_the_packet():
    live = Live.of(*PLAIN)
    live.all("flip")
    assert live.t.until == live.now + 600
    assert live.view(None)["seats"][0]["lane"] == [["9c"]]
    live.run(live.now + 600)
    assert live.phase == Phase.FLIP
    assert [live.t.seats[0].pile.size, live.t.seats[1].pile.size] == [5, 3]
    assert live.view(None)["last"] == {"winner": 1, "reason": "rank", "size": 2}


def test_a_turn_asked_for_while_cards_are_collected_counts_for_the_next_battle():
    live = Live.of(*PLAIN)
    live.all("flip")
    assert live.act(0, "flip") == Reject.OK
    assert live.act(0, "flip") == Reject.ALREADY
    assert live.act(1, "flip") == Reject.OK
    assert live.t.battles == 1
    live.run(live.now + 600)
    assert live.t.battles == 2


def test_lay_is_for_warriors_with_cards():
    live = Live.of("Kc 2c 3c 4c 5c", "Kd 2d 3d 4d Td", "7h 8h")
    live.all("flip")
    assert live.phase == Phase.LAY
    assert live.act(2, "lay") == Reject.NOT_YOUR_TURN
    assert live.act(0, "flip") == Reject.WRONG_PHASE
    assert live.act(0, "lay") == Reject.OK
    assert live.act(0, "lay") == Reject.ALREADY
    assert live.phase == Phase.LAY
    assert live.act(1, "lay") == Reject.OK
    assert live.phase == Phase.COLLECT


def test_lay_after_ten_seconds_by_itself():
    live = Live.of(*WAR)
    live.all("flip")
    live.run(live.now + 9_999)
    assert live.phase == Phase.LAY
    live.run(live.now + 1)
    assert live.t.winner == 0


def test_a_warrior_without_cards_is_not_waited_for():
    live = Live.of("8c", "8d 2d 3d 4d 5d")
    live.all("flip")
    assert live.act(0, "lay") == Reject.NOT_YOUR_TURN
    live.act(1, "lay")
    assert live.phase == Phase.COLLECT


def test_underdog_waits_for_the_losers():
    live = Live.of(*THREE_AT_WAR, underdog="6")
    live.all("flip")
    live.all("lay")
    assert live.phase == Phase.UNDERDOG
    assert live.act(0, "check") == Reject.NOT_YOUR_TURN
    assert live.act(1, "check") == Reject.OK
    assert live.happened()[-1] == "underdog_check"
    assert live.phase == Phase.UNDERDOG
    assert live.act(2, "check") == Reject.OK
    assert live.phase == Phase.COLLECT


def test_underdog_is_checked_after_ten_seconds():
    live = Live.of("8c 2c 3c 4c Kc 5c", "8d 2d 6d 4d Qd 9d", underdog="6")
    live.all("flip")
    live.all("lay")
    live.run(live.now + 10_000)
    assert (live.t.winner, live.t.reason) == (1, Reason.UNDERDOG)


def test_slap_window_is_left_at_its_end():
    live = Live.of("5c 2c", "Td 6d", slap="5")
    live.all("flip")
    assert live.act(0, "flip") == Reject.WRONG_PHASE
    live.run(live.now + 2_999)
    assert live.phase == Phase.SLAP
    live.run(live.now + 1)
    assert live.phase == Phase.COLLECT


def test_over_refuses_everything():
    live = Live.of("9c", "7c")
    live.all("flip")
    live.run(live.now + 600)
    assert (live.phase, live.t.end, live.t.until) == (Phase.OVER, End.ALL, NONE)
    for act in ("flip", "lay", "check", "resign", "hurry"):
        seat = NONE if act == "hurry" else 0
        assert live.act(seat, act) == Reject.GAME_OVER
    assert GAME.result(live.t, live.o) == ("all", (1,), (1, 2))
    GAME.fire(live.t, live.o, None)
    assert live.phase == Phase.OVER


def test_auto_pace_turns_at_the_rhythm_counted_from_the_last_reveal():
    live = Live.of(*PLAIN, pace="auto")
    live.run(3000)
    shown = live.t.show_at
    assert live.t.battles == 1
    live.run(shown + 600)
    assert live.phase == Phase.FLIP
    live.run(shown + 1199)
    assert live.t.battles == 1
    live.run(shown + 1200)
    assert live.t.battles == 2


@each([400, 800, 3000])
def test_every_rhythm_is_kept(ms):
    live = Live.dealt(f"pace=auto:{ms}", 3)
    shown = []
    while live.t.battles < 12 and live.phase != Phase.OVER:
        live.fire()
        if not shown or live.t.show_at != shown[-1]:
            shown.append(live.t.show_at)
    gaps = {b - a for a, b in zip(shown[1:], shown[2:], strict=False)}
    assert gaps == {ms}


def test_auto_pace_also_lays_and_checks():
    live = Live.of(*WAR, pace="auto:1000", underdog="6")
    start = live.t.show_at
    live.run(start + 1000)
    assert live.phase == Phase.UNDERDOG
    live.run(start + 2000)
    assert live.phase == Phase.COLLECT


def test_an_agreed_fast_forward_turns_every_400_ms():
    live = Live.of(*PLAIN)
    assert live.act(NONE, "hurry", at=8_000) == Reject.OK
    assert live.now == 8_000
    live.run(8_000)
    assert live.t.battles == 1
    live.run(8_400)
    assert live.t.battles == 2


def test_auto_seat_turns_at_once_when_asked():
    live = Live.of(*PLAIN)
    assert live.act(0, "auto", on=1) == Reject.OK
    assert live.view(None)["seats"][0]["auto"]
    assert live.act(1, "flip") == Reject.OK
    assert live.t.battles == 1
    live.run(live.now + 600)
    assert live.view(1)["seats"][0]["ready"]
    live.act(0, "auto", on=0)
    assert not live.view(None)["seats"][0]["auto"]


def test_open_cards_stay_to_be_seen_when_everybody_is_on_auto():
    live = Live.of(*WAR)
    for seat in (0, 1):
        live.act(seat, "auto", on=1)
    assert live.phase == Phase.LAY
    assert live.t.until == live.t.show_at + 600


def test_turn_and_since_change_exactly_when_a_decision_opens():
    live = Live.of(*WAR)
    first = live.view(0)
    live.act(0, "flip", at=3_400)
    again = live.view(0)
    assert (again["turn"], again["since"]) == (first["turn"], first["since"])
    live.act(1, "flip", at=3_500)
    war = live.view(0)
    assert (war["turn"], war["since"]) == (first["turn"] + 1, 3_500)
    assert war["asks"]["until"] == 13_500


def test_two_players_resign():
    live = Live.of(*WAR)
    live.all("flip")
    assert live.act(0, "resign") == Reject.OK
    assert GAME.result(live.t, live.o) == ("resign", (2,), (2, 1))
    assert live.act(1, "resign") == Reject.GAME_OVER


def test_three_players_resign_between_battles():
    live = Live.of("9c 5d 6h", "7c 4d 2s", "8h 3h 2h")
    live.act(1, "resign")
    assert [listed(live.t.center), live.t.seats[1].pile.size] == [[20, 9, 3], 0]
    assert live.act(1, "flip") == Reject.YOU_ARE_OUT
    assert live.view(None)["seats"][1]["out"]
    live.all("flip")
    live.run(live.now + 600)
    assert live.t.seats[0].pile.size == 7
    live.act(0, "resign")
    assert GAME.result(live.t, live.o) == ("resign", (3,), (2, 3, 1))


def test_resigning_may_be_what_everybody_waited_for():
    live = Live.of("9c 5d 6h", "7c 4d 2s", "8h 3h 2h")
    live.act(0, "flip")
    live.act(2, "flip")
    live.act(1, "resign")
    live.run(live.t.until)
    assert live.t.battles == 1


def test_the_last_of_a_war_wins_it_when_the_other_resigns():
    live = Live.of("8c 2c 3c", "8d 2d 3d", "5h 6h")
    live.all("flip")
    assert live.phase == Phase.LAY
    live.act(0, "resign")
    assert (live.phase, live.t.winner, live.t.reason) == (Phase.COLLECT, 1, Reason.SOLE)
    assert live.t.last_size == 5
    live.run(live.now + 600)
    assert live.t.seats[1].pile.size == 7


def test_a_war_of_three_goes_on_with_two():
    live = Live.of(*THREE_AT_WAR)
    live.all("flip")
    live.act(0, "resign")
    assert live.phase == Phase.LAY
    live.all("lay")
    assert live.t.winner == 1


@each([0, 1])
def test_resigning_during_a_check_collects_the_battle_first(seat):
    live = Live.of(*THREE_AT_WAR, underdog="6")
    live.all("flip")
    live.all("lay")
    assert live.phase == Phase.UNDERDOG
    live.act(seat, "resign")
    assert live.phase == Phase.FLIP
    assert live.t.center.size == (16 if seat == 0 else 1)


@each([(5, "agreed"), (6, "abandoned"), (7, "limit")])
def test_a_stopped_game_is_scored_by_cards(end, word):
    live = Live.of("8c 2c 3c 4c Kc", "8d 2d 3d 4d Qd 6d")
    live.all("flip")
    assert live.act(NONE, "stop", end=end) == Reject.OK
    assert GAME.result(live.t, live.o) == (word, (2,), (2, 1))


def test_a_stopped_game_may_be_shared():
    live = Live.of(*WAR)
    live.all("flip")
    live.act(NONE, "stop", end="agreed")
    result = GAME.result(live.t, live.o)
    assert (result.winners, result.places, result.text) == ((1, 2), (1, 1), "=1+2")


def test_only_the_server_leads_hurries_and_stops():
    live = Live.of(*PLAIN)
    assert live.act(0, "hurry") == Reject.NOT_YOUR_SEAT
    assert live.act(0, "lead", ms=100) == Reject.NOT_YOUR_SEAT
    assert live.act(0, "stop", end=5) == Reject.NOT_YOUR_SEAT
    assert live.act(NONE, "flip") == Reject.NOT_YOUR_SEAT
    assert live.act(2, "flip") == Reject.NOT_YOUR_SEAT
    assert live.act(7, "resign") == Reject.NOT_YOUR_SEAT


def test_the_cap_is_scored_by_piles():
    live = Live.dealt("cap=20;pace=auto:400", 9)
    live.run(10**6)
    assert live.t.battles == 20
    result = GAME.result(live.t, live.o)
    counts = GAME.standing(live.t, live.o)["counts"]
    assert result.end == "cap"
    assert result.winners == tuple(p + 1 for p in (0, 1) if counts[p] == max(counts))


@each(
    [
        ("loser", ("2c 3c", "4c"), 8),
        ("winner", ("2c 5c 3c", "6c 4c"), 24),
    ]
)
def test_a_repetition_ends_the_game_at_once(order, piles, most):
    live = Live.of(*piles, order=order, pace="auto:400")
    live.run(10**6)
    assert live.t.end == End.CAP
    assert live.t.battles <= most


def test_repetitions_are_not_looked_for_where_chance_or_slaps_decide():
    for options in ({"order": "random"}, {"order": "loser", "slap": "9"}):
        live = Live.of("2c 3c", "4c", pace="auto:400", cap="60", **options)
        live.run(10**6)
        assert live.t.battles == 60 or live.t.end == End.ALL


def repeats(o: Options, t: Table) -> bool:
    """Whether a position comes back, found by storing all of them."""
    met = set()
    while t.phase != Phase.OVER:
        battle.step(t, o._replace(cycles=False, cap=10**6), NONE, None)
        here = tuple(tuple(rank(c) for c in listed(seat.pile)) for seat in t.seats)
        if t.phase != Phase.OVER and here in met:
            return True
        met.add(here)
    return False


@each(["winner", "loser", "high", "low", "seat"])
def test_exactly_the_games_that_repeat_are_ended_early(order):
    rng = random.Random(order)
    found = 0
    for _ in range(300):
        deck = rng.sample(range(52), rng.randrange(3, 9))
        cut = rng.randrange(1, len(deck))
        o = loose(SCHEMA, {"order": order})
        one, two = (deal.lay_out(o, [deck[:cut], deck[cut:]], []) for _ in range(2))
        for t in (one, two):
            t.phase = Phase.FLIP
        while one.phase != Phase.OVER:
            battle.step(one, o, NONE, None)
        assert repeats(o, two) == (one.end == End.CAP)
        assert one.end != End.CAP or one.battles < o.cap
        found += one.end == End.CAP
    assert found or order in ("high", "winner")
