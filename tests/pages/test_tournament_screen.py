"""The page for the projector of a room."""

import re

from django.test import Client

from games.pages.tournaments.screen import TURN_MS, address_of, turn
from games.tournaments import cards, lists
from games.tournaments.writer import bulk, entries
from games.tournaments.writer.orders import Order
from tests.pages.browsing import address, signed_in, text
from tests.tournaments.conftest import NOW, WAR, new_players
from tests.tournaments.evening import Evening, until


def test_the_screen_of_a_room_reads_only_and_is_the_same_for_all(client, director):
    evening = Evening(director, [WAR], new_players(4))
    until(evening, 2, "playing")
    evening.come()
    where = address(evening.row, "tournament_screen")
    seen = client.get(where)
    page = text(seen)
    assert "Round 2 of 3: playing" in page and "Cards held" in seen.content.decode()
    assert all(f"player {number}" in page for number in range(1, 5))
    assert "<form" not in seen.content.decode() and address(evening.row) in page
    assert 'class="qr"' in seen.content.decode()
    parts = [re.sub(r'data-(now|until)="\d+"|\d+:\d\d', "", r.content.decode())
             for r in (seen, signed_in(director).get(where))]  # fmt: skip
    assert parts[0] == parts[1]


def test_the_room_and_the_console_see_who_has_sat_down(client, director, opened):
    names = lists.read("Ada\nBo\nCem")
    made = bulk.enter_all(Order(opened.pk, director, now=NOW), bulk.plan(opened, names))
    dora = new_players(1)[0]
    entries.enter(Order(opened.code, dora, now=NOW), dora)  # comes by herself, without a card
    Client().post(address(opened, "tournament_card", cards.key_of(made[1])))
    screen = client.get(address(opened, "tournament_screen"))
    assert "1 of 3 is here" not in text(screen) and "1 of 3 are here" in text(screen)
    parts = re.findall(r"<li.*?</li>", screen.content.decode(), re.DOTALL)
    seen = {part: ('class="off"' in part, ">here<" in part) for part in parts}
    assert list(seen.values()) == [(True, False), (False, True), (True, False), (False, False)]
    assert "No table is open." not in text(screen) and "<form" not in screen.content.decode()
    console = text(signed_in(director).get(address(opened, "tournament_console")))
    assert "4, 1 of 3 are here" in console
    assert console.count("has sat down") == 1 and console.count("has not sat down yet") == 2


def test_the_room_sees_who_is_missing_at_a_table(client, director):
    evening = Evening(director, [WAR], new_players(4))
    evening.away = {evening.players[0].pk}
    until(evening, 1, "playing")
    evening.come()
    page = client.get(address(evening.row, "tournament_screen")).content.decode()
    (absent,) = re.findall(r'<span class="off">(.*?player \d)', page, re.DOTALL)
    assert absent.endswith("player 1") and ">missing<" in absent


def test_the_screen_of_a_room_ends_with_the_podium(client, director):
    evening = Evening(director, [WAR], new_players(4), starts=NOW + 1000)
    ended = evening.run()
    seen = client.get(address(ended, "tournament_screen"))
    markup, page = seen.content.decode(), text(seen)
    assert "Finished The podium" in page and "complete" not in page
    assert markup.count('class="step-') == 3 and "<button" not in markup
    assert "No table is open." not in page and 'role="timer"' not in markup


def test_a_screen_takes_turns():
    things = list(range(23))
    seen = [turn(things, 10, now * TURN_MS) for now in range(4)]
    assert [len(page) for page in seen] == [10, 10, 3, 10] and sum(seen[:3], []) == things
    assert turn([], 10, 5) == []


def test_a_new_key_closes_the_screens_that_have_the_old_one(client, director, opened):
    where = address(opened, "tournament_console_form", "newscreen")
    before = address_of(opened)
    assert client.get(before).status_code == 200
    form = {"revision": opened.revision, "confirmed": "1"}
    for stranger in (client, signed_in(new_players(1)[0])):
        stranger.post(where, form)
    assert client.get(before).status_code == 200

    desk = signed_in(director)
    asked = text(desk.get(address(opened, "tournament_console")))
    assert "New address of the screen" in asked
    assert "stops working at once" in text(desk.post(where, form | {"confirmed": []}))
    assert client.get(before).status_code == 200
    console = desk.post(where, form, follow=True).content.decode()
    opened.refresh_from_db()
    now = address_of(opened)
    assert now in console and before not in console
    assert [client.get(each).status_code for each in (before, now)] == [404, 200]
    assert "New address of the screen" in text(client.get(address(opened, "tournament_log")))
