"""What the choices of bots cost at the places to train on."""

import json

import pytest
from django.core.management import CommandError, call_command

from games.lab.training import costs
from games.rules.catalogue import BOTS


def test_the_shipped_costs_are_of_todays_places_and_levels():
    """If this fails, run `manage.py train --ship`."""
    found, places = costs.shipped(), costs.places_by_game()
    assert {*found} == {*places} == {"ww3", "ultimate"}
    for game, levels in found.items():
        assert list(levels) == [*BOTS[game].levels]
        assert {cost.places for cost in levels.values()} == {len(places[game])}


def test_the_command_prints_what_was_shipped(capsys):
    """The quickest bot; `test_costs_again` asks all of them."""
    call_command("train", "--bot", "recruit", "--json")
    assert json.loads(capsys.readouterr().out) == {
        "recruit": costs.shipped()["ww3"]["recruit"]._asdict()
    }


def test_what_there_is_not_is_said(capsys):
    with pytest.raises(CommandError, match="no bot bully"):
        call_command("train", "--bot", "bully")
    with pytest.raises(CommandError, match="no places of war"):
        call_command("train", "--game", "war")
