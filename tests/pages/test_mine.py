"""My games: what waits for me, what is over, and whom I played with."""

import pytest
from django.urls import reverse

from games.table.models import Table
from games.table.writer import play
from games.table.writer.orders import Order

pytestmark = pytest.mark.django_db


def read(client):
    return client.get(reverse("mine")).content.decode()


def test_games_that_wait_for_me_come_first(client, alice):
    table = play.open_table(by=alice, bots=("general",))
    play.ready(Order(table, alice), entropy=bytes(16))
    play.tick(table=table, now=Table.objects.get(pk=table.pk).due_ms)
    play.open_table(by=alice, game="ww3")
    client.force_login(alice)
    text = read(client)
    assert text.index("your move") < text.index("waiting for players")
    assert "Battle 1" in text


def test_opponents_can_be_played_again(client, game, alice, bob):
    client.force_login(alice)
    text = read(client)
    again = reverse("table_rematch", args=[game.code])
    assert "Recent opponents" in text and again in text and f"/g/{game.code}/" in text
    answer = client.post(again)
    game.refresh_from_db()
    assert answer.url == reverse("table", args=[game.rematch.code])
    assert {seat.player for seat in game.rematch.seats.all()} == {alice, bob}


def test_the_last_ending_is_a_picture_below_what_waits(client, game, alice):
    client.force_login(alice)
    text = read(client)
    assert 'class="empty"' not in text and "No game waits for you." in text
    last = text.partition('class="last"')[2].partition("</section>")[0]
    assert ("Won: " in last) == game.seats.get(player=alice).won
    assert "Share of cards by battle." in last and "Play again" in last
    play.open_table(by=alice)
    text = read(client)
    assert text.index("waiting for players") < text.index('class="last"')


def test_strangers_are_invited_and_nobody_else_may_ask(client, game, charlie):
    assert "No game waits for you" in read(client)
    client.force_login(charlie)
    answer = client.post(reverse("table_rematch", args=[game.code]), follow=True)
    assert "You do not have a seat" in answer.content.decode()


def test_a_table_that_waits_is_given_up_from_the_lists(client, alice):
    """Home names the newest in one line, with the number of the others."""
    tables = [play.open_table(by=alice) for _ in range(3)]
    client.force_login(alice)
    home = client.get("/").content.decode()
    assert home.count("table is waiting for players.") == 1 and "2 more" in home
    for table, back in zip(tables, ("home", "mine", "elsewhere"), strict=True):
        form = {"do": "leave", "back": back}
        answer = client.post(reverse("table_seat", args=[table.code]), form)
        there = table.get_absolute_url() if back == "elsewhere" else reverse(back)
        assert answer.url == there and not table.seats.exists()
    assert "No game waits for you" in read(client)
