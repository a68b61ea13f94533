"""The ending of a finished game, beside its board."""

import pytest
from django.urls import reverse

from games.table.reading.ending import Best, leads, longest, luck, wins

pytestmark = pytest.mark.django_db


def test_records_and_luck():
    rows = [
        {"ev": "flip", "cards": ["8s", "8d", None]},
        {"ev": "war", "seats": [1, 2]},
        {"ev": "lay", "seat": 1, "down": ["??"], "up": "Jc"},
        {"ev": "lay", "seat": 2, "down": ["??"], "up": "Qh"},
        {"ev": "win", "seat": 2, "size": 10},
        {"ev": "flip", "cards": ["9s", "Td", None]},
        {"ev": "win", "seat": 2, "size": 2},
        {"ev": "war_end", "winner": None, "loser": None, "size": 0},
        {"ev": "war_end", "winner": 1, "loser": 2, "size": 4},
    ]
    assert list(wins(rows)) == [
        (2, 10, True, {1: ["8s", "Jc"], 2: ["8d", "Qh"]}),
        (2, 2, False, {1: ["9s"], 2: ["Td"]}),
        (1, 4, False, {}),
    ]
    assert longest([1, 2, 2, 1]) == Best(2, 2) and longest([]) is None
    assert leads([[26, 26], [30, 22], [20, 32], [26, 26], [10, 42], [50, 2]]) == 2
    assert luck("1:AsKd+Qc/2:2s3d4c/c:8c") == {1: 62, 2: -62}
    assert luck("") == {}


def test_players_read_how_it_went_for_them(client, game, alice):
    text = client.get(reverse("table", args=[game.code])).content.decode()
    assert "Lead changes" in text and "Luck of the deal" not in text
    client.force_login(alice)
    text = client.get(reverse("table", args=[game.code])).content.decode()
    won = game.seats.get(player=alice).won
    assert ("You win" if won else "You lose") in text
    assert "Luck of the deal" in text and "average" in text and 'class="needle"' in text
    assert f"/g/{game.code}/" in text and "Keep this game" not in text
