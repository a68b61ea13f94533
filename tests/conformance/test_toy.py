"""A game that is not part of the site has its form, its pages and its board once it is in the
registry."""

import pytest
from django.urls import reverse

from games.table.models import Table
from tests.live.client import Client

BOARD = 'data-board="/static/games/js/boards/toy/board.js"'


def text(answer):
    assert answer.status_code == 200, answer
    return answer.content.decode()


@pytest.mark.django_db
def test_the_pages_of_play_and_rules_have_it(client):
    assert "Court cards make the other pay." in text(client.get(reverse("home")))
    form = text(client.get(reverse("new"), {"game": "toy"}))
    assert 'name="cap"' in form and "Recruit, bot" in form and "30 heaps" in form
    assert "Beggar-my-neighbour in one minute" in text(client.get(reverse("rules")))
    assert "<code>cap=</code>" in text(client.get(reverse("rules_of", args=["toy"])))


def test_a_player_meets_a_bot_at_a_table(client, base, clock, alice):
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    form = {"do": "open", "game": "toy", "cap": "2", "seat2": "recruit"}
    address = client.post(reverse("new"), form).url
    table = Table.objects.get()
    assert BOARD in text(client.get(address)) and table.code in address
    with Client(base, table.code, alice) as me:
        me.hello()
        while not me.see(lambda m: m["view"]["asks"] or m["view"]["result"])["view"]["result"]:
            me.do("lay")
        assert me.state["view"]["number"] == 2 and me.lines[-1]["kind"] == "end"
