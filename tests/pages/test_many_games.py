"""The most games that one person may have running, whatever door they come through."""

import pytest

from games.table.models import Seat, Table
from games.table.writer import play
from games.table.writer.orders import Order
from tests.pages.stored import played

pytestmark = pytest.mark.django_db
LIMIT = "You have ten games running, which is the limit. Finish one first."


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
