"""How a result came about for one seat: the split's parts, what is judged, and what is played
next."""

from itertools import product

import pytest

from games.lab.chances.course import course_of_simulated
from games.lab.chances.curve import Curve, Part, Place, with_played
from games.lab.chances.decisions import decisions_of, looks_of
from games.lab.chances.split import next_looks, split_of
from games.lab.chances.tally import Playouts, Tally
from games.lab.counting.driver import Start
from games.lab.runs.games import Simulated
from games.lab.runs.spec import read_spec
from games.rules.catalogue import find
from games.rules.ww3 import choices
from games.rules.ww3.acts import Kind
from games.rules.ww3.events import Hold, How
from games.rules.ww3.state import Answer, Phase, worth
from games.rules.ww3.turn import can_beat
from tests.depth import share
from tests.each import each

WW3_RULES = find("ww3")
WW3 = Playouts("ww3", "", ("general",) * 3, 1)
GAMES = (1_600, 25_600)
OVER = Tally(1, (1, 0, 0), (0, 0, 0), (0, 0, 0), True)


def tally(won, games=1600):
    wins = (games * won // 100, games - games * won // 100, 0)
    return Tally(games, wins, (0, 0, 0), (0, 0, 0))


def curve_of(*places):
    """The split of seat 1 with these places and chances of it in hundredths."""
    rows = [Place(at, tally(won)) for at, won in places]
    return Curve(WW3, "1", (*rows, Place("9", OVER)))


def course_of(options="", index=0, policies=("general",)):
    spec = read_spec(game="ww3", games=100, options=options, seed=4, policies=policies)
    return course_of_simulated(Simulated(spec, index))


TWO = [("0", 30), ("1.4", 40), ("1.4!draw", 38), ("1.4?hold", 50)]


def test_chances_luck_and_choices_are_the_result():
    more = [("2.3", 45), ("2.3!target2", 50), ("2.3?target3", 40)]
    split = split_of(curve_of(*TWO, *more))
    assert split.dealt == 0.3 and split.result == 1
    assert split.lucks == pytest.approx([0.1, 0.07, 0.5])
    assert [each.change for each in split.choices] == pytest.approx([-0.02, 0.05])
    assert split.dealt + split.luck + split.choice == pytest.approx(split.result)
    assert [(each.at, each.chosen, each.best) for each in split.choices] == [
        ("1.4", "draw", "hold"),
        ("2.3", "target2", "target2"),
    ]
    assert split.choices[0].cost == pytest.approx(0.12) and split.choices[1].cost == 0
    assert [each.at for each in split.costly] == ["1.4"]


def test_without_decisions_all_is_luck():
    split = split_of(curve_of(("0", 30)))
    assert split.lucks == pytest.approx([0.7]) and split.choice == split.choice_error == 0


@each([(39, False), (41, False), (42, True), (60, True)])
def test_what_may_be_noise_is_never_named(hold, is_costly):
    """Two standard errors are 3.5 points here."""
    split = split_of(curve_of(*TWO[:2], ("1.4!draw", 38), ("1.4?hold", hold)))
    assert bool(split.costly) == is_costly


def test_the_same_games_have_no_error():
    split = split_of(curve_of(*TWO[:2], ("1.4!draw", 40), ("1.4?hold", 10)))
    assert split.choice == split.choice_error == 0


# What is played next -------------------------------------------------------------------------


def test_each_act_is_played_first_and_then_those_of_near_decisions():
    curve = curve_of(*TWO[:3], ("1.4?hold", 39))
    empty = curve._replace(places=(Place("0", Tally.empty(3)), *curve.places[1:]))
    assert next_looks(empty, 1, *GAMES) == [Part(0, 0, 1600)]
    assert next_looks(curve, 10**6, *GAMES) == [Part(i, 1600, 4800) for i in (1, 2, 3)]
    assert next_looks(curve, 5000, *GAMES) == [Part(1, 1600, 4800)]
    assert not next_looks(curve_of(*TWO), 10**6, *GAMES)
    assert not next_looks(curve, 10**6, 1600, most=1600)
    same = curve_of(*TWO[:3], ("1.4?hold", 38))
    assert not next_looks(same, 10**6, *GAMES)  # the same games, whatever is chosen


def test_parts_of_any_size_lead_to_the_same():
    course = course_of()
    ends = []
    for budget in (1, 10**6):
        looks = looks_of(course, 1, "general")
        third = [i for i, (at, _) in enumerate(looks) if "!" not in at and "?" not in at][3]
        looks = [*looks[:third], looks[-1]]
        curve = Curve(WW3, "2", tuple(Place(at, Tally.empty(3)) for at, _ in looks))
        while parts := next_looks(curve, budget, 2, 8):
            played = [(i, WW3.tally(looks[i][1], first, games)) for i, first, games in parts]
            curve = with_played(curve, played)
        ends.append(curve)
    assert ends[0] == ends[1]
    assert {place.tally.games for place in ends[0].places[1:-1]} <= {2, 8}


# Decisions -------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", share(["", "seats=2", "hold=race;seats=4"]))
def test_only_decisions_are_judged(options):
    games, kinds = [course_of(options, index) for index in range(4)], set()
    for course, seat in product(games, range(games[0].o.players)):
        for _frame, t, acts, chosen in decisions_of(course, seat):
            assert chosen in acts and len(acts) > 1 and not t.seats[seat].out
            kinds |= {Kind(act.kind) for act in acts}
            if t.phase == Phase.TURN:
                assert t.at == seat and not can_beat(t, seat) and t.seats[seat].shown.size
            elif t.phase == Phase.TARGET:
                assert t.at == seat
            else:
                assert seat in (t.duel.a, t.duel.b) and not t.seats[seat].holds
    assert {Kind.HOLD, Kind.DRAW, Kind.FIGHT, Kind.DECLINE} <= kinds
    assert (Kind.TARGET in kinds) == (games[0].o.players > 2)


def test_a_simulated_wish_to_call_is_known_even_if_the_other_player_was_first():
    t = WW3_RULES.table()
    for seat, answer, eff in zip(t.seats, (Answer.HOLD, Answer.OPEN), (700, 900), strict=False):
        seat.answer, seat.eff = answer, eff
    t.seats[2].answer = Answer.DRAW
    assert choices.calls(t) == {0: "hold", 1: "hold", 2: "draw"}


@each(
    [
        ({}, 700, None),  # somebody else was first
        ({}, 0, Kind.DRAW),  # calls are secret: time ran out
        ({1: "draw"}, 700, Kind.DRAW),
        ({1: "hold"}, 700, Kind.HOLD),
        ({1: "auto"}, 700, None),
    ]
)
def test_whoever_did_not_come_to_call_chose_nothing(called, eff, choice):
    t = WW3_RULES.table()
    t.phase = Phase.HOLD
    act = choices.chosen(t, 1, called, [Hold(3, 0, 17, How.CALL, eff)])
    assert (act and act.kind) == choice


def test_the_looks_of_a_seat():
    course = course_of()
    looks = looks_of(course, 0, "general")
    ats = [at for at, _ in looks]
    assert ats[0] == "0" and looks[-1][1].state.end
    for at, start in looks[1:-1]:
        choice = at.replace("!", "?").partition("?")[2]
        assert bool(choice) == bool(start.choice)
        assert not choice or start.choice[0] == 0
    assert sum("!" in at for at in ats) == len(list(decisions_of(course, 0)))


def test_all_acts_have_the_same_luck_and_are_stored():
    course = course_of()
    looks = [start for at, start in looks_of(course, 0, "general") if "!" in at or "?" in at]
    for start in looks:
        again = Start.unpacked(course.game.table, start.packed())
        assert again.packed() == start.packed() and tuple(again.choice) == start.choice
        assert tuple(again.hidden[1]) == tuple(start.hidden[1])
        plain = Start(start.state, *start.hidden[:1], start.cards, *start.hidden[1:])
        assert WW3.seed(start) == WW3.seed(plain)
    assert any(start.reach[0] < len(start.cards) for start in looks)


def test_games_in_which_the_bot_chooses_the_same_are_the_same():
    """A General in a race always chooses the same, except that it bluffs when it is behind."""
    same = 0
    for index in range(3):
        course = course_of("hold=race", index)
        playouts = course.playouts()
        for _frame, t, _acts, chosen in decisions_of(course, 0):
            start = course.position_in(t, "1").start
            other = t.seats[t.duel.b if t.duel.a == 0 else t.duel.a]
            if t.phase != Phase.HOLD or worth(t.seats[0].current) > worth(other.current):
                after = playouts.tally(start.choosing(0, chosen), 0, 6)
                assert playouts.tally(start, 0, 6) == after
                same += 1
    assert same > 9
