"""The most games that one person may have running, whatever door they come through."""

import pytest

from games.accounts.models import Player
from games.limits.declared import TABLES
from games.lobby.models import Wish
from games.table.models import Seat, Table
from games.table.refusals import Refused
from games.table.writer import play
from games.table.writer.orders import Order
from tests.pages.stored import played

pytestmark = pytest.mark.django_db
LIMIT = "You have ten games, waiting or running. Finish or leave one first."


def test_ten_games_run_at_once_through_all_doors(client, guest, alice):
    over = played(guest, alice)
    daily = client.post("/daily/")["Location"]
    for _ in range(12):
        client.post("/practice/war/")
    running = Table.objects.running()
    assert running.count() == 10
    for door, form in (
        ("/practice/war/", {}),
        ("/play/", {"game": "ww3"}),
        (f"/t/{over.code}/rematch/", {}),
        ("/new/", {"do": "open", "game": "war", "private": "on"}),
        ("/find/", {"do": "look", "kind": "ww3:standard", "low_ww3": "3", "high_ww3": "4"}),
    ):
        text = client.post(door, form, follow=True).content.decode()
        assert LIMIT in text, door
        if door == "/new/":
            assert 'id="private" checked' in " ".join(text.split())
        if door == "/find/":
            assert "<option selected>3</option>" in text
    assert Table.objects.exclude(pk=over.pk).count() == 10
    assert client.post("/daily/")["Location"] == daily  # it goes on
    play.resign(Order(running.exclude(day__isnull=False).first(), guest))
    assert LIMIT not in client.post("/practice/war/", follow=True).content.decode()


def test_games_of_tournaments_do_not_count_and_those_opened_for_bots_do(client, guest):
    for _ in range(10):
        client.post("/practice/war/")
    games = Table.objects.running()
    games.update(arranged=True)
    client.post("/practice/war/")
    assert games.count() == 11
    games.update(arranged=False)
    Seat.objects.filter(player=guest).delete()
    assert LIMIT in client.post("/practice/war/", follow=True).content.decode()


def test_games_of_others_count_before_they_begin(guest, alice, bob, charlie):
    hosts = [host for host in (alice, bob, charlie) for _ in range(4)]
    tables = [play.open_table(by=host) for host in hosts]
    for table in tables[:10]:
        play.sit(Order(table, guest))
    for do in (lambda: play.sit(Order(tables[10], guest)), lambda: play.open_table(by=guest)):
        with pytest.raises(Refused) as refused:
            do()
        assert refused.value.code == "TOO_MANY_GAMES"
    play.leave(Order(tables[0], guest))
    play.sit(Order(tables[10], guest))


def test_every_door_counts_tables_before_there_is_a_guest(client, game, settings, monkeypatch):
    """A visitor who drops the cookie would be a new guest with ten games each time: their network
    counts."""
    settings.LIMITS = True
    monkeypatch.setattr(TABLES, "network", 0)
    tables, players = Table.objects.count(), Player.objects.count()
    for door, form in {
        "/play/": {"game": "war"},
        "/practice/war/": {},
        "/two/war/": {},
        "/daily/": {},
        "/new/": {"do": "open", "game": "war"},
        "/find/": {"do": "look", "kind": "war:classic"},
        f"/t/{game.code}/rematch/": {},
        f"/g/{game.code}/at/1/": {"do": "table", "seat": "1"},
    }.items():
        answer = client.post(door, form)
        assert "from your network" in answer.content.decode(), door
        assert answer.status_code in (422, 429), door
    assert (Table.objects.count(), Player.objects.count()) == (tables, players)
    assert not Wish.objects.exists()
