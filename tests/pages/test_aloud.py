"""The cards on a table, in sentences to be read out: one's own, or the whole table."""

import pytest
from django.test import Client

from games.accounts.guests import BACKEND
from games.rules.catalogue import BOTS, GAMES
from games.table.models import Table
from games.table.writer import play
from games.table.writer.orders import Order
from tests.each import each
from tests.pages.stored import person

pytestmark = pytest.mark.django_db
OWN = {"war": "Your pile: ", "ww3": "Your hand: ", "ultimate": "Your stack "}


@each(GAMES)
def test_a_player_hears_their_cards_and_everybody_the_table(key):
    alice = person("Alice")
    seats, level = GAMES[key].options("").players, next(iter(BOTS[key].levels))
    table = play.open_table(by=alice, game=key, bots=[level] * (seats - 1))
    mine, anybody = Client(), Client()
    mine.force_login(alice, backend=BACKEND)
    address = f"/t/{table.code}/aloud/"
    assert mine.get(address).content == b""  # before the deal
    play.ready(Order(table, alice), entropy=bytes(16))
    play.tick(table=table, now=Table.objects.get(pk=table.pk).due_ms)
    assert OWN[key] in mine.get(address).content.decode()
    assert anybody.get(address).content == b""
    whole = anybody.get(address, {"of": "table"}).content.decode()
    assert all(seat.player.name in whole for seat in table.seats.select_related("player"))
    assert "<" not in whole
    assert "None" not in whole and "??" not in whole
