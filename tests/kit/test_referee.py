"""The referee of `warsite referee`, with programs in processes of their own."""

import os
import shutil
import subprocess

import pytest

from games.kit.command import rules_of
from games.kit.program import Program
from games.kit.referee import MOST_FAILURES, Plan, Referee
from games.rules.logs import read, rewrite
from tests.each import each
from tests.kit.programs import EXAMPLES, LEVELS, PLAYER, PYTHON, QUICK
from tests.live.waiting import wait_for
from warsite.local.processes import ROOT, command_of


def plan_of(how="well", game="ww3", games=2, **more):
    rules = rules_of(game, "", QUICK[game])
    command = more.pop("command", f"{PLAYER} '{how}'")
    return Plan(rules, command, [LEVELS[game]], games, 7, **{"patience_s": 60, **more})


def played(plan, folder=None):
    """The tally of a plan, and the log of each game without the names of its seats."""
    referee = Referee(plan, folder)
    logs = []
    for number, match in enumerate(referee.play()):
        lines = referee.written(match, number).splitlines()
        logs.append([line for line in lines if not line.startswith("[Seat")])
    return referee.tally, logs


@pytest.mark.parametrize("game", QUICK)
def test_the_same_seed_gives_the_same_games_and_every_one_is_written(game, tmp_path):
    tally, logs = played(plan_of(game=game, games=3), tmp_path)
    assert tally.games == 3 and not (tally.conduct.failures or tally.conduct.illegal)
    assert sorted(tally.seats) == list(range(1, min(3, tally.players) + 1))  # in turn
    assert tally.conduct.answers > 20
    texts = [(tmp_path / f"{number:05}.wsn").read_text() for number in (1, 2, 3)]
    for text in texts:
        assert rewrite(text) == text
    assert len({read(text).tag("Deal") for text in texts}) == 3
    assert played(plan_of(game=game, games=3))[1] == logs


def test_a_program_may_end_after_each_game():
    logs = played(plan_of())[1]
    tally, again = played(plan_of("one game"))
    assert again == logs and not tally.conduct.failures


@each(
    [
        ("crash", "crash", "ended in the middle of a game, exit code 3"),
        ("no JSON", "crash", "wrote a line that is not JSON: b'I resign'"),
        ("chatter", "crash", "sent more than 60 acts about one state"),
        ("hang", "hang", "did not answer for 0.5 s"),
    ]
)
def test_a_program_that_fails_loses_the_game_and_is_named(how, kind, why):
    tally, logs = played(plan_of(how, patience_s=0.5 if kind == "hang" else 60))
    assert tally.conduct.failures == {(kind, why): 2}
    assert (tally.games, tally.won) == (2, 0)
    assert f"{kind:7} 2; {why}: 2" in tally.lines()
    if kind == "crash":  # when it hangs depends on the machine
        assert played(plan_of(how))[1] == logs


def test_what_a_hung_program_has_started_is_ended_with_it():
    program = Program("sh -c 'sleep 3600 & echo $!; wait'", 0.1)
    child = int(os.read(program.output, 100))
    wait_for(lambda: "sleep" in command_of(child))
    program.stop(0)
    wait_for(lambda: not command_of(child))


def test_a_program_that_never_works_is_given_up(capsys):
    tally, _ = played(plan_of(command="false", games=100))
    assert tally.games == MOST_FAILURES
    assert f"failed {MOST_FAILURES} times in a row" in capsys.readouterr().err


@each(
    [
        ("unknown act", "illegal", ("cheat", "UNKNOWN_ACT")),
        ("twice", "illegal", ("fight", "WRONG_PHASE")),
        ("slow hand", "late", ("hold", "WRONG_PHASE")),
    ]
)
def test_acts_that_are_refused_are_counted_by_name(how, kind, act):
    tally, _ = played(plan_of(how))
    counted = getattr(tally.conduct, kind)
    assert counted[act] > 0, tally.conduct
    assert f"{act[0]} {act[1]}: {counted[act]}" in "\n".join(tally.lines())


def test_results_come_with_intervals():
    tally, _ = played(plan_of(games=4))
    lines = list(tally.lines())
    assert lines[0].startswith(f"won     {tally.won} of 4, ") and " to " in lines[0]
    assert "give or take" in lines[2] and "equals have 33.3 %" in lines[2]
    assert tally.won + tally.shared + sum(1 for p in tally.points if p == 0) == 4


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_example_bots_play_unchanged(name):
    command = EXAMPLES[name]
    if not shutil.which(command.split()[0]):
        pytest.skip("there is no Node.js")
    tally, logs = played(plan_of(command=command))
    assert tally.games == 2 and not tally.conduct.failures
    assert not tally.conduct.illegal and tally.conduct.answers > 20
    again = played(plan_of(command=f"{command} --games 2"))[1]  # in one process
    assert again == logs


def run(*arguments):
    command = [PYTHON, "-W", "error", "-m", "warsite", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT)


def test_the_command_prints_a_report(tmp_path):
    asked = ("--game", "ww3", "--options", "cap=10", "--against", "general,recruit", "--games", "2")
    command = ("--bot", f"{PLAYER} well", "--seed", "7", "--write", str(tmp_path / "new"))
    done = run("referee", *asked, *command)
    assert (done.returncode, done.stderr) == (0, "")
    first, *rest = done.stdout.splitlines()
    assert first == "World War III (cap=10), against general, recruit, seed 7"
    assert [line.split()[0] for line in rest[:3]] == ["won", "shared", "score"]
    assert len(list((tmp_path / "new").iterdir())) == 2


def test_warsite_says_what_it_can_do():
    help, unknown = run("--help"), run("dance")
    assert (help.returncode, help.stderr) == (0, "")
    assert all(f"\n  {name} " in help.stdout for name in ("play", "manage", "referee", "verify"))
    assert unknown.returncode == 1 and "there is no command dance" in unknown.stderr


@each(
    [
        (("--game", "ww3", "--bot", "no-such-program"), "No such file or directory"),
        (("--game", "ww3", "--bot", "x", "--against", "pope"), "there is no level pope"),
        (("--game", "war", "--bot", "x", "--preset", "nothing"), "the presets of War are classic"),
        (("--game", "war", "--bot", "x", "--options", "cap=x"), "a number from"),
        (("--game", "war", "--bot", "'x"), "No closing quotation"),
    ]
)
def test_what_cannot_be_played_is_said(arguments, why):
    done = run("referee", *arguments)
    assert done.returncode == 1 and why in done.stderr and "Traceback" not in done.stderr
