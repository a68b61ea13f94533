"""The end of an event: the podium as a picture, and on the page of its circle."""

from html import unescape
from xml.etree import ElementTree

import pytest

from games.accounts.models import Player
from games.pages.tournaments.podium import LETTER, columns_of
from games.relations import circles
from games.tournaments.models import Entrant
from games.tournaments.writer import life
from games.tournaments.writer.orders import Order
from tests.each import each
from tests.pages.browsing import signed_in, text
from tests.pages.stored import person
from tests.tournaments.conftest import WAR
from tests.tournaments.evening import Evening

pytestmark = pytest.mark.django_db
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def finished():
    """An evening of a circle with three players, at its end."""
    anna = person("Anna")
    circle = circles.create(by=anna, name="Sunday")
    players = [person(name) for name in ("Ben", "Cleo", "A name of thirty letters, <b>")]
    for player in players:
        circles.join(circle=circle, player=player)
    evening = Evening(anna, [WAR | {"rounds": 1}], players, circle=circle, audience="circle")
    evening.run()
    if evening.row.state != "finished":
        life.finish(Order(evening.code, anna, now=evening.now))
    return circle, evening.row


def test_the_podium_is_a_picture_for_those_who_see_the_event(client, finished):
    circle, event = finished
    address = f"/tournaments/{event.code}/podium.svg"
    assert client.get(address).status_code == 404  # the circle keeps it to itself
    answer = signed_in(circle.owner).get(address)
    assert answer["Content-Type"] == "image/svg+xml"
    drawing = ElementTree.fromstring(answer.content)
    texts = [text.text for text in drawing.iter(f"{SVG}text")]
    assert {"Evening", "Ben", "Cleo", "A name of thirty letters, <b>"} <= set(texts)
    assert {"1st", "2nd"} <= set(texts)
    assert not [each for each in drawing.iter() if "style" in each.attrib]  # the policy forbids it


def test_there_is_no_picture_before_the_end(director, opened):
    answer = signed_in(director).get(f"/tournaments/{opened.code}/podium.svg")
    assert answer.status_code == 404


@each([1, 2, 3, 4, 9])
def test_names_fit_their_columns(count):
    names = ["X" * 30, "Bo", *(f"Name {n}" for n in range(9))]
    steps = [(Entrant(place=min(n + 1, 3), player=Player(name=names[n])), "") for n in range(count)]
    columns = columns_of(steps)
    assert all(one.left >= 0 and one.left + one.width <= 1200 for one in columns)
    assert all(a.left + a.width < b.left for a, b in zip(columns, columns[1:], strict=False))
    assert all(c.size * LETTER * len(c.entrant.player.name) <= c.width for c in columns)


def test_the_page_of_the_circle_says_who_won(finished):
    circle, event = finished
    page = signed_in(circle.owner).get(f"/circles/{circle.code}/")
    winner = event.entrants.get(place=1).player.name
    assert f"1st {winner}" in unescape(text(page))
    assert f"/tournaments/{event.code}/podium.svg" in page.content.decode()
