"""Sweeps: one rule varied over a few values, each an ordinary run."""

import csv
import json
from io import StringIO

import pytest
from django.test import Client
from django.urls import reverse

from games.lab.runs.engine import play_plainly
from games.lab.runs.models import Simulation
from games.lab.runs.report import report
from games.lab.runs.spec import read_spec
from games.work import lab
from tests.each import each
from tests.pages.browsing import words

pytestmark = pytest.mark.django_db
AUTO = {"game": "war", "vary": "auto", "value": ["none", "2", "3"], "games": "40"}


def asked(client, **fields):
    return client.get(reverse("lab_sweep"), fields)


def counted():
    """Count the games of all runs here."""
    for simulation in Simulation.objects.running():
        for number in simulation.next_chunks():
            while number is not None:
                number = lab.play_chunk(simulation.pk, number)


@pytest.fixture
def swept(client):
    client.post(reverse("lab_sweep"), AUTO)
    counted()
    return asked(client, **AUTO)


def test_every_value_is_an_ordinary_run_over_the_same_deals(client, swept):
    page = words(swept)
    for simulation, options in zip(
        Simulation.objects.order_by("pk"), ("", "auto=2", "auto=3"), strict=True
    ):
        assert (simulation.options, simulation.games, simulation.seed) == (options, 40, 1)
        spec = read_spec(game="war", games=40, options=options)
        assert simulation.counted.to_bytes() == play_plainly(spec, 0, 40).to_bytes()
        assert simulation.get_absolute_url() in page
        mean = report(spec, simulation.counted)["length"]["mean"]
        assert f"{mean:,.1f}" in page
    assert " is a quarter as long as “" in page  # the answer
    assert "missing" not in page


def test_a_sweep_leaves_as_csv_and_json(client, swept):
    rows = json.loads(words(client.get(reverse("lab_sweep_json"), AUTO)))
    again = list(csv.DictReader(StringIO(words(client.get(reverse("lab_sweep_csv"), AUTO)))))
    assert [row["auto"] for row in rows] == [row["auto"] for row in again] == ["none", "2", "3"]
    for row, other in zip(rows, again, strict=True):
        assert row["low"] < row["length"] < row["high"]
        assert float(other["length (battles)"]) == row["length"]
    assert list(again[0])[1:3] == ["run", "games (count)"]


def test_other_sites_may_read_a_sweep_and_classes_open_it(client, swept):
    for name in ("lab_sweep_json", "lab_sweep_csv"):
        assert client.get(reverse(name), AUTO)["Access-Control-Allow-Origin"] == "*"
    page = words(swept)
    assert "https://codap.concord.org/app?url=http%3A%2F%2Ftestserver%2Flab%2Fsweep.csv%3F" in page
    assert "warsite, rules of War version" in page and "40 games for each value, seed 1" in page
    assert page.count("manage.py simulate war --games 40 --seed 1") == 3


@each(["wins", "wars", "undecided", "endless"], "client, swept")
def test_other_numbers_are_looked_at(client, swept, number):
    page = words(asked(client, **AUTO, number=number))
    assert page.count("/lab/") > 3 and "Difference from" in page


def test_players_and_the_player_in_seat_1_are_varied():
    for vary, values in (("players", ["2", "3"]), ("player", ["recruit", "general"])):
        fields = AUTO | {"vary": vary, "value": values, "games": "20", "options": "slap=5"}
        assert Client().post(reverse("lab_sweep"), fields).status_code == 302
    runs = Simulation.objects.order_by("pk").values_list("options", "policies")
    assert [len(policies) for _, policies in runs[:2]] == [2, 3]
    assert [policies[0] for _, policies in runs[2:]] == ["recruit", "general"]
    assert {options for options, _ in runs[2:]} == {"slap=5"}


@each(
    [
        ({"vary": ["auto", "faces"]}, "Vary one thing at a time."),
        ({"vary": "hats", "value": []}, "There is no house rule “hats”."),
        ({"value": ["2"]}, "A sweep has two to twelve values, not 1."),
        ({"value": ["2", "9000"]}, "“9000” is not a value"),
        ({"options": "faces=3"}, "Threes: Never compared"),
        ({"games": "0"}, "whole number"),
        ({"number": "luck"}, "Choose a number to look at."),
        ({"game": "chess"}, "There is no game “chess”"),
    ],
    "client",
)
def test_what_cannot_be_swept_gets_a_sentence(client, fields, sentence):
    for answer in (
        asked(client, **AUTO | fields),
        client.post(reverse("lab_sweep"), AUTO | fields),
    ):
        assert answer.status_code == 400 and sentence in words(answer)
    assert not Simulation.objects.exists()
    assert client.get(reverse("lab_sweep_csv"), AUTO | fields).status_code == 400


def test_the_form_shows_the_values_of_what_is_varied(client):
    assert "What does one rule change?" in words(asked(client))
    page = words(asked(client, game="ww3", vary="seats", fill="1", value="off"))
    assert page.count('name="value"') == 6 and page.count(" checked") == 6
    assert "Difference" not in page


def test_a_sweep_counts_as_one_run_of_all_its_games(client, settings):
    settings.LIMITS = True
    client.post(reverse("lab_sweep"), AUTO)
    assert Simulation.objects.running().count() == 3  # although a guest has one run at once
    large = AUTO | {"games": "400000"}
    answer = Client().post(reverse("lab_sweep"), large)
    assert answer.status_code == 400 and "up to 1,000,000 games" in words(answer)
