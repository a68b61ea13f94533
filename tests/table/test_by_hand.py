"""Tables whose cards somebody has dealt by hand."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from games.rules.hands import decoded, read_hands, stored
from games.table.models import Table
from games.table.reading import game_log, player_stats, verification
from games.table.writer import play
from games.table.writer.by_hand import open_by_hand
from games.table.writer.orders import Order
from games.work import demo
from tests.each import each
from tests.table.conftest import NOW

VERIFIER = Path(__file__).parents[2] / "docs" / "verify.py"
DEALS = [
    ("cap=40", ["4 aces", ""], [False, False]),
    ("cap=40;order=high", ["4 kings, 22 others", ""], [False, True]),
    ("cap=40;players=3", ["2C 3 others AS", "", "4 queens"], [True, False, False]),
]


def played(player, options, texts, ordered):
    """A game with this deal against bots, played to its end."""
    table = open_by_hand(
        by=player,
        game="war",
        options=options,
        hands=read_hands(texts, ordered),
        number=1,
        level="recruit",
        now=NOW,
    )
    play.ready(Order(table, player, now=NOW), entropy=bytes(16))
    play.play_out(table=table, decide=demo.wishes, until=NOW + 3_600_000)
    return Table.objects.get(pk=table.pk)


@pytest.mark.parametrize(("options", "texts", "ordered"), DEALS)
def test_it_is_dealt_as_written_and_verified(options, texts, ordered, alice, tmp_path, client):
    table = played(alice, options, texts, ordered)
    assert table.is_over and table.private and not table.rated
    piles = [row.split(":")[1] for row in table.deal.split("/")]
    hands = read_hands(texts, ordered)
    assert [len(pile) // 2 for pile in piles] == [len(hand.cards) for hand in hands]
    if ordered[0]:
        assert piles[0][:2] == "2c" and piles[0][-2:] == "As"
    proof = verification.verify(table)
    assert proof.ok and "deal" in [check.name for check in proof.checks]
    page = client.get(f"/g/{table.code}/verify/").content.decode()
    assert "Of this deal by hand" in page
    path = tmp_path / "game.json"
    path.write_text(json.dumps(game_log.as_json(table)))
    done = subprocess.run([sys.executable, VERIFIER, path], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    path.write_text(json.dumps(game_log.as_json(table) | {"by_hand": ""}))
    assert subprocess.run([sys.executable, VERIFIER, path], capture_output=True).returncode == 1


def test_two_tables_with_the_same_hands_are_dealt_differently(alice):
    first, second = (played(alice, *DEALS[0]).deal for _ in range(2))
    assert first != second and sorted(first[2:10]) == sorted(second[2:10])


def test_it_counts_in_no_statistics(alice):
    played(alice, *DEALS[0])
    assert player_stats.record(alice, private=True).total.games == 0


@each(DEALS)
def test_hands_are_stored_as_they_are(options, texts, ordered):
    hands = read_hands(texts, ordered)
    assert decoded(stored(hands)) == hands
    assert len(stored(hands)) <= Table._meta.get_field("by_hand").max_length
