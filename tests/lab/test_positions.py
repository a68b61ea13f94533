"""The laws of positions: what a viewer does not know is dealt anew, and nothing else."""

import json
import random
from collections import Counter

import pytest

from games.lab.chances.course import Course, course_of_log, course_of_simulated
from games.lab.chances.position import codes, position_of
from games.lab.counting.accumulator import Sums
from games.lab.counting.adapter import ADAPTERS, BadRun
from games.lab.counting.driver import Start
from games.lab.runs.engine import play_plainly
from games.lab.runs.games import Simulated
from games.lab.runs.spec import read_spec
from games.rules.cards import card
from games.rules.catalogue import find
from games.rules.logs import write_wsn
from tests.conformance.subjects import SUBJECTS, table_of
from tests.depth import deep
from tests.each import each
from tests.rules.live import played

GAMES = ("war", "ww3", "ultimate")
POSITIONS = deep(2_000)
RUNS = [
    ("war", ""),
    ("war", "auto=2;faces=3;leftover=remove;players=3;slap=5;underdog=6"),
    ("ww3", ""),
    ("ww3", "hold=secret;seats=6"),
    ("ultimate", "clock=300000;seats=3"),
    ("ultimate", "change=on;clock=300000;multi=on;seats=6"),
]


def eyes(viewer):
    """A viewer as pages name them."""
    return "watcher" if viewer is None else str(viewer)


def simulated(game, options, index=0):
    return Simulated(read_spec(game=game, games=10, options=options, seed=11), index)


def seen(rules, o, t, viewer):
    return json.dumps(rules.view(t, o, viewer))


@pytest.mark.outer
@pytest.mark.timeout(120)
@each(GAMES)
def test_a_completed_state_shows_the_same_and_has_every_card_once(game):
    rules, luck, moved = find(game), random.Random(7), 0
    walk = SUBJECTS[game].walk._replace(looks=11, steps=20)  # as far as usual, with more looks
    for number, (live, viewer) in enumerate(walk.take(POSITIONS)):
        whole = position_of(rules, live.o, 1, live.state, "all")
        start, seat = (
            whole._replace(view=eyes(viewer)).start,
            None if viewer is None else viewer - 1,
        )
        before = whole.table
        t, names = start.dealt(luck.getrandbits(62), number)
        adapter = ADAPTERS[game]
        adapter.take_up(t, live.o, adapter.game_stats(), 0, names)
        assert seen(rules, live.o, t, seat) == seen(rules, live.o, before, seat)
        held = [card(code) for code in codes(cards_only(rules.open_view(t, live.o)))]
        was = [card(code) for code in codes(cards_only(rules.open_view(before, live.o)))]
        assert len(held) == len(set(held)) == len(was) == rules.cards(live.o)
        moved += held != was
        known = whole.start
        assert not known.cells
        again, _ = known.dealt(1, number)
        again.rng = 0
        assert again.to_bytes() == whole.state
    assert moved > POSITIONS / 2


def cards_only(view):
    """The places of an open view that hold cards, each card in one of them."""
    rows = [view.get("center_cards"), view.get("centre_cards"), view.get("removed")]
    for seat in view["seats"]:
        rows += [seat.get(name) for name in ("cards", "lane", "hand", "discard", "shown")]
        rows += [[one["card"] for one in seat.get("field", [])]]
    return rows


@pytest.mark.outer
@pytest.mark.parametrize(("game", "options"), RUNS)
def test_all_assignments_of_a_few_cards_are_equally_frequent(game, options):
    course = course_of_simulated(simulated(game, options))
    start = course.position(len(course.frames) // 2, "watcher").start
    few = Start(start.state, start.cells[:3], start.cards[:4])  # one card is out of play
    told, deals = Counter(), deep(6_000)
    for number in range(deals):
        values = few.dealt(9, number)[0].values()
        told[tuple(values[cell] for cell in few.cells)] += 1
    assert len(told) == 24 and all(set(cards) <= set(few.cards) for cards in told)
    expected = deals / 24
    assert sum((count - expected) ** 2 / expected for count in told.values()) < 49.7  # p = 0.001


@each(RUNS)
def test_a_run_is_playing_on_from_its_deals(game, options):
    spec = read_spec(game=game, games=5, options=options, seed=3)
    adapter, o, sums = spec.adapter, spec.o, Sums()
    for number in range(spec.games):
        dealt, notes = adapter.fresh(o, spec.levels, spec.seed, number)
        t = position_of(spec.rules, o, 1, dealt, "all").table
        t.rng = dealt.rng
        adapter.play_on(t, notes, sums, o, spec.levels, number)
    assert sums.to_bytes() == play_plainly(spec, 0, spec.games).to_bytes()


@pytest.mark.outer
@each(RUNS)
def test_a_file_has_the_positions_of_the_game(game, options):
    played = simulated(game, options)
    course, read = course_of_simulated(played), course_of_log(played.wsn)
    places = {course.recording.text_of(i): i for i in range(len(course.frames))}
    again = {read.recording.text_of(i): i for i in range(len(read.frames))}
    assert set(places) - set(again) <= {"0"}  # a file begins with the first move
    assert set(again) <= set(places)
    for at, index in again.items():
        assert read.index(at) == index
        assert read.position(index, "watcher") == course.position(places[at], "watcher"), at


@each(
    [
        ("war", "false_slap=burn;players=3;slap=5;underdog=6", ["recruit", "general", "sergeant"]),
        ("ww3", "", ["general", "sergeant", "recruit"]),
        ("ww3", "hold=secret;seats=4", ["general"] * 4),
        ("ultimate", "clock=300000;seats=3", ["hunter", "bully", "random"]),
    ]
)
def test_what_is_sealed_at_a_table_is_not_part_of_its_positions(game, options, levels):
    """A file knows of no call that is still hidden, of no clock, and of nobody's pace."""
    live = table_of(game).dealt(options, 5)
    course = Course(live.game, live.o, live.game.rules_version, levels)
    told = 0
    for _ in played(live, levels, 5):
        course.watch(live.t, live.now, live.tape[told:])
        told = len(live.tape)
    result = live.game.result(live.t, live.o)
    about = {"game": live.game, "o": live.o, "names": levels, "deal": live.deal}
    read = course_of_log(write_wsn(**about, events=live.tape, result=result))
    ends = {place: i for i, place in enumerate(course.places)}
    same = [
        read.position(index, "all") == course.position(ends[place], "all")
        for index, place in enumerate(read.places)
        if read.ends_place(index) and place in ends
    ]
    assert all(same) and len(same) > len(ends) / 2


@each(["", "x", "-1", "3.", "3.0", "3.99", "9999", "1e3", "٣"])
def test_a_place_that_does_not_exist_gets_a_sentence(at):
    course = course_of_simulated(simulated("war", ""))
    with pytest.raises(BadRun) as caught:
        course.index(at)
    assert caught.value.code == "NO_PLACE" and "its last one is" in caught.value.sentence


@each(["0", "3", "-1", "", "everybody", "all "])
def test_a_viewer_who_does_not_exist_gets_a_sentence(view):
    course = course_of_simulated(simulated("war", ""))
    with pytest.raises(BadRun) as caught:
        course.position(0, view)
    assert caught.value.code == "BAD_VIEW"


def test_a_file_that_is_no_game_gets_a_sentence():
    text = simulated("ww3", "").wsn
    for bad in ("", "\n", text[:200], text[:-40], text.replace('"3"', '"9"'), '[WSN "2"]\n\n'):
        with pytest.raises(BadRun) as caught:
            course_of_log(bad)
        assert caught.value.code == "BAD_FILE", bad


def test_a_file_of_older_rules_is_played_on_by_them():
    """With version 2 of Ultimate War the clocks do not stop while the table is called."""
    options, levels = "change=on;clock=300000;multi=on;seats=4", ["random", "bully", "greedy"] * 2
    live = table_of("ultimate").dealt(options, 5)
    live.game.keep_rules(live.t, 2)
    assert len(list(played(live, levels[:4], 5))) > 100
    about = {"game": live.game, "o": live.o, "names": levels[:4], "deal": live.deal}
    course = course_of_log(write_wsn(**about, events=live.tape, result=None))
    start = course.position(len(course.frames) // 2, "watcher").start
    assert start.state.rules == start.dealt(1, 1)[0].rules == 2


def test_a_file_that_does_not_follow_from_the_rules_gets_a_sentence():
    first, rest = simulated("war", "").wsn.split("\n1. ")
    lines = rest.splitlines(keepends=True)
    with pytest.raises(BadRun) as caught:
        course_of_log(f"{first}\n1. {lines[0]}{lines[2]}")
    assert caught.value.code == "BAD_FILE" and "battle 2 comes next" in caught.value.sentence
