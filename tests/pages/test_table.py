"""The table's page as the server draws it, and its seats."""

import json
import re

import pytest
from django.urls import reverse

from games.accounts.models import Player
from games.pages.play.table import log_of
from games.pages.presentation.base import seats_in_order
from games.table.writer import arranged, play
from games.table.writer.orders import Order
from tests.each import each

pytestmark = pytest.mark.django_db


@pytest.fixture
def opened(alice):
    return play.open_table(by=alice, preset="classic")


@pytest.fixture
def running(opened, alice, bob):
    play.sit(Order(opened, bob))
    for player in (alice, bob):
        play.ready(Order(opened, player), entropy=b"0123456789abcdef")
    opened.refresh_from_db()
    play.tick(table=opened, now=opened.due_ms)
    play.act(Order(opened, alice, now=opened.due_ms + 100), name="flip", args={})
    opened.refresh_from_db()
    return opened


def page(client, table):
    answer = client.get(reverse("table", args=[table.code]))
    assert answer.status_code == 200
    return answer.content.decode()


def snapshot(text):
    match = re.search(r'<script id="snapshot" type="application/json">(.*?)</script>', text)
    return json.loads(match[1])


def seat(client, table, **data):
    answer = client.post(reverse("table_seat", args=[table.code]), data, follow=True)
    return answer.content.decode()


def test_a_stranger_sees_who_sits_and_where_to_sit(client, opened):
    text = page(client, opened)
    assert "Alice" in text and "Free seat 2" in text and "Sit here" in text
    assert opened.commitment in text and f"/t/{opened.code}/" in text


def test_codes_are_read_in_small_letters_too(client, opened):
    assert client.get(f"/t/{opened.code.lower()}/").status_code == 200


@each(["NOSUCHXX", "x", "a-b_c"], "client, db")
def test_an_unknown_table_is_a_404(client, db, code):
    assert client.get(f"/t/{code}/").status_code == 404
    assert client.post(f"/t/{code}/seat/", {"do": "sit"}).status_code == 404


def test_sitting_down_makes_a_guest_of_a_stranger(client, opened):
    text = seat(client, opened, do="sit", number="2")
    guest = opened.seats.get(number=2).player
    assert guest.is_guest and guest.name in text


def test_a_taken_seat_gets_a_clear_answer(client, opened, bob):
    client.force_login(bob)
    assert "has just taken this seat" in seat(client, opened, do="sit", number="1")
    assert "does not have that seat" in seat(client, opened, do="sit", number="7")
    assert opened.seats.count() == 1


def test_who_sits_may_invite_a_bot_send_it_away_and_leave(client, opened, alice):
    client.force_login(alice)
    assert "General" in seat(client, opened, do="bot", level="general", number="2")
    seat(client, opened, do="dismiss", number="2")
    assert opened.seats.count() == 1
    seat(client, opened, do="leave")
    assert opened.seats.count() == 0


def test_only_sitting_down_makes_a_guest(client, opened):
    assert "You do not have a seat at this table" in seat(client, opened, do="leave")
    assert not Player.objects.filter(is_guest=True).exists()


def test_a_stranger_may_not_invite_bots(client, opened, charlie):
    client.force_login(charlie)
    assert "Only players at this table" in seat(
        client, opened, do="bot", level="general", number="2"
    )
    assert "Nothing was chosen." in seat(client, opened)


def test_the_first_picture_is_the_message_of_the_socket(client, running, alice):
    client.force_login(alice)
    message = snapshot(page(client, running))
    assert message["view"]["you"] == 1 and message["view"]["seats"][0]["ready"]
    assert message["table"]["code"] == running.code and message["v"] == running.version


def test_it_can_be_read_without_a_script(client, running):
    text = page(client, running)
    assert "The cards are dealt: 26 each." in text
    assert 'aria-label="Cards held: Alice 26, Bob 26"' in text
    assert "26 cards, face down" in text


def test_nothing_secret_is_in_the_page(client, running, alice):
    client.force_login(alice)
    text = page(client, running)
    assert bytes(running.secret).hex() not in text
    assert running.deal and running.deal not in text
    assert not re.search(r'"(cards|entropy|secret|deal)":', text)


def test_a_finished_table_says_who_won(client, game):
    text = page(client, game)
    assert "most cards at the battle limit" in text and f"/g/{game.code}/verify/" in text


def test_names_are_escaped_in_text_and_in_the_message(client, db):
    eve = Player.objects.create_user("eve", name="</script><b>")
    table = play.open_table(by=eve)
    text = page(client, table)
    assert "</script><b>" not in text
    assert snapshot(text)["table"]["seats"][0]["name"] == "</script><b>"


def test_a_private_table_asks_not_to_be_indexed(client, alice):
    table = play.open_table(by=alice, private=True)
    text = page(client, table)
    assert "noindex" in text and "by link only" in text


def test_rows_are_drawn_with_me_last():
    view = {"you": 2, "seats": [{"seat": 1}, {"seat": 2}, {"seat": 3}]}
    assert [row["seat"] for row in seats_in_order(view)] == [3, 1, 2]
    watched = {"you": None, "seats": [{"seat": 1}, {"seat": 2}]}
    assert [row["seat"] for row in seats_in_order(watched)] == [2, 1]


def test_lines_of_one_battle_stand_together_newest_first():
    lines = [{"number": n, "text": t} for n, t in ((0, "dealt"), (1, "a"), (1, "b"), (2, "c"))]
    log = log_of(lines)
    assert [battle["number"] for battle in log] == [2, 1, 0]
    assert [part["text"] for part in log[1]["parts"]] == ["a", "b"]


def test_at_a_table_of_a_tournament_nobody_chooses_seats(client, alice, bob):
    (table,) = arranged.open_arranged(game="war", options="", seatings=[[alice, bob]])
    client.force_login(alice)
    text = page(client, table)
    assert "or when the time to come is over" in text and "casual" not in text
    assert "want to play with" not in text and "Offer to end the game</button>" not in text
    assert not re.search(r"data-(leave|dismiss)\s*>", text)
    facts = snapshot(text)["table"]
    assert (facts["arranged"], facts["agree"], facts["limit_ms"]) == (True, False, None)
    arranged.pause(table=table, reason="Fire alarm")
    text = page(client, table)
    assert "Paused by the director: Fire alarm" in text and snapshot(text)["table"]["paused"]


def test_nobody_is_asked_to_invite_people_to_a_full_table(client, alice, bob):
    table = play.open_table(by=alice)
    assert "data-invites>" in client.get(table.get_absolute_url()).content.decode()
    play.sit(Order(table, bob))
    assert "data-invites hidden>" in client.get(table.get_absolute_url()).content.decode()
