"""Favourites: one key keeps a game or a run, in a list with notes that nobody else sees."""

import re

import pytest
from django.test import Client

from games.accounts.guests import new_guest
from games.favourites import writer
from games.favourites.models import Favourite
from games.relations import circles
from games.table.models import Table
from games.table.writer import play
from tests.lab.counted import played as counted
from tests.pages.browsing import signed_in, words
from tests.pages.stored import person

pytestmark = pytest.mark.django_db
LIST = "/me/favourites/"


@pytest.fixture
def anna():
    return person("Anna")


@pytest.fixture
def own(anna):
    return signed_in(anna)


def change(client, do, note=""):
    data = {"favourite": Favourite.objects.latest("pk").pk, "do": do, "note": note}
    return client.post(LIST, data, follow=True)


def test_a_game_is_kept_once_and_has_a_note(own, game):
    page = own.get(f"/g/{game.code}/").content.decode()
    assert f'action="/g/{game.code}/keep/"' in page
    for _ in range(2):
        told = own.post(f"/g/{game.code}/keep/", follow=True)
        assert "Added to your favourites" in words(told)
    assert words(own.get(LIST)).count(f'href="/g/{game.code}/"') == 1
    assert "Your note is saved." in words(change(own, "note", "  The   great war  "))
    assert 'value="The great war"' in own.get(LIST).content.decode()
    other = signed_in(person("Other"))
    assert "The great war" not in words(other.get(LIST))
    assert "not one of your favourites" in words(change(other, "remove"))
    change(own, "remove")
    assert "You have no favourites." in words(own.get(LIST)) and game.code in words(
        own.get("/history/")
    )


def test_whoever_keeps_a_game_stays_at_the_place(own, game):
    here = f"http://testserver/g/{game.code}/?at=5"
    for came, goes in ((here, here), ("https://elsewhere.example/", None), ("", None)):
        answer = own.post(f"/g/{game.code}/keep/", headers={"Referer": came})
        assert answer["Location"] == (goes or game.get_absolute_url())


def test_a_run_of_the_lab_is_kept_for_as_long_as_it_is_there(own):
    run = counted(games=20, options="auto=2")
    assert f'action="/lab/{run.code}/keep/"' in own.get(f"/lab/{run.code}/").content.decode()
    own.post(f"/lab/{run.code.lower()}/keep/")
    assert "Automatic War" in words(own.get(LIST)) and f"run {run.code}" in words(own.get(LIST))
    run.delete()
    assert "You have no favourites." in words(own.get(LIST))


def test_guests_and_strangers_keep_nothing(client, game):
    assert "/keep/" not in client.get(f"/g/{game.code}/").content.decode()
    assert "/account/login/" in client.post(f"/g/{game.code}/keep/")["Location"]
    guest = signed_in(new_guest())
    told = guest.post(f"/g/{game.code}/keep/", follow=True)
    assert "Sign up or sign in to keep favourites." in words(told)
    assert not Favourite.objects.exists()


def test_what_nobody_may_see_is_not_kept_and_what_is_hidden_later_has_no_name(own, anna, game):
    running = play.open_table(by=anna, options="cap=20")
    assert own.post(f"/g/{running.code}/keep/").status_code == 404
    own.post(f"/g/{game.code}/keep/")
    circle = circles.create(by=person("Carla"), name="Friday")
    Table.objects.filter(pk=game.pk).update(circle=circle, private=True)
    told = words(own.get(LIST))
    assert "A game that you can no longer see" in told and game.code not in told
    assert own.post(f"/g/{game.code}/keep/").status_code == 404


def test_limits_are_sentences_and_lose_nothing(own, anna, game, monkeypatch):
    own.post(f"/g/{game.code}/keep/")
    long = "x" * 201
    told = own.post(LIST, {"favourite": Favourite.objects.get().pk, "do": "note", "note": long})
    assert told.status_code == 409 and f'value="{long}"' in told.content.decode()
    monkeypatch.setattr(writer, "MOST_KEPT", 1)
    run = counted(games=5)
    told = own.post(f"/lab/{run.code}/keep/", follow=True)
    assert "You have 2,000 favourites, which is the limit." in words(told)
    assert Client().get(LIST).status_code == 302


def test_a_page_has_25_and_the_queries_do_not_grow(own, anna, game, django_assert_num_queries):
    for seed in range(1, 27):
        writer.keep(by=anna, run=counted(games=1, seed=seed))
    writer.keep(by=anna, table=game)
    with django_assert_num_queries(7):
        first = words(own.get(LIST))
    assert first.count("Save the note") == 25 and game.code in first
    (older,) = re.findall(r'href="(\?before=\d+)"', first)
    second = words(own.get(LIST + older))
    assert second.count("Save the note") == 2 and "?before=" not in second
    assert own.get(f"{LIST}?before=x").status_code == 404
