"""Games of a run that are too long to be played for one page: their films come in parts."""

import json
import re
from urllib.parse import urljoin

import pytest
from django.core.cache import cache
from django.http import Http404
from django.urls import reverse

from games.lab.counting.ultimate import ADAPTER
from games.lab.runs import run
from games.lab.runs.films import Reel
from games.lab.runs.games import Simulated
from games.lab.runs.spec import define
from games.pages.history.replay import find_place, neighbours
from games.pages.lab.games import piece
from games.table.replay.films import Film

pytestmark = pytest.mark.django_db


def begun(game="ultimate", options="clock=300000", **more):
    return run.start(definition=define(game=game, games=50, options=options, **more), free=True)


def whole(client, simulation, index):
    return client.get(reverse("lab_frames", args=[simulation.code, index])).json()


def meta(html):
    return json.loads(re.search(r'<script id="meta" type="application/json">(.+?)</', html)[1])


def page(client, simulation, index, query=""):
    return client.get(f"/lab/{simulation.code}/{index}/{query}").content.decode()


def test_the_parts_are_the_film(client):
    simulation = begun()
    address, frames = meta(page(client, simulation, 3))["frames"], []
    while address:
        answer = client.get(address)
        assert "immutable" in answer["Cache-Control"]
        part = answer.json()
        frames += part["frames"]
        address = part["next"] and urljoin(address, part["next"])
    told = whole(client, simulation, 3)
    assert len(frames) == len(told["frames"]) > 400
    assert frames[-1]["d"]["result"]
    pictures, film = Film(told | {"frames": frames}), Film(told)
    for index in range(0, len(frames), 40):
        assert pictures.view(index, "all") == film.view(index, "all")


@pytest.mark.parametrize("number", ["99", "-1", "many", "99999999"])
def test_a_part_there_is_not_is_not_found(client, number):
    frames = reverse("lab_frames", args=[begun().code, 3])
    assert client.get(frames, {"part": number}).status_code == 404


def test_a_long_game_is_not_played_to_its_end_for_its_first_page(client):
    simulation = begun()
    first = page(client, simulation, 3)
    assert "A long game" in first
    assert first.count("<li data-number=") >= 60
    assert 'href="?at=end"' in first
    last = page(client, simulation, 3, "?at=end")
    film = Film(whole(client, simulation, 3))
    assert "A long game" not in last
    assert f'max="{film.length}" value="{film.length}"' in last
    assert 'data-to="last"' in last
    assert "A long game" not in page(client, simulation, 3)  # it is known now


def test_a_short_game_says_how_it_ended_at_once(client):
    html = page(client, begun("war", "auto=2"), 3)
    assert "A long game" not in html
    assert "after" in re.search(r"data-result.+?<b>(.+?)</b>", html, re.S)[1]


@pytest.mark.parametrize(("game", "options"), [("ultimate", "clock=300000"), ("war", "slap=5")])
def test_every_place_has_the_neighbours_it_has_in_the_whole_film(game, options):
    simulated = Simulated(define(game=game, games=5, options=options), 1)
    film = Film(json.loads(json.dumps(simulated.film)))
    for index in range(0, len(film.frames), 19):
        at = film.text_of(index)
        cache.clear()
        around, same = piece(Reel("ABC", simulated), at)
        place, expected = find_place(around, same), find_place(film, at)
        assert (place.text, place.step, place.steps) == (at, expected.step, expected.steps)
        assert around.view(place.index, "2") == film.view(index, "2")
        told, known = neighbours(around, place), neighbours(film, expected)
        unlike = {key for key in known if told[key] != known[key]}
        assert unlike <= {"first", "last"}
        assert told["first"] in (known["first"], "")
        assert told["last"] in (known["last"], "end")


def test_the_end_is_found_however_the_reel_was_wound():
    simulated = Simulated(define(game="ultimate", games=5, options="clock=300000"), 2)
    reel = Reel("ABC", simulated)
    last = len(json.loads(json.dumps(simulated.film))["front"]) - 1
    with pytest.raises(Http404):
        find_place(piece(reel, str(last + 1))[0], str(last + 1))
    assert reel.is_whole
    assert reel.places == last
    assert Reel("ABC", simulated).ending == reel.ending
    assert ADAPTER.eager < reel.outlines[-2]["stop"][0]
