"""Who gets a picture of a page, and how often; what they show: test_depicted.py."""

import pytest
from django.contrib.auth.models import AnonymousUser

from games.accounts.callers import caller_of
from games.accounts.guests import BACKEND
from games.accounts.models import Player
from games.lab.runs.models import Simulation
from games.limits.declared import PICTURES, PICTURES_NOW
from games.pages.pictures.lettering import lettered
from games.relations import circles
from games.table.models import Table
from games.table.writer import play
from games.table.writer.orders import Order
from games.tournaments.writer import life
from tests.lab.counted import played as counted
from tests.pages.heads import Head
from tests.pages.stored import person, played
from tests.tournaments.conftest import NOW, WAR, new_director


@pytest.fixture
def picture(db):
    """The address of the third battle of a game."""
    return f"/g/{played(person('Alice'), person('Bob')).code}/at/3.png"


@pytest.mark.django_db
def test_what_is_not_for_everybody_has_no_picture(client):
    alice, bob, dora = person("Alice"), person("Bob"), new_director("Dora")
    circle = circles.create(by=alice, name="Friday")
    circles.join(circle=circle, player=bob)
    running = play.open_table(by=alice, game="war", bots=["recruit"])
    play.ready(Order(running, alice), entropy=bytes(16))
    held_back = played(alice, bob)
    Table.objects.filter(pk=held_back.pk).update(held_back=True)
    draft = life.create(by=dora, name="Draft", terms={}, stages=[WAR], now=NOW)
    unlisted = counted(games=12)
    Simulation.objects.filter(pk=unlisted.pk).update(unlisted=True)
    games = [played(alice, bob, private=True), played(alice, bob, circle=circle), held_back]
    waiting = [
        play.open_table(by=bob, private=True, game="ww3"),
        play.open_table(by=alice, circle=circle),
    ]
    addresses = [
        *(f"/g/{game.code}.png" for game in (*games, running)),
        *(f"/g/{game.code}/at/2.png" for game in (*games, running)),
        *(f"/t/{table.code}.png" for table in (*waiting, running, *games)),
        *(f"/lab/{unlisted.code}.png", f"/tournaments/{draft.code}.png"),
        *("/g/NOSUCHGM.png", "/g/NOSUCHGM/at/2.png", "/lab/NOSUCHGM.png"),
    ]
    client.force_login(alice, BACKEND)  # who may see them all
    assert {client.get(address).status_code for address in addresses} == {404}
    for page in (f"/g/{games[0].code}/", f"/t/{waiting[0].code}/", f"/t/{running.code}/"):
        head = Head(client.get(page).content.decode())
        assert head.only("og:image").startswith("http://testserver/static/games/share.")
        assert "Alice" not in head.only("og:image:alt")


def test_whoever_has_a_picture_is_not_sent_it_again(client, picture):
    address = picture
    first = client.get(address)
    again = client.get(address, headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert first["Cache-Control"] == again["Cache-Control"] == "public, max-age=86400"
    old = client.get(address)["ETag"]
    Player.objects.filter(name="Alice").update(name="Alicia")
    assert client.get(address)["ETag"] != old


def test_letters_that_the_font_does_not_have_are_written_as_well_as_possible():
    assert lettered("Łukasz Żółć", "Seat 1") == "Lukasz Zólc"
    for name in ("Ναυσικά", "さくら", "Anna \u202e", "a\x01b", "😀"):
        assert lettered(name, "Seat 1") == "Seat 1"


def test_the_site_draws_so_many_in_a_second(client, picture, settings, time_machine):
    settings.LIMITS = True
    time_machine.move_to(1_800_000_000, tick=False)
    client.get(picture)
    while PICTURES_NOW.take("site"):
        pass
    assert client.get(picture).status_code == 200  # it is there already
    answer = client.get(picture.replace("3.png", "0.png"))
    assert (answer.status_code, answer["Retry-After"]) == (429, "1")
    time_machine.move_to(1_800_000_001, tick=False)
    assert client.get(picture.replace("3.png", "0.png")).status_code == 200


def test_a_network_that_asks_for_many_waits(client, picture, rf, settings):
    settings.LIMITS = True
    request = rf.get("/")
    request.user = AnonymousUser()
    for _ in range(PICTURES.network):
        caller_of(request).verify(PICTURES)
    answer = client.get(picture)
    assert answer.status_code == 429 and int(answer["Retry-After"]) <= 60
    assert "Too many new pictures" in answer.content.decode()
