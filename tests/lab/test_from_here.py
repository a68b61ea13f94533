"""Runs whose games all start at one place of another game."""

import json

import pytest

from games.lab.chances.course import course_of_simulated
from games.lab.counting.driver import Start
from games.lab.runs import run
from games.lab.runs.comparison import Side, are_paired
from games.lab.runs.engine import Chunk, play_plainly
from games.lab.runs.games import Simulated
from games.lab.runs.models import Simulation
from games.lab.runs.spec import BadRun, Origin, read_spec
from games.rules.catalogue import find
from games.table.replay.recording import Recording
from tests.depth import share
from tests.each import each

GAMES = [
    ("war", "", ()),
    ("war", "players=3;slap=5", ("recruit", "general", "sergeant")),
    ("ww3", "hold=secret;seats=4", ()),
    ("ultimate", "clock=300000;seats=3", ()),
]


def course_of(game, options="", index=0):
    spec = read_spec(game=game, games=10, options=options, seed=11)
    return course_of_simulated(Simulated(spec, index))


def spec_from(game, options="", policies=(), view="all", games=20, **more):
    """A run from the middle of a game."""
    course = course_of(game, options)
    start = course.position(len(course.frames) // 2, view).start.text
    return read_spec(
        game=game, games=games, options=options, policies=policies, start=start, **more
    )


@pytest.mark.parametrize("view", share(["all", "watcher", "1"]))
@pytest.mark.parametrize(("game", "options", "policies"), GAMES)
def test_every_game_starts_at_the_place_and_is_the_one_that_was_counted(
    game, options, policies, view
):
    spec = spec_from(game, options, policies, view)
    begins, sums = spec.begins, play_plainly(spec, 0, 3)
    won = [0] * spec.o.players
    for index in range(3):
        played = Simulated(spec, index)
        recording = Recording.read(json.loads(json.dumps(played.recorded("watcher"))))
        seat = None if view in ("all", "watcher") else 0
        dealt, then = begins.state.copy(), played.deal()
        dealt.rng = then.rng = 0
        assert spec.rules.view(then, spec.o, seat) == spec.rules.view(dealt, spec.o, seat)
        assert (then.to_bytes() == dealt.to_bytes()) == (view == "all")
        now = getattr(dealt, "now", 0)
        assert recording.frames[0]["b"] == spec.rules.position(dealt, spec.o, now)
        assert recording.length == course_of_simulated(played).places[-1]
        if len(played.result.winners) == 1:
            won[played.result.winners[0] - 1] += 1
    assert sums.wins[: spec.o.players] == won


@each(GAMES, "engine")
def test_compiled_rules_count_the_same(engine, game, options, policies):
    spec = spec_from(game, options, policies, "watcher")
    assert not spec.is_fast
    assert engine.play(spec, Chunk(0, 3, 8)).to_bytes() == play_plainly(spec, 3, 8).to_bytes()


def test_the_start_is_in_the_command_and_can_be_read_again():
    spec = spec_from("war", view="watcher", seed=4)
    words = spec.command.split()
    text = words[words.index("--start") + 1]
    assert read_spec(game="war", games=20, seed=4, start=text) == spec
    start = Start.read(find("war").table, text)
    assert start.packed() == spec.begins.packed() and start.cells


@each(["x", "eNo", "!", "é", "a" * 30_000])
def test_a_start_that_is_none_is_one_sentence(start):
    with pytest.raises(BadRun) as caught:
        read_spec(game="war", games=5, start=start)
    assert caught.value.code == "BAD_START" and caught.value.sentence.endswith(".")


def test_a_start_of_another_game_and_one_where_the_game_is_over_are_refused():
    with pytest.raises(BadRun) as caught:
        read_spec(game="ww3", games=5, start=spec_from("war").start)
    assert caught.value.code == "BAD_START"
    course = course_of("war")
    with pytest.raises(BadRun) as caught:
        read_spec(game="war", games=5, start=course.position(len(course.frames) - 1).start.text)
    assert caught.value.code == "GAME_OVER"


def test_runs_from_one_place_are_compared_in_pairs_and_others_are_not():
    one = Side(spec_from("war", "slap=5", ["recruit"] * 2, games=1300), None)
    sums = play_plainly(one.spec._replace(games=1), 0, 1)
    sums.games = 1300
    other = Side(one.spec._replace(policies=("general",) * 2), sums)
    assert are_paired(one._replace(sums=sums), other)
    assert not are_paired(one._replace(sums=sums), Side(other.spec._replace(start=""), sums))


@pytest.mark.django_db
def test_equality_of_runs_includes_the_start():
    spec, origin = spec_from("war"), Origin("ABCDEFGH", "90", "all", unlisted=True)
    plain = run.start(spec=spec._replace(start=""), free=True)
    begun = run.start(spec=spec, free=True, origin=origin)
    assert run.start(spec=spec, free=True, origin=origin) == begun != plain
    stored = Simulation.objects.get(pk=begun.pk)
    assert stored.spec == spec and stored.origin == origin and plain.origin is None
    assert list(Simulation.objects.listed()) == [plain]
    Simulation.objects.update(status="done")
    rules = Simulation.objects.of_rules("war", "", spec.rules_version)
    assert list(rules) == [plain]  # how long a game of these rules is, it does not say
    assert run.again(stored) == spec._replace(seed=2)
    assert run.chunk_size(spec._replace(games=10**9)) == spec.adapter.chunk
