"""Games played on from positions by compiled rules against those by plain ones; and the command,
which needs no server and no database for a file."""

import json
import os
import random
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.lab.chances import work
from games.lab.chances.course import course_of_log, course_of_simulated
from games.lab.chances.curve import FIRST, MOST, Part, next_parts
from games.lab.chances.curves import empty_curve
from games.lab.chances.decisions import decisions_of
from games.lab.chances.tally import tally_packed
from games.lab.counting.adapter import find
from games.lab.runs.cache import compiled_process
from games.lab.runs.games import Simulated
from games.lab.runs.spec import read_spec
from games.table.writer import play
from tests.each import each
from tests.lab.counted import played as counted
from tests.pages.stored import person, played

ROOT = Path(__file__).parents[2]
CASES = [
    ("war", "", [], 12),
    ("war", "order=winner", [], 12),
    ("war", "auto=2;cap=200;faces=3;leftover=remove;players=3;slap=5;underdog=6", ["general"], 12),
    ("ww3", "", ["general", "sergeant", "recruit"], 12),
    ("ww3", "cap=20;fallen=centre;hold=secret;seats=6", ["general"], 3),
    ("ultimate", "clock=300000", ["hunter", "bully", "decoy", "random"], 3),
    ("ultimate", "change=on;clock=300000;multi=on;pace=pulse;seats=8", ["hoarder"], 2),
]


@pytest.fixture(scope="module")
def compiled():
    with compiled_process() as pool:
        assert pool.submit(eval, "__import__('games.rules.jit').rules.jit.COMPILED").result()
        assert "WARSITE_JIT" not in os.environ
        yield pool


def simulated(game, options, policies):
    spec = read_spec(game=game, games=9, options=options, policies=policies, seed=5)
    return Simulated(spec, 3)


@pytest.mark.outer
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("game", "options", "policies", "games"), CASES)
def test_compiled_games_from_a_position_are_the_plain_ones(
    compiled, game, options, policies, games
):
    course = course_of_simulated(simulated(game, options, policies))
    playouts, luck = course.playouts(), random.Random(1)
    frames = luck.sample(range(len(course.frames)), 4)
    known = find(game).decisions
    starts = [course.position(frame, view).start for frame in frames for view in ("all", "1")]
    for seat in range(course.o.players):
        chosen = list(decisions_of(course, seat))
        for _frame, state, choices, _chosen in luck.sample(chosen, min(2, len(chosen))):
            start = course.position_in(state, str(seat + 1)).start
            given = [*choices, *filter(None, [known.usual])]
            starts += [start.choosing(seat, choice) for choice in given]
    asked = [(start.packed(), first, games) for start in starts for first in (0, 40)]
    told = compiled.submit(tally_packed, playouts, asked).result()
    assert told == tally_packed(playouts, asked)
    assert len({tally.wins for tally in told}) > 1


@pytest.mark.outer
@pytest.mark.timeout(600)
def test_the_command_computes_the_curve_of_the_site_from_a_file(compiled, tmp_path):
    game = simulated("war", "cap=40", [])
    path = tmp_path / "game.wsn"
    path.write_text(game.wsn)
    told = json.loads(said_elsewhere(path, "--json", "--view", "watcher", "--games", "20"))
    course = course_of_log(game.wsn)
    starts = dict(work.starts_of(course, "watcher"))
    assert [place["at"] for place in told["places"]] == list(starts)
    asked = [(starts[one["at"]].packed(), 0, one["games"]) for one in told["places"]]
    tallies = compiled.submit(tally_packed, course.playouts(), asked).result()
    for place, tally in zip(told["places"], tallies, strict=True):
        assert (tuple(place["wins"]), tuple(place["shared"])) == (tally.wins, tally.shared)
    assert {one["games"] for one in told["places"]} <= {1, 20, 80, 20 * MOST}
    curve = empty_curve(course.playouts(), "watcher", list(starts))
    assert next_parts(curve, 1) == [Part(0, 0, FIRST)]


@each(
    [
        (["--view", "4"], "There is no viewer"),
        (["--games", "0"], "whole number from 1"),
        (["--policy", "wizard"], "There is no policy"),
    ],
    "tmp_path",
)
def test_wrong_arguments_get_a_sentence(tmp_path, arguments, words):
    path = tmp_path / "game.wsn"
    path.write_text(simulated("ww3", "", []).wsn)
    assert words in refused(path, *arguments)


@each([0, 10, 300, -40], "tmp_path")
def test_a_cut_file_gets_a_sentence(tmp_path, cut):
    path = tmp_path / "game.wsn"
    path.write_text(simulated("war", "", []).wsn[:cut])
    assert "This is no game log" in refused(path)


def test_a_file_that_is_not_there_gets_a_sentence(tmp_path):
    assert "cannot be read" in refused(tmp_path / "none.wsn")
    (tmp_path / "other.wsn").write_bytes(b"\xff\xfe")
    assert "only ASCII" in refused(tmp_path / "other.wsn")


@pytest.mark.django_db
def test_a_game_that_is_not_over_does_not_exist():
    table = play.open_table(by=person("Alice"), options="cap=20")
    for name in (table.code, "NOTHING2"):
        assert "There is no finished game" in refused(name)
    for name in ("NOTHING2/1", "NOTHING2/x"):
        assert "There is no run" in refused(name)


@pytest.mark.outer
@pytest.mark.timeout(600)
@pytest.mark.django_db
def test_it_prints_a_line_for_each_place(compiled):
    game = played(person("Alice"), person("Bob"))
    run = counted(games=3, options="cap=20")
    for name in (game.code, f"{run.code.lower()}/1"):
        out = StringIO()
        call_command("chances", name, "--games", "20", stdout=out)
        lines = [line.split() for line in out.getvalue().splitlines()]
        assert [line[0] for line in lines[:21]] == [str(number) for number in range(21)]
        assert lines[20][-1] == "exact"


def refused(*arguments):
    with pytest.raises(CommandError) as caught:
        call_command("chances", *map(str, arguments))
    return str(caught.value)


def said_elsewhere(*arguments):
    """The output of the command, without a server and a database."""
    nowhere = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none", "REDIS_URL": ""}
    command = [sys.executable, "manage.py", "chances", *map(str, arguments)]
    env = os.environ | nowhere
    return subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True).stdout
