"""The ending of a finished game, beside its board."""

import re

import pytest
from django.urls import reverse

from games.pages.play.ending import ending_facts
from games.table.reading.ending import Best, Ending, Win, leads, longest, luck, wins
from games.templatetags.plot import plot
from tests.pages.stored import stored

pytestmark = pytest.mark.django_db


def test_records_and_luck():
    rows = [
        {"ev": "flip", "cards": ["8s", "8d", None]},
        {"ev": "war", "seats": [1, 2]},
        {"ev": "lay", "seat": 1, "down": ["??"], "up": "Jc"},
        {"ev": "lay", "seat": 2, "down": ["??"], "up": "Qh"},
        {"ev": "win", "seat": 2, "size": 10, "number": 7},
        {"ev": "flip", "cards": ["9s", "Td", None]},
        {"ev": "win", "seat": 2, "size": 2, "at": 900, "number": 3},
        {"ev": "war_end", "winner": None, "loser": None, "size": 0},
        {"ev": "war_end", "winner": 1, "loser": 2, "size": 4},
    ]
    assert list(wins(rows)) == [
        (2, 10, True, {1: ["8s", "Jc"], 2: ["8d", "Qh"]}, 7),
        (2, 2, False, {1: ["9s"], 2: ["Td"]}, None),  # a game without turns
        (1, 4, False, {}, None),
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
    assert "Luck of the deal" in text and "average" in text
    assert f"/g/{game.code}/" in text and "Keep this game" not in text


def test_the_biggest_war_lies_at_its_place_on_the_curve(client, alice, bob, monkeypatch):
    """With its cards for screen readers, and the winner's last card outlined."""
    table = stored(alice, bob, length=40)  # after a third of it Alice has 30 cards
    cards = {1: ["8s", "Jc", "2c", "3c", "4c"], 2: ["8d", "Qh", "2h", "3h", "5h"]}
    best = Ending(Win(2, 26, True, cards, 13), Best(2, 4), 1, {})
    monkeypatch.setattr("games.pages.play.ending.ending", lambda code: best)
    facts = ending_facts(table, ["Alice", "Bob"], 2)
    assert facts["rows"][0] == ("Biggest war", "26 cards (you)")
    assert facts["cards"][1] == ("Bob", "{8d} {Qh} {2h} {3h} {5h}")
    (mark,) = facts["marks"]
    assert mark == (32.5, pytest.approx(100 - 100 * 30 / 52), cards[2][1:], cards[1][1:])
    drawn = plot([mark])
    assert re.findall(r"#m-(..)", drawn) == cards[1][1:] + cards[2][1:]
    assert drawn.count('class="won"') == 1


def test_keys_besides_rematch_and_replay_are_behind_one(client, game, alice):
    client.force_login(alice)
    text = client.get(reverse("table", args=[game.code])).content.decode()
    more = text.partition("<details>")[2].partition("</details>")[0]
    for words in ("When was it decided?", "Verify the deal", "Copy link"):
        assert words in more and text.count(words) == 1
    bar = text[text.index("data-bar>") :].partition("</section>")[0]
    assert "data-bar-rematch" in bar and "data-bar-replay" in bar and "/verify/" not in bar
