"""The registry: one entry makes a game available everywhere."""

import pytest

from games.lab.counting.adapter import ADAPTERS
from games.rules.catalogue import BOTS, ENTRIES, GAMES, Entry, UnknownGame, find


def test_every_part_of_every_game_is_where_the_registry_says():
    for key, game in GAMES.items():
        assert game.key == ADAPTERS[key].key == key
        assert BOTS[key].usual


def test_one_entry_adds_a_game(monkeypatch):
    with pytest.raises(UnknownGame):
        find("battle")
    monkeypatch.setitem(ENTRIES, "battle", Entry.of("war")._replace(lab="games.nowhere:ADAPTER"))
    assert find("battle") is GAMES["war"]
    assert BOTS["battle"] is BOTS["war"]
    assert "battle" in ADAPTERS  # parts are imported only on demand
    with pytest.raises(ModuleNotFoundError):
        ADAPTERS["battle"]
