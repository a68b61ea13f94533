"""A table and a replay of World War III as the server draws them: readable without scripts."""

import re

import pytest

from games.table.models import Table
from games.table.reading.snapshot import load
from games.table.writer import play
from games.table.writer.orders import Order
from games.templatetags.cards import spoken
from games.work import demo

pytestmark = pytest.mark.django_db
START = 1_700_000_000_000


@pytest.fixture
def table(alice, bob, charlie):
    """A game of three, just dealt."""
    opened = play.open_table(by=alice, game="ww3", seated=False, now=START)
    for number, player in enumerate((alice, bob, charlie), 1):
        play.sit(Order(opened, player, now=START), number=number)
    for player in (alice, bob, charlie):
        play.ready(Order(opened, player, now=START), entropy=bytes(16))
    return until(opened, "turn")


def by_bots(preset, minutes):
    """A game of bots, over after this many minutes at the latest."""
    kinds = {(game.key, one.key): (game, one) for game, one in demo.kinds()}
    begun = demo.begin(*kinds["ww3", preset], now=START)
    play.play_out(table=begun, decide=demo.wishes, until=START + minutes * 60_000)
    return Table.objects.get(pk=begun.pk)


def until(table, phase):
    """Nobody does anything until the game is in this phase."""
    while load(table.pk).view(None)["phase"] != phase:
        play.tick(table=table, now=Table.objects.get(pk=table.pk).due_ms)
    return Table.objects.get(pk=table.pk)


def page(client, table, player=None):
    if player:
        client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    answer = client.get(f"/t/{table.code}/")
    assert answer.status_code == 200
    return answer.content.decode()


def felt(text):
    return text.split("data-felt", 1)[1].split('class="bar"', 1)[0]


def labels(text):
    return re.findall(r'role="img" aria-label="([^"]+)"', text)


def test_a_player_sees_his_hand_and_what_he_must_lay(client, table, bob):
    board = felt(page(client, table, bob))
    hand = load(table.pk).view(2)["seats"][1]["hand"]
    own = board.split('class="hand"', 1)[1]
    assert labels(own)[:5] == [spoken(code) for code in hand]
    assert own.count('class="card must"') == 1
    assert board.count('<section class="opp') == 2 and "Alice" in board and "Charlie" in board


def test_others_see_no_hand(client, table):
    """A spectator's page shows no cards except those that were laid."""
    board = felt(page(client, table))
    laid = [seat["discard"] for seat in load(table.pk).view(None)["seats"]]
    faces = {label for label in labels(board) if " of " in label or label == "joker"}
    assert faces <= {spoken(code) for pile in laid for code in pile} | {
        spoken(code) for seat in load(table.pk).view(None)["seats"] for code in seat["shown"]
    }
    assert board.count('<section class="opp') == 3 and 'class="hand"' not in board


def test_a_war_is_drawn_with_both_cards(client, table):
    board = felt(page(client, until(table, "hold")))
    war = load(table.pk).view(None)["war"]
    assert "World War <b>III</b>" in board
    for side in war["sides"]:
        assert spoken(side["card"]) in labels(board.split('class="grid"', 1)[1])


def test_numbers_of_all_piles_are_there(client, table):
    board = felt(page(client, table))
    view = load(table.pk).view(None)
    for seat in view["seats"]:
        assert f"<b>{seat['pickup']}</b> pick-up" in board
    assert f"<b>{view['centre']}</b> centre" in board


def test_a_replay_shows_each_seat_its_own_hand_and_all_hands_to_all(client):
    code = by_bots("standard", minutes=5).code
    for eyes, hands in (("watcher", 0), ("1", 1), ("all", 3)):
        text = client.get(f"/g/{code}/?at=0&view={eyes}").content.decode()
        board = text.split("data-felt", 1)[1].split('class="trans"', 1)[0]
        parts = [part.split("</div>", 1)[0] for part in board.split('class="hand')[1:]]
        assert sum(bool(labels(part)) for part in parts) == hands
    assert "Round 2:" in text and "war" in text


def test_the_keys_of_the_game_are_listed(client, table):
    text = page(client, table)
    for words in (
        "decline with a 2",
        "hold your card",
        "<dd>draw</dd>",
        "the player your joker hits",
    ):
        assert words in text
    assert "turn, lay, check, slap" not in text
