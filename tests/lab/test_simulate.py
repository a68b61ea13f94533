"""`manage.py simulate`, as its users see it."""

import json
import os
import subprocess
import sys
from io import StringIO

import pytest
from celery.contrib.testing.worker import start_worker
from django.core.management import CommandError, call_command

from games.lab.runs.engine import Chunk, play_plainly
from games.lab.runs.models import Simulation
from games.lab.runs.spec import read_spec
from tests.each import each
from tests.lab.player import ROOT
from tests.site import wait_until
from warsite.celery import app


def simulate(*arguments):
    out = StringIO()
    call_command("simulate", *arguments, "--here", "--workers", "1", stdout=out)
    return out.getvalue()


def test_json_is_one_object_and_the_same_every_time():
    asked = ("war", "--games", "400", "--seed", "7", "-o", "auto=2", "--json")
    told = json.loads(simulate(*asked))
    assert told == json.loads(simulate(*asked))
    assert told["definition"]["options"] == "auto=2"
    assert told["definition"]["command"] == "manage.py simulate war --games 400 --seed 7 -o auto=2"
    assert told["length"]["unit"] == "battles"
    assert {"mean", "sd", "median", "p90", "p99", "max"} <= set(told["length"])
    assert sum(row["count"] for row in told["wins"].values()) <= 400
    assert told["games"] == sum(row["count"] for row in told["ends"].values()) == 400
    assert {"shortest", "longest", "most_wars", "comeback"} <= set(told["remarkable"])


@pytest.mark.outer
def test_the_command_line_plays_the_same_games_compiled(engine, tmp_path):
    asked = ("war", "--games", "30000", "--seed", "7", "-o", "players=3", "--here", "--json")
    done = subprocess.run(
        [sys.executable, "manage.py", "simulate", *asked],
        cwd=ROOT,
        env=os.environ | {"WARSITE_HOME": str(tmp_path)},
        check=True,
        capture_output=True,
        text=True,
    )
    run = read_spec(game="war", games=30_000, seed=7, options="players=3")
    check = engine.play(run, Chunk(0, 0, run.games)).check
    assert json.loads(done.stdout)["check"] == f"{check:016x}"


def test_words_for_people():
    said = simulate("war", "--games", "200", "-o", "players=3")
    assert "200 games of War" in said
    assert "seat 3   wins" in said


@each(
    [
        (("war", "--games", "0"), "whole number from 1"),
        (("chess",), "no game “chess”"),
        (("war", "-o", "auto=3", "-o", "faces=3"), "Never compared"),
        (("war", "--policy", "shark"), "no policy “shark”"),
        (("war", "--games", "-5"), "whole number from 1"),
        (("war", "--games", "99999999999"), "to 10,000,000,000"),
        (("war", "--games", "many"), "not “many”"),
        (("war", "--seed", "x"), "Seed: enter a whole number"),
        (("ww3", "-o", "seats=9"), "“9” cannot be chosen"),
        (("ultimate", "--policy", "general"), "There are: hunter, random"),
        (("ultimate", "--policy", "bully,martyr"), "4 seats need 4 policies"),
    ]
)
def test_what_cannot_be_run_is_one_sentence(arguments, words):
    with pytest.raises(CommandError, match=words):
        simulate(*arguments)


@each([("ww3", "general", "rounds"), ("ultimate", "bully", "fights")])
def test_the_other_games_have_units_of_their_own_and_minutes(game, policies, unit):
    asked = (game, "--games", "20", "-o", "seats=3", "--policy", policies, "--json")
    told = json.loads(simulate(*asked))
    assert told["length"]["unit"] == unit
    assert told["definition"]["policies"] == [policies] * 3
    assert told["policies"][policies]["seats"] == [1, 2, 3]
    assert told["minutes"]["mean"] > 0
    assert sum(told["minutes"]["games_by_minutes"].values()) == 20
    assert sum(row["count"] for row in told["ends"].values()) == 20
    assert "battles_by_depth" in told["wars"]
    assert unit in simulate(*asked[:-1])


@pytest.mark.django_db
def test_without_workers_it_plays_here_and_stores_nothing(capsys):
    out = StringIO()
    call_command("simulate", "war", "--games", "30", "--json", stdout=out)
    assert json.loads(out.getvalue())["games"] == 30
    assert not Simulation.objects.exists()
    assert "\r" not in capsys.readouterr().err  # no bar without a terminal


@pytest.mark.outer
@pytest.mark.django_db(transaction=True)
def test_the_workers_of_the_site_play_if_there_are_some(capsys):
    out = StringIO()
    with start_worker(app, pool="solo", queues=["sims"], perform_ping_check=False):
        # It is ready a moment before it hears questions.
        wait_until(lambda: app.control.ping(timeout=1, limit=1), "the worker")
        call_command("simulate", "war", "--games", "60", "--seed", "8", "--json", stdout=out)
    simulation = Simulation.objects.get()
    told = json.loads(out.getvalue())
    assert simulation.is_done
    assert told["check"] == f"{simulation.counted.check:016x}"
    assert simulation.get_absolute_url() in capsys.readouterr().err
    spec = read_spec(game="war", games=60, seed=8)
    assert simulation.counted == play_plainly(spec, 0, 60)
